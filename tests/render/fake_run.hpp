// Runs made by hand, so that drawing can be tested without compiling or emulating anything. The maps hold what an image
// filter with one thread per pixel and a guard at the image's edge would be measured to do.
#pragma once

#include <memory>

#include "metrics/measure.hpp"
#include "render/maps/heat_map.hpp"
#include "session/session.hpp"

namespace warpscope::test {

struct FakeSettings {
    Shape shape{76, 62, 1};
    Dim3 block{16, 16, 1};
    int radius = 2;
    uint32_t channels = 3;
    ElementType type = ElementType::u8;
    uint32_t cells_per_thread = 1; // along x; more than 1 is a coarsened kernel, whose threads have no exact placement
    bool owns = true;              // false: a launch that stores nothing
    uint32_t operand_reads = 0;    // more than 0: a third buffer "operand", of `shape` with width and height exchanged,
                                   // each of whose cells is read that often
    std::vector<simt::Finding> findings{};
};

/// The address that a finding about a cell of a fake run has.
[[nodiscard]] constexpr uint64_t fake_address(uint32_t buffer, uint64_t cell) {
    return (uint64_t{buffer} + 1) << 32 | cell;
}

/// A result whose picture is a small landscape and whose output is its box blur.
[[nodiscard]] std::shared_ptr<const session::RunResult> fake_run(const FakeSettings& settings = {});

/// What running block `block` of such a result alone would show.
[[nodiscard]] std::shared_ptr<const metrics::BlockTrace> fake_trace(const session::RunResult& result, uint64_t block,
                                                                    int radius);

/// Extra measurements of a fake run, of every buffer: sectors 1, 2, 3, … of a row of cells, as many atomics, first
/// block 0 for all cells of the first row and block 1 for others, x further blocks at column x, and `paint` with y + 1
/// executions by the owner of a cell in row y of even number.
[[nodiscard]] render::Probes fake_probes(const session::RunResult& run, const render::Paint& paint = {});

/// The measurement of a run with other launches.
[[nodiscard]] std::shared_ptr<const metrics::Measured> with_launches(const session::RunResult& run,
                                                                     std::vector<metrics::LaunchMeasurement> launches);

} // namespace warpscope::test
