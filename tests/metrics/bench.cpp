// What measuring costs: the default experiment (box_blur/naive, 1024 x 1024 colour, radius 3, 16 x 16 blocks), with
// nothing collected, then with more and more. Arguments of each benchmark: host threads.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

#include "compile/compiler.hpp"
#include "metrics/measure.hpp"
#include "ptx/parser.hpp"

namespace warpscope::metrics {
namespace {

constexpr uint32_t side = 1024;

template<class T>
T checked(Result<T> result) {
    if (!result) throw std::runtime_error(result.error().text());
    return std::move(*result);
}

std::shared_ptr<const simt::Program> blur_program() {
    std::ifstream file(WARPSCOPE_SOURCE_DIR "/cuda/box_blur/naive.cu");
    compile::CompileRequest request;
    request.file = "naive.cu";
    request.source.assign(std::istreambuf_iterator<char>(file), {});
    auto module = checked(ptx::parse(checked(compile::compile(request)).ptx, request.file));
    return checked(simt::Program::build(std::make_shared<const ptx::Module>(std::move(module))));
}

ExecutionPlan blur_plan() {
    Bytes pixels(size_t{side} * side * 3);
    for (size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::byte>(i * 2654435761u >> 13);
    const Shape shape{side, side, 1};
    ExecutionPlan plan;
    plan.buffers.push_back(
        {{"in", ElementType::u8, 3, shape}, BufferRole::input, std::make_shared<const Bytes>(std::move(pixels))});
    plan.buffers.push_back({{"out", ElementType::u8, 3, shape}, BufferRole::output, nullptr});
    PlannedLaunch launch;
    launch.kernel = "box_blur";
    launch.config = {{side / 16, side / 16, 1}, {16, 16, 1}, 0};
    launch.arguments = {BufferArgument{1}, BufferArgument{0}, ScalarArgument{"width", ElementType::s32, side},
                        ScalarArgument{"height", ElementType::s32, side},
                        ScalarArgument{"radius", ElementType::s32, 3}};
    plan.launches.push_back(std::move(launch));
    return plan;
}

void run(benchmark::State& state, const MeasureOptions& what) {
    static const auto program = blur_program();
    static const ExecutionPlan plan = blur_plan();
    MeasureOptions options = what;
    options.launch.workers = static_cast<uint32_t>(state.range(0));
    for (auto _ : state) benchmark::DoNotOptimize(checked(measure(program, plan, options)));
}

void divergence(benchmark::State& state) {
    run(state, {.launch = {}, .maps = false, .costs = false, .uninitialised = false});
}
void divergence_costs(benchmark::State& state) {
    run(state, {.launch = {}, .maps = false, .costs = true, .uninitialised = false});
}
void divergence_costs_maps(benchmark::State& state) {
    run(state, {.launch = {}, .maps = true, .costs = true, .uninitialised = false});
}
void what_the_window_shows(benchmark::State& state) { run(state, {}); }
void window_and_races(benchmark::State& state) {
    MeasureOptions options;
    options.races = true;
    run(state, options);
}

/// From the moment of cancelling until measure() has returned: `latest` is the longest of all rounds, which must stay
/// below 50 ms. Cancelled at another moment in every round, among them the second run that looks for races.
void cancel(benchmark::State& state) {
    static const auto program = blur_program();
    static const ExecutionPlan plan = blur_plan();
    double latest = 0;
    int round = 0;
    for (auto _ : state) {
        std::atomic<bool> stop{false};
        std::atomic<std::chrono::steady_clock::time_point> asked{};
        MeasureOptions options;
        options.launch.workers = static_cast<uint32_t>(state.range(0));
        options.launch.cancel = &stop;
        options.races = true;
        std::jthread user([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(5 + 17 * (round++ % 16)));
            asked = std::chrono::steady_clock::now();
            stop = true;
        });
        const auto result = checked(measure(program, plan, options));
        const auto ended = std::chrono::steady_clock::now();
        user.join();
        const double late = std::max(std::chrono::duration<double>(ended - asked.load()).count(), 0.0);
        state.SetIterationTime(late);
        latest = std::max(latest, 1000 * late);
    }
    state.counters["latest_ms"] = latest;
}

BENCHMARK(cancel)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseManualTime()->Iterations(32);
BENCHMARK(divergence)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(divergence_costs)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(divergence_costs_maps)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(what_the_window_shows)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(window_and_races)->Arg(1)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
} // namespace warpscope::metrics

BENCHMARK_MAIN();
