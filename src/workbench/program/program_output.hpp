// What a running program writes, as far as it is kept: the begin and the end of it. Shared by the thread that reads it
// and the one that shows it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace warpscope::workbench {

class ProgramOutput {
public:
    /// Bytes of the begin and of the end that are kept.
    static constexpr size_t kept = 64 * 1024;

    void add(std::string_view text);
    struct Text {
        std::shared_ptr<const std::string> text;
        uint64_t left_out = 0; // bytes between begin and end
    };
    /// Null when there is nothing new since the last call.
    [[nodiscard]] Text take_if_new();

    std::atomic<bool> cancel{false};  // ends compiler and program; what came of it by then is told
    std::atomic<bool> abandon{false}; // nobody waits for what comes of it
    std::atomic<bool> running{false};
    std::atomic<uint64_t> launches{0};

private:
    std::mutex mutex_;
    std::string begin_, end_;
    uint64_t total_ = 0;
    bool fresh_ = false;
};

} // namespace warpscope::workbench
