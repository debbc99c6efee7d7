// What measuring costs: the default experiment (box_blur/naive, 1024 x 1024 colour, radius 3, 16 x 16 blocks), with
// nothing collected, then with more and more; the same on smaller and larger pictures; tiled matmul and a histogram;
// and code compiled without optimisation. Arguments of each benchmark: host threads, then the side where there are
// several.
#include <benchmark/benchmark.h>

#include <fstream>
#include <iterator>

#include "compile/compiler.hpp"
#include "metrics/measure.hpp"
#include "ptx/parser.hpp"

namespace warpscope::metrics {
namespace {

constexpr uint32_t usual_side = 1024;

template<class T>
T checked(Result<T> result) {
    if (!result) throw std::runtime_error(result.error().text());
    return std::move(*result);
}

using ProgramPtr = std::shared_ptr<const simt::Program>;

ProgramPtr program_of(const std::string& path, bool unoptimised = false) {
    std::ifstream file(WARPSCOPE_SOURCE_DIR "/" + path);
    compile::CompileRequest request;
    request.file = path;
    request.source.assign(std::istreambuf_iterator<char>(file), {});
    request.optimisation = unoptimised ? 0 : 3;
    auto module = checked(ptx::parse(checked(compile::compile(request)).ptx, request.file));
    return checked(simt::Program::build(std::make_shared<const ptx::Module>(std::move(module))));
}

ExecutionPlan blur_plan(uint32_t side) {
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
    launch.arguments = {BufferArgument{1}, BufferArgument{0},
                        ScalarArgument{"width", ElementType::s32, static_cast<double>(side)},
                        ScalarArgument{"height", ElementType::s32, static_cast<double>(side)},
                        ScalarArgument{"radius", ElementType::s32, 3}};
    plan.launches.push_back(std::move(launch));
    return plan;
}

void repeat(benchmark::State& state, const ProgramPtr& program, const ExecutionPlan& plan, MeasureOptions options) {
    options.launch.workers = static_cast<uint32_t>(state.range(0));
    uint64_t instructions = 0;
    for (auto _ : state) instructions += checked(measure(program, plan, options))->launches()[0].thread_instructions;
    state.counters["thread instructions"] =
        benchmark::Counter(static_cast<double>(instructions), benchmark::Counter::kIsRate);
}

void run(benchmark::State& state, const MeasureOptions& what) {
    static const auto program = program_of("cuda/box_blur/naive.cu");
    static const ExecutionPlan plan = blur_plan(usual_side);
    repeat(state, program, plan, what);
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

void side(benchmark::State& state) {
    static const auto program = program_of("cuda/box_blur/naive.cu");
    const auto pixels = static_cast<uint32_t>(state.range(1));
    repeat(state, program, blur_plan(pixels), {});
    state.counters["pixels"] =
        benchmark::Counter(static_cast<double>(state.iterations()) * pixels * pixels, benchmark::Counter::kIsRate);
}

void unoptimised(benchmark::State& state) {
    static const auto program = program_of("cuda/box_blur/naive.cu", true);
    static const ExecutionPlan plan = blur_plan(256);
    repeat(state, program, plan, {});
}

/// Two matrices of 256 x 256 floats into a third, by tiles of 16 x 16 in shared memory.
ExecutionPlan matmul_plan() {
    constexpr uint32_t n = 256;
    const Shape shape{n, n, 1};
    ExecutionPlan plan;
    const auto ones = std::make_shared<const Bytes>(size_t{n} * n * 4);
    plan.buffers = {{{"a", ElementType::f32, 1, shape}, BufferRole::input, ones},
                    {{"b", ElementType::f32, 1, shape}, BufferRole::input, ones},
                    {{"c", ElementType::f32, 1, shape}, BufferRole::output, nullptr}};
    PlannedLaunch launch;
    launch.kernel = "matmul";
    launch.config = {{n / 16, n / 16, 1}, {16, 16, 1}, 0};
    launch.arguments = {BufferArgument{0}, BufferArgument{1}, BufferArgument{2},
                        ScalarArgument{"n", ElementType::s32, n}};
    plan.launches.push_back(std::move(launch));
    return plan;
}

ExecutionPlan histogram_plan() {
    constexpr uint32_t count = 1 << 20;
    Bytes data(count);
    for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::byte>(i * 2654435761u >> 13);
    ExecutionPlan plan;
    plan.buffers = {{{"data", ElementType::u8, 1, {count, 1, 1}},
                     BufferRole::input,
                     std::make_shared<const Bytes>(std::move(data))},
                    {{"bins", ElementType::u32, 1, {256, 1, 1}},
                     BufferRole::output,
                     std::make_shared<const Bytes>(size_t{256} * 4)}};
    PlannedLaunch launch;
    launch.kernel = "histogram";
    launch.config = {{count / 256, 1, 1}, {256, 1, 1}, 0};
    launch.arguments = {BufferArgument{0}, BufferArgument{1}, ScalarArgument{"count", ElementType::s32, count}};
    plan.launches.push_back(std::move(launch));
    return plan;
}

void tiled_matmul(benchmark::State& state) {
    static const auto program = program_of("tests/metrics/bench.cu");
    repeat(state, program, matmul_plan(), {});
}
void tiled_matmul_and_races(benchmark::State& state) {
    static const auto program = program_of("tests/metrics/bench.cu");
    MeasureOptions options;
    options.races = true;
    repeat(state, program, matmul_plan(), options);
}
void histogram(benchmark::State& state) {
    static const auto program = program_of("tests/metrics/bench.cu");
    repeat(state, program, histogram_plan(), {});
}

BENCHMARK(divergence)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(divergence_costs)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(divergence_costs_maps)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(what_the_window_shows)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(window_and_races)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(side)->ArgsProduct({{1, 2}, {256, 512, 1024, 2048, 4096}})->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(unoptimised)->Arg(1)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(tiled_matmul)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(tiled_matmul_and_races)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(histogram)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
} // namespace warpscope::metrics

BENCHMARK_MAIN();
