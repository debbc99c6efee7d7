// Common parts of the GPU self-check: counted results, and runs prepared without a window.
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

class Report {
public:
    void section(std::string_view title);
    /// Counts one check and prints `what` if it failed.
    bool check(bool passed, std::string_view what);
    void note(std::string_view text);
    /// Returns the exit status: 0 if there were checks and all passed.
    [[nodiscard]] int finish() const;

private:
    int checks_ = 0, failures_ = 0;
};

struct RunRequest {
    std::string_view experiment;
    std::string input;             // specification; empty: the experiment's default
    Dim3 block{16, 16, 1};         // x == 0: the experiment's default
    int radius = -1;               // -1: the experiment's default, if it has a radius
    std::string_view variant = {}; // empty: the default
    std::map<std::string, double> values = {};
};

[[nodiscard]] Result<session::RunResult> make_run(const catalog::Catalog& catalog, const RunRequest& request);

[[nodiscard]] Result<std::shared_ptr<const metrics::Measured>> emulate(const session::RunResult& run);

[[nodiscard]] inline double milliseconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// Returns median and range as "0.123 ms (0.120 to 0.140, 101 times)".
[[nodiscard]] std::string spread(std::vector<double> milliseconds);
[[nodiscard]] double median(std::vector<double> values);

/// Compares the bytes of GPU, emulator and plain C++. `large` adds sizes that take seconds.
void check_parity(Report& report, const catalog::Catalog& catalog, bool large);
/// Compares the buffers of every variant between GPU and emulator, except variants with intended bugs. Floats may
/// differ by the order of atomics or by approximations; the report shows how much.
void check_course(Report& report, const catalog::Catalog& catalog);
/// Compares owners, divergence and sectors recorded by probes on the GPU with the emulator's measurements, except for
/// variants with intended bugs.
void check_recordings(Report& report, const catalog::Catalog& catalog);
/// Checks the driver's errors for PTX that is too new or invalid.
void check_compiling(Report& report);
/// Checks pictures that go to OpenGL through a shared texture or through the host, in a context without display.
void check_interop(Report& report, const catalog::Catalog& catalog);
/// Checks that a fault is explained and ends the use of the GPU. Later checks in this process cannot use the GPU.
void check_fault(Report& report);
/// Runs kernels in a child process. Measures the time until a faulty or endless kernel is reported, and the time until
/// a sound kernel has run again.
void check_guard(Report& report);
/// Checks layers made from recordings. This function and the next two need a current OpenGL context of the GPU.
void check_overlays(Report& report, const catalog::Catalog& catalog);
void measure_overlays(Report& report, const catalog::Catalog& catalog);
/// Compares the times of shared textures and host copies.
void measure_transfers(Report& report, const catalog::Catalog& catalog);
/// Runs a plan for several devices on all GPUs, and compares the results with those of one GPU and the emulator.
void check_team(Report& report, const catalog::Catalog& catalog);
/// Measures sizes that are too large for the emulator.
void measure_team(Report& report, const catalog::Catalog& catalog);
void measure(Report& report, const catalog::Catalog& catalog);

} // namespace warpscope::selfcheck
