// Compares the results of the GPU and the emulator, for one experiment variant or for all.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gpu/executor.hpp"
#include "session/session.hpp"

namespace warpscope::session {

/// One comparison of one run's buffers.
struct Parity {
    std::string what;       // "box_blur/naive on noise:67x37, block 7x5"
    bool same = false;      // to the last byte, or within the tolerance of floating-point values
    std::string difference; // the first one, as a sentence; also where `same` holds by tolerance
};

struct ParityOptions {
    std::string only; // experiment or experiment/variant; empty: all that has defined results
    /// Floating-point values may be apart by this share of the larger, or absolutely below 1: approximate functions,
    /// and sums whose order the hardware chooses.
    double tolerance = 1e-3;
    std::function<void(const Parity&)> progress;
};

/// Runs every variant with its own input and with an odd one, its own block and an odd one, on both executors. Leaves
/// out what is undefined by its nature: variants that declare findings, and within atomics_tour what depends on the
/// order of threads. ErrorKind::usage when nothing matches `only`.
[[nodiscard]] Result<std::vector<Parity>> compare_executors(gpu::Executor& executor, const catalog::Catalog& catalog,
                                                            const ParityOptions& options);

} // namespace warpscope::session
