// Runs a launch again for the sake of one block, to see whether some values change what is left behind.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>

#include "metrics/checks/check.hpp"

namespace warpscope::metrics {

/// The block runs alone; or with all others, if it cannot come to its end without them.
class BlockRerun {
public:
    struct End {
        simt::Device device;
        std::string printed;
        uint64_t instructions = 0; // of warps
        uint64_t finding_count = 0;
        bool deadlocked = false;
    };

    BlockRerun(CheckedLaunch& launch, uint64_t block)
        : launch_(launch)
        , block_(block)
        , alone_(!launch.context().config.cooperative) {}

    /// `values`: what shuffles get from lanes that take no part; may be null. The observers are told of the block only.
    [[nodiscard]] Result<End> run(simt::InactiveLaneValues* values, simt::Observer* observer);
    /// To be asked after the first run: whether that must be made again, from now on with all other blocks.
    [[nodiscard]] bool take_others_along(const End& first);
    /// The first run's end, to compare others with. These may take a few times as many instructions: values that a loop
    /// counts on may keep the block from ending.
    void expect(End end);
    [[nodiscard]] const End& expected() const { return *expected_; }
    /// Returns whether anything is left behind, printed or found that is not as expected. `may_differ`: addresses of
    /// bytes of global memory that do not count.
    [[nodiscard]] bool is_as_expected(const End& end, const std::set<uint64_t>& may_differ = {}) const;

    [[nodiscard]] bool exhausted() const { return launch_.exhausted(); }
    [[nodiscard]] bool cancelled() const { return launch_.cancelled(); }

private:
    CheckedLaunch& launch_;
    uint64_t block_;
    bool alone_;
    uint64_t budget_ = ~uint64_t{0};
    std::optional<End> expected_;
};

} // namespace warpscope::metrics
