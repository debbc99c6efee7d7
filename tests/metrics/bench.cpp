// Measures the cost of measuring: box_blur/naive (1024 x 1024 color, radius 3, 16 x 16 blocks) with more and more
// collected data, then other sizes, tiled matmul, a histogram, and unoptimized code. A benchmark's arguments are the
// number of host threads and, if it varies, the picture's side.
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

constexpr uint32_t usual_side = 1024;

template<class T>
T checked(Result<T> result) {
    if (!result) throw std::runtime_error(result.error().text());
    return std::move(*result);
}

using ProgramPtr = std::shared_ptr<const simt::Program>;

ProgramPtr program_of(const std::string& path, bool unoptimized = false) {
    std::ifstream file(WARPSCOPE_SOURCE_DIR "/" + path);
    compile::CompileRequest request;
    request.file = path;
    request.source.assign(std::istreambuf_iterator<char>(file), {});
    request.optimization = unoptimized ? 0 : 3;
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

/// Measures blocks whose width is not a multiple of half a warp. Neighboring lanes then often have pixels in different
/// rows.
void block(benchmark::State& state) {
    static const auto program = program_of("cuda/box_blur/naive.cu");
    ExecutionPlan plan = blur_plan(usual_side);
    LaunchConfig& config = plan.launches[0].config;
    config.block = {static_cast<uint32_t>(state.range(1)), static_cast<uint32_t>(state.range(2)), 1};
    config.grid = {(usual_side + config.block.x - 1) / config.block.x,
                   (usual_side + config.block.y - 1) / config.block.y, 1};
    repeat(state, program, plan, {});
}

void divergence(benchmark::State& state) {
    run(state, {.launch = {}, .maps = false, .costs = false, .uninitialized = false});
}
void divergence_costs(benchmark::State& state) {
    run(state, {.launch = {}, .maps = false, .costs = true, .uninitialized = false});
}
void divergence_costs_maps(benchmark::State& state) {
    run(state, {.launch = {}, .maps = true, .costs = true, .uninitialized = false});
}
void window_measurement(benchmark::State& state) { run(state, {}); }
void window_and_races(benchmark::State& state) {
    MeasureOptions options;
    options.races = true;
    run(state, options);
}

/// Measures the time from cancellation until measure() returns. `latest` is the maximum and must stay below 50 ms.
/// Cancels at a different moment each time, sometimes during the second run, which checks for races.
void cancel(benchmark::State& state) {
    static const auto program = program_of("cuda/box_blur/naive.cu");
    static const ExecutionPlan plan = blur_plan(usual_side);
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

void side(benchmark::State& state) {
    static const auto program = program_of("cuda/box_blur/naive.cu");
    const auto pixels = static_cast<uint32_t>(state.range(1));
    repeat(state, program, blur_plan(pixels), {});
    state.counters["pixels"] =
        benchmark::Counter(static_cast<double>(state.iterations()) * pixels * pixels, benchmark::Counter::kIsRate);
}

/// Plans a blur with one byte per pixel, for the goals in docs/MEASUREMENTS.md.
ExecutionPlan gray_plan() {
    ExecutionPlan plan = blur_plan(usual_side);
    for (PlannedBuffer& buffer : plan.buffers) buffer.layout.channels = 1;
    plan.buffers[0].initial = std::make_shared<const Bytes>(plan.buffers[0].initial->begin(),
                                                            plan.buffers[0].initial->begin() + usual_side * usual_side);
    plan.launches[0].kernel = "blur_grey";
    std::swap(plan.launches[0].arguments[0], plan.launches[0].arguments[1]);
    return plan;
}

void gray(benchmark::State& state) {
    static const auto program = program_of("tests/metrics/bench.cu");
    static const ExecutionPlan plan = gray_plan();
    repeat(state, program, plan, {});
}
void gray_and_races(benchmark::State& state) {
    static const auto program = program_of("tests/metrics/bench.cu");
    static const ExecutionPlan plan = gray_plan();
    MeasureOptions options;
    options.races = true;
    repeat(state, program, plan, options);
}

void unoptimized(benchmark::State& state) {
    static const auto program = program_of("cuda/box_blur/naive.cu", true);
    static const ExecutionPlan plan = blur_plan(256);
    repeat(state, program, plan, {});
}

/// Plans the product of two 256 x 256 matrices with 16 x 16 tiles in shared memory.
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

/// Plans a kernel whose lanes each read and write their own sector.
ExecutionPlan scatter_plan() {
    ExecutionPlan plan = histogram_plan();
    constexpr uint32_t count = 1 << 20;
    plan.buffers[0].layout.type = plan.buffers[1].layout.type = ElementType::u32;
    plan.buffers[0].initial = std::make_shared<const Bytes>(size_t{count} * 4);
    plan.buffers[1].layout.shape = {count, 1, 1};
    plan.buffers[1].initial = nullptr;
    plan.launches[0].kernel = "scatter";
    return plan;
}
/// Plans a kernel whose requests all have different address patterns.
ExecutionPlan permute_plan() {
    ExecutionPlan plan = scatter_plan();
    plan.launches[0].kernel = "permute";
    return plan;
}
/// Plans a transposition without shared memory, in which neighboring lanes store to neighboring rows.
ExecutionPlan transpose_plan() {
    ExecutionPlan plan = gray_plan();
    for (PlannedBuffer& buffer : plan.buffers) buffer.layout.type = ElementType::f32;
    plan.buffers[0].initial = std::make_shared<const Bytes>(size_t{usual_side} * usual_side * 4);
    plan.launches[0].kernel = "transpose";
    plan.launches[0].config = {{usual_side / 32, usual_side / 8, 1}, {32, 8, 1}, 0};
    plan.launches[0].arguments.pop_back();
    return plan;
}
void transpose(benchmark::State& state) {
    static const auto program = program_of("tests/metrics/bench.cu");
    static const ExecutionPlan plan = transpose_plan();
    repeat(state, program, plan, {});
}
void scatter(benchmark::State& state) {
    static const auto program = program_of("tests/metrics/bench.cu");
    repeat(state, program, scatter_plan(), {});
}
void permute(benchmark::State& state) {
    static const auto program = program_of("tests/metrics/bench.cu");
    repeat(state, program, permute_plan(), {});
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

BENCHMARK(cancel)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseManualTime()->Iterations(32);
BENCHMARK(divergence)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(divergence_costs)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(divergence_costs_maps)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(window_measurement)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(window_and_races)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(block)
    ->ArgsProduct({{1, 2}, {17, 20, 32}, {16}})
    ->Args({1, 16, 17})
    ->Args({2, 16, 17})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(side)->ArgsProduct({{1, 2}, {256, 512, 1024, 2048, 4096}})->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(gray)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(gray_and_races)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(unoptimized)->Arg(1)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(tiled_matmul)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(tiled_matmul_and_races)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(transpose)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(scatter)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(permute)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(histogram)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
} // namespace warpscope::metrics

BENCHMARK_MAIN();
