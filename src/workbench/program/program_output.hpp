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
    /// Bytes kept from the output's beginning, and as many from its end.
    static constexpr size_t kept = 64 * 1024;

    void add(std::string_view text);
    struct Text {
        std::shared_ptr<const std::string> text;
        uint64_t omitted = 0;
    };
    /// Returns the output, or null texts if nothing is new.
    [[nodiscard]] Text take_if_new();

    std::atomic<bool> cancel{false};  // ends the run, but keeps its partial result
    std::atomic<bool> abandon{false}; // ends the run and discards its result
    std::atomic<bool> running{false};
    std::atomic<uint64_t> launches{0};

private:
    std::mutex mutex_;
    std::string begin_, end_;
    uint64_t total_ = 0;
    bool fresh_ = false;
};

} // namespace warpscope::workbench
