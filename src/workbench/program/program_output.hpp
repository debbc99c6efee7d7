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
    /// Bytes kept of beginning and end each.
    static constexpr size_t kept = 64 * 1024;

    void add(std::string_view text);
    struct Text {
        std::shared_ptr<const std::string> text;
        uint64_t omitted = 0;
    };
    /// Returns null texts unless there is new output.
    [[nodiscard]] Text take_if_new();

    std::atomic<bool> cancel{false};  // keeps the partial result
    std::atomic<bool> abandon{false}; // discards the result
    std::atomic<bool> running{false};
    std::atomic<uint64_t> launches{0};

private:
    std::mutex mutex_;
    std::string begin_, end_;
    uint64_t total_ = 0;
    bool fresh_ = false;
};

} // namespace warpscope::workbench
