#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace warpscope::render {

/// Limits per frame: bytes and UI thread time.
class UploadBudget {
public:
    using Clock = std::chrono::steady_clock;

    explicit UploadBudget(uint64_t bytes, Clock::time_point deadline = Clock::time_point::max())
        : bytes_(bytes)
        , deadline_(deadline) {}
    [[nodiscard]] static UploadBudget of_frame() {
        return UploadBudget(uint64_t{16} << 20, Clock::now() + std::chrono::milliseconds(8));
    }
    [[nodiscard]] static UploadBudget unlimited() { return UploadBudget(~uint64_t{0}); }

    void spend(uint64_t bytes) { bytes_ -= std::min(bytes_, bytes); }
    [[nodiscard]] uint64_t bytes_left() const { return bytes_; }
    [[nodiscard]] bool over() const {
        return bytes_ == 0 || (deadline_ != Clock::time_point::max() && Clock::now() >= deadline_);
    }

private:
    uint64_t bytes_;
    Clock::time_point deadline_;
};

} // namespace warpscope::render
