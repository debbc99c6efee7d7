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
    bool same = false;      // bytewise equal or within the tolerance
    std::string difference; // first difference, even if tolerable
    std::string skipped;    // why not compared, or ""
    bool is_launched = true;
};

struct ParityOptions {
    std::string only; // experiment[/variant]; "": all with defined results
    /// Tolerance for approximate functions and reordered sums; relative, or absolute below 1.
    double tolerance = 1e-3;
    std::function<void(const Parity&)> progress;
};

/// Compares GPU and emulator with usual and odd inputs and blocks. Skips variants with declared findings, results that
/// depend on thread order, and odd launches that are illegal or cause findings. Fails with ErrorKind::usage if `only`
/// matches nothing.
[[nodiscard]] Result<std::vector<Parity>> compare_executors(gpu::Executor& executor, const catalog::Catalog& catalog,
                                                            const ParityOptions& options);

} // namespace warpscope::session
