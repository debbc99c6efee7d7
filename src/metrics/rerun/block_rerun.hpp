#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>

#include "metrics/checks/check.hpp"

namespace warpscope::metrics {

class BlockRerun {
public:
    struct End {
        simt::Device device;
        std::string printed;
        uint64_t instructions = 0; // warp instructions
        uint64_t finding_count = 0;
        bool deadlocked = false;
    };

    BlockRerun(CheckedLaunch& launch, uint64_t block)
        : launch_(launch)
        , block_(block)
        , alone_(!launch.context().config.cooperative) {}

    /// `values` may be null; `observer` sees only this block.
    [[nodiscard]] Result<End> run(simt::InactiveLaneValues* values, simt::Observer* observer);
    /// Returns true if this block deadlocked alone; then later runs include the other blocks.
    [[nodiscard]] bool include_others(const End& first);
    /// Stores `end` for is_as_expected(). Limits later runs to a few times its instructions.
    void expect(End end);
    [[nodiscard]] const End& expected() const { return *expected_; }
    /// Compares memory, output and findings. Ignores the global bytes at `may_differ`.
    [[nodiscard]] bool is_as_expected(const End& end, const std::set<uint64_t>& may_differ = {}) const;

    [[nodiscard]] bool exhausted() const { return launch_.exhausted(); }
    [[nodiscard]] bool canceled() const { return launch_.canceled(); }

private:
    CheckedLaunch& launch_;
    uint64_t block_;
    bool alone_;
    uint64_t budget_ = ~uint64_t{0};
    std::optional<End> expected_;
};

} // namespace warpscope::metrics
