// Handmade runs, to test drawing without compiler and emulator. Their maps are those of an image filter with one thread
// per pixel and a guard at the image's edge.
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
    uint32_t cells_per_thread = 1; // along x; if above 1, the threads have no exact placement
    bool owns = true;              // false: the launch stores nothing
    // number of reads of each cell of a third buffer "operand", which has the transposed `shape`; 0: no such buffer
    uint32_t operand_reads = 0;
    std::vector<simt::Finding> findings{};
    uint64_t helpers = 0;
};

/// Returns the address of a finding at a cell.
[[nodiscard]] constexpr uint64_t fake_address(uint32_t buffer, uint64_t cell) {
    return (uint64_t{buffer} + 1) << 32 | cell;
}

/// Returns a run with a small landscape as input and its box blur as output.
[[nodiscard]] std::shared_ptr<const session::RunResult> fake_run(const FakeSettings& settings = {});

/// Returns the trace of one block of a fake run.
[[nodiscard]] std::shared_ptr<const metrics::BlockTrace> fake_trace(const session::RunResult& result, uint64_t block,
                                                                    int radius);

/// Returns extra measurements of every buffer. Sectors and atomics are x + 1. `first_block` is 1 in row 0, else 2;
/// `other_blocks` is x. Owners of cells in even rows y execute the line of `paint` y + 1 times.
[[nodiscard]] render::Probes fake_probes(const session::RunResult& run, const render::Paint& paint = {});

/// Returns the run's measurement with other launches.
[[nodiscard]] std::shared_ptr<const metrics::Measured> with_launches(const session::RunResult& run,
                                                                     std::vector<metrics::LaunchMeasurement> launches);

} // namespace warpscope::test
