// Measures recording and stepping of a block without a window.
// Usage: replay_bench [NAME/VARIANT INPUT BLOCK [NAME=VALUE]...]
// The default is matmul/element in a block of 1024 threads.
#include <algorithm>
#include <chrono>
#include <random>

#include <fmt/format.h>

#include "cli/target.hpp"
#include "replay/history.hpp"
#include "replay/variables.hpp"
#include "session/stepped.hpp"

namespace warpscope::replay {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

std::string median_and_longest(std::vector<double> times) {
    std::ranges::sort(times);
    return fmt::format("{:.2f} ms in the median, {:.1f} at the longest", times[times.size() / 2], times.back());
}

/// Computes the variables' rows, as the window does at each step.
void read_rows(const Recording& recording, const State& state, uint64_t step, uint32_t warp) {
    if (const auto at = warp_position(recording, warp, step)) static_cast<void>(rows_at(recording, state, *at));
}

int measure(const cli::TargetOptions& options) {
    const auto request = cli::make_request(catalog::load_catalog(catalog::catalog_folder()), options);
    if (!request) return fmt::print(stderr, "{}\n", request.error().text()), 1;
    const auto run = session::run(*request);
    if (!run) return fmt::print(stderr, "{}\n", run.error().text()), 1;
    const auto build = session::stepped_build(**run, true);
    if (!build) return fmt::print(stderr, "{}\n", build.error().text()), 1;
    RecordRequest record_request;
    record_request.memory_limit = uint64_t{768} << 20; // limit of the window
    record_request.launch = static_cast<uint32_t>((*run)->measured->launches().size()) - 1;
    for (const uint64_t max : {uint64_t{100'000}, uint64_t{0}}) {
        record_request.max_records = max;
        const auto begin = Clock::now();
        const auto recorded = record_block((*run)->measured, build->stepped, record_request);
        if (!recorded) return fmt::print(stderr, "{}\n", recorded.error().text()), 1;
        const double recording_ms = milliseconds_since(begin);
        const Recording& recording = **recorded;
        const auto history = History::of(*recorded);
        State state = recording.state_at(0);
        read_rows(recording, state, 1, 0);
        const double first_ms = milliseconds_since(begin);
        const auto& contents = recording.contents();
        uint64_t kept = 0;
        for (const State& one : contents.kept) kept += one.bytes();
        constexpr double mib = 1 << 20;
        const uint64_t records = recording.record_count(), steps = recording.steps().size();
        fmt::print("{}: {} PTX instructions of warps in {} steps{}\n", build->name, records, steps,
                   contents.is_beginning    ? ", the beginning"
                   : recording.is_cut_off() ? ", cut off where the memory was full"
                                            : "");
        fmt::print("  recorded in {:.0f} ms, first moment after {:.0f} ms\n", recording_ms, first_ms);
        fmt::print("  memory: log {:.0f} MiB, {} kept states {:.0f} MiB, records and steps {:.0f} MiB\n",
                   static_cast<double>(contents.log.size()) / mib, contents.kept.size(),
                   static_cast<double>(kept) / mib,
                   static_cast<double>(contents.records.size() * sizeof(Record) + steps * sizeof(Step)) / mib);
        std::vector<double> one_step, jump;
        std::mt19937_64 random(1);
        for (int k = 0; k < 60; ++k) {
            const uint64_t to = random() % (steps - 1);
            auto at = Clock::now();
            recording.move(state, recording.records_before(to));
            read_rows(recording, state, to, 0);
            jump.push_back(milliseconds_since(at));
            for (const uint64_t next : {to + 1, to}) {
                at = Clock::now();
                recording.move(state, recording.records_before(next));
                read_rows(recording, state, next, 0);
                one_step.push_back(milliseconds_since(at));
            }
        }
        fmt::print("  a step either way: {}; a jump: {}\n", median_and_longest(one_step), median_and_longest(jump));
        if (!contents.is_beginning) break;
    }
    return 0;
}

} // namespace
} // namespace warpscope::replay

int main(int argc, char** argv) {
    warpscope::cli::TargetOptions options{"matmul/element", "noise:4096x32", "32x32",
                                          {"columns=32"},   "emulator",      "auto"};
    if (argc >= 4) {
        options = {argv[1], argv[2], argv[3], {}, "emulator", "auto"};
        options.settings.assign(argv + 4, argv + argc);
    }
    return warpscope::replay::measure(options);
}
