// Compares GPU and emulator results for experiment variants.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gpu/executor.hpp"
#include "session/session.hpp"

namespace warpscope::session {

struct Parity {
    std::string what;       // "box_blur/naive on noise:67x37, block 7x5"
    bool same = false;      // bytewise, or within the tolerance
    std::string difference; // first difference as a sentence, even within the tolerance
};

struct ParityOptions {
    std::string only; // experiment or experiment/variant; empty: all with defined results
    /// Relative tolerance for floating-point values, absolute below 1: for approximate functions, and sums whose order
    /// the hardware chooses.
    double tolerance = 1e-3;
    std::function<void(const Parity&)> progress;
};

/// Runs variants with usual and odd inputs and blocks on both devices. Skips variants with declared findings and
/// results that depend on the thread order. ErrorKind::usage if `only` matches nothing.
[[nodiscard]] Result<std::vector<Parity>> compare_executors(gpu::Executor& executor, const catalog::Catalog& catalog,
                                                            const ParityOptions& options);

} // namespace warpscope::session
