// Compares results of GPU and emulator for all variants.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gpu/executor.hpp"
#include "session/session.hpp"

namespace warpscope::session {

struct Parity {
    std::string what;       // such as "box_blur/naive on noise:67x37, block 7x5"
    bool same = false;      // bytewise or within the tolerance
    std::string difference; // first one, even within the tolerance
    std::string skipped;    // why the run was not compared; empty if it was
};

struct ParityOptions {
    std::string only; // experiment[/variant]; empty: all with defined results
    /// Relative, absolute below 1: for approximate functions, and sums in any order.
    double tolerance = 1e-3;
    std::function<void(const Parity&)> progress;
};

/// Uses usual and odd inputs and blocks. Skips variants with declared findings, results that depend on the thread
/// order, and odd launches that the kernel is not made for: those with findings on the emulator, if the usual launch
/// has none. ErrorKind::usage if nothing matches `only`.
[[nodiscard]] Result<std::vector<Parity>> compare_executors(gpu::Executor& executor, const catalog::Catalog& catalog,
                                                            const ParityOptions& options);

} // namespace warpscope::session
