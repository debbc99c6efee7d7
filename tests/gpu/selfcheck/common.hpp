// What the parts of the GPU self-check share: results that are counted and printed, and runs made ready without a
// window.
#pragma once

#include <chrono>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "metrics/measure.hpp"
#include "session/session.hpp"

namespace warpscope::selfcheck {

/// Counts what was checked and prints failures at once.
class Report {
public:
    /// Opens a part of the check in the output.
    void section(std::string_view title);
    /// Counts one check; prints `what` when it failed.
    bool check(bool passed, std::string_view what);
    /// A line for people: a figure, a device's name.
    void note(std::string_view text);
    /// The exit status: 0 when all checks passed and there were some.
    [[nodiscard]] int finish() const;

private:
    int checks_ = 0, failures_ = 0;
};

struct Wish {
    std::string_view experiment;
    std::string input;             // spec text; empty: what the experiment starts with
    Dim3 block{16, 16, 1};         // x == 0: the experiment's own
    int radius = -1;               // -1: the experiment has none, or keeps its own
    std::string_view variant = {}; // empty: the default
    std::map<std::string, double> values = {};
};

/// Compiles the kernel and plans the launch, without running anything.
[[nodiscard]] Result<session::RunResult> make_run(const catalog::Catalog& catalog, const Wish& wish);

/// Runs the plan in the emulator.
[[nodiscard]] Result<std::shared_ptr<const metrics::Measured>> emulate(const session::RunResult& run);

[[nodiscard]] inline double milliseconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// Median and range of times, as "0.123 ms (0.120 to 0.140, 101 times)".
[[nodiscard]] std::string spread(std::vector<double> milliseconds);
[[nodiscard]] double median(std::vector<double> values);

/// GPU, emulator and a plain C++ reference give the same bytes. `large` adds the sizes that take seconds.
void check_parity(Report& report, const catalog::Catalog& catalog, bool large);
/// Every variant of the catalogue gives the same buffers on the GPU and in the emulator, but for those whose bug is the
/// point. Floating-point values may differ where the order of atomics or an approximation decides; the report says how
/// far.
void check_course(Report& report, const catalog::Catalog& catalog);
/// Probes on the GPU record owners, divergence and sectors of every variant as the emulator measures them, but for
/// those whose bug is the point.
void check_recordings(Report& report, const catalog::Catalog& catalog);
/// What the driver says to PTX that is too new or wrong.
void check_compiling(Report& report);
/// An OpenGL context without display, and the picture through a shared texture and through the host.
void check_interop(Report& report, const catalog::Catalog& catalog);
/// A kernel that faults: explained, and the GPU given up. Nothing can run on the GPU after it in this process.
void check_fault(Report& report);
/// Kernels that fault and kernels that never end, each in a child process: how long until that is said, and until a
/// sound kernel runs again.
void check_guard(Report& report);
/// Layers that the GPU makes of recordings; needs a current OpenGL context of the GPU's, like the next two.
void check_overlays(Report& report, const catalog::Catalog& catalog);
void measure_overlays(Report& report, const catalog::Catalog& catalog);
/// Shared texture against host copy.
void measure_transfers(Report& report, const catalog::Catalog& catalog);
/// A plan for several devices on all GPUs gives what the emulator does, and one GPU.
void check_team(Report& report, const catalog::Catalog& catalog);
/// The same on sizes that the emulator would take too long for, with times.
void measure_team(Report& report, const catalog::Catalog& catalog);
/// Kernel times, times of a frame, transfer times.
void measure(Report& report, const catalog::Catalog& catalog);

} // namespace warpscope::selfcheck
