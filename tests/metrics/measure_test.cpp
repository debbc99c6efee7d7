// Measures compiled kernels and compares the results with textbook figures.
#include "metrics/measure.hpp"

#include <atomic>

#include "metrics/run_kernel.hpp"

namespace warpscope::metrics {
namespace {

ExecutionPlan gray_plan(Shape shape, Dim3 block) {
    std::vector<uint8_t> pixels(shape.cells() * 3);
    for (size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<uint8_t>(i * 7);
    ExecutionPlan plan;
    plan.buffers = {buffer_of("gray", ElementType::u8, 1, shape, BufferRole::output),
                    buffer_of("rgb", ElementType::u8, 3, shape, BufferRole::input, bytes_of(pixels))};
    const Dim3 grid{(shape.width + block.x - 1) / block.x, (shape.height + block.y - 1) / block.y, 1};
    plan.launches = {
        {"color_to_gray",
         {grid, block},
         {BufferArgument{0}, BufferArgument{1}, scalar("width", shape.width), scalar("height", shape.height)}}};
    return plan;
}

TEST(Measure, GrayImageMatchesTextbook) {
    const Shape shape{76, 62, 1};
    const auto run = measured(compiled("kernels/color_to_gray.cu"), gray_plan(shape, {16, 16, 1}));
    ASSERT_TRUE(run);
    const LaunchMeasurement& launch = run->launches().at(0);
    EXPECT_EQ(launch.config.blocks(), 20u);
    EXPECT_EQ(launch.config.threads(), 5120u);
    EXPECT_EQ(launch.ownership.owners, 4712u);
    EXPECT_EQ(launch.ownership.idle_threads, 408u);
    EXPECT_EQ(launch.ownership.blocks_by_owners,
              (std::map<uint64_t, uint64_t>{{256, 12}, {192, 3}, {224, 4}, {168, 1}}));
    EXPECT_TRUE(launch.ownership.placement.exact);
    EXPECT_EQ(launch.divergence.divergent_warps, 31u);
    EXPECT_EQ(launch.divergence.warps.size(), 160u);
    EXPECT_GT(launch.divergence.simt_efficiency, 0.8);
    EXPECT_LT(launch.divergence.simt_efficiency, 1.0);
    EXPECT_TRUE(launch.findings.empty());
    EXPECT_EQ(launch.global.load_bytes, 4712u * 3);
    EXPECT_EQ(launch.global.store_bytes, 4712u);
    ASSERT_EQ(launch.maps.size(), 2u);
    const CellMaps* gray = maps_of(launch, 0);
    const CellMaps* rgb = maps_of(launch, 1);
    ASSERT_TRUE(gray && rgb);
    EXPECT_EQ(gray->writes, CellCounts(std::vector<uint32_t>(shape.cells(), 1)));
    EXPECT_TRUE(gray->reads.empty());
    EXPECT_TRUE(rgb->owner.empty());
    EXPECT_EQ(rgb->reads, CellCounts(std::vector<uint32_t>(shape.cells(), 3)));
    // Pixel (70, 61) belongs to block (4, 3), thread (6, 13).
    EXPECT_EQ(gray->owner[61 * 76 + 70], 19u * 256 + 13 * 16 + 6 + 1);
    uint64_t idle_warps = 0; // the last warp of each bottom block covers rows 62 and 63, below the picture
    for (const WarpRecord& warp : launch.divergence.warps) idle_warps += warp.kind == WarpClass::idle ? 1 : 0;
    EXPECT_EQ(idle_warps, 5u);
}

TEST(Measure, MapsIgnoreWorkersAndOrder) {
    const ProgramPtr program = compiled("kernels/color_to_gray.cu");
    for (const Shape shape : {Shape{1, 1, 1}, Shape{1, 53, 1}, Shape{101, 37, 1}})
        for (const Dim3 block : {Dim3{7, 5, 1}, Dim3{33, 1, 1}, Dim3{1, 64, 1}}) {
            const ExecutionPlan plan = gray_plan(shape, block);
            const auto plain = measured(program, plan);
            ASSERT_TRUE(plain);
            const LaunchMeasurement& expected = plain->launches()[0];
            EXPECT_EQ(expected.ownership.owners, shape.cells());
            EXPECT_EQ(values_of<uint8_t>(plain->buffer(0)).size(), shape.cells());
            for (const auto& [workers, seed] : {std::pair<uint32_t, uint64_t>{1, 0}, {2, 7}, {6, 99}}) {
                MeasureOptions options;
                options.launch.workers = workers;
                options.launch.seed = seed;
                const auto other = measured(program, plan, options);
                ASSERT_TRUE(other);
                const LaunchMeasurement& launch = other->launches()[0];
                ASSERT_EQ(launch.maps.size(), expected.maps.size());
                for (size_t i = 0; i < launch.maps.size(); ++i) {
                    EXPECT_EQ(launch.maps[i].owner, expected.maps[i].owner);
                    EXPECT_EQ(launch.maps[i].writes, expected.maps[i].writes);
                    EXPECT_EQ(launch.maps[i].reads, expected.maps[i].reads);
                }
                EXPECT_EQ(launch.divergence.divergent_warps, expected.divergence.divergent_warps);
                EXPECT_EQ(launch.global.load_sectors, expected.global.load_sectors);
                EXPECT_EQ(launch.global.load_sectors_ideal, expected.global.load_sectors_ideal);
                EXPECT_EQ(launch.warp_instructions, expected.warp_instructions);
            }
        }
}

// There are so many cells that the workers also share the evaluation.
TEST(Measure, LargeMapsIgnoreWorkers) {
    const ProgramPtr program = compiled("kernels/color_to_gray.cu");
    const ExecutionPlan plan = gray_plan({521, 509, 1}, {33, 7, 1});
    MeasureOptions options;
    options.launch.workers = 1;
    const auto one = measured(program, plan, options);
    options.launch.workers = 2;
    const auto two = measured(program, plan, options);
    ASSERT_TRUE(one && two);
    const LaunchMeasurement &expected = one->launches()[0], &launch = two->launches()[0];
    EXPECT_EQ(launch.ownership.owners, 521u * 509);
    EXPECT_EQ(launch.ownership.owner_bits, expected.ownership.owner_bits);
    EXPECT_EQ(launch.ownership.blocks_by_owners, expected.ownership.blocks_by_owners);
    EXPECT_TRUE(expected.ownership.placement.exact);
    EXPECT_TRUE(launch.ownership.placement.exact);
    ASSERT_EQ(launch.maps.size(), expected.maps.size());
    for (size_t i = 0; i < launch.maps.size(); ++i) {
        EXPECT_EQ(launch.maps[i].owner, expected.maps[i].owner);
        EXPECT_EQ(launch.maps[i].writes, expected.maps[i].writes);
        EXPECT_EQ(launch.maps[i].reads, expected.maps[i].reads);
    }
}

TEST(Measure, PaddingRemovesTransposeConflicts) {
    const ProgramPtr program = compiled("kernels/transpose.cu");
    const Shape shape{64, 64, 1};
    for (const bool padded : {false, true}) {
        ExecutionPlan plan;
        plan.buffers = {buffer_of("out", ElementType::f32, 1, shape, BufferRole::output),
                        buffer_of("in", ElementType::f32, 1, shape, BufferRole::input, bytes_of(counting(64 * 64)))};
        plan.launches = {{padded ? "transpose_padded" : "transpose_plain",
                          {{2, 2, 1}, {32, 32, 1}},
                          {BufferArgument{0}, BufferArgument{1}, scalar("width", 64)}}};
        MeasureOptions options;
        options.races = true;
        const auto run = measured(program, plan, options);
        ASSERT_TRUE(run);
        const LaunchMeasurement& launch = run->launches()[0];
        EXPECT_EQ(launch.shared.requests, 4u * 32 * 2);
        EXPECT_EQ(launch.shared.passes, padded ? 4u * 32 * 2 : 4u * 32 * (1 + 32));
        EXPECT_EQ(launch.global.load_sectors, 4u * 32 * 4);
        EXPECT_EQ(launch.global.store_sectors, 4u * 32 * 4);
        EXPECT_TRUE(launch.findings.empty());
        const auto out = values_of<float>(run->buffer(0));
        for (uint32_t i = 0; i < 64 * 64; ++i) ASSERT_EQ(out[i], static_cast<float>(i % 64 * 64 + i / 64));
        uint64_t requests = 0, passes = 0;
        for (const LineCost& line : launch.lines) {
            EXPECT_EQ(line.file, "kernels/transpose.cu");
            requests += line.shared_requests;
            passes += line.shared_passes;
        }
        EXPECT_EQ(requests, launch.shared.requests);
        EXPECT_EQ(passes, launch.shared.passes);
    }
}

ExecutionPlan strided_plan(int stride) {
    ExecutionPlan plan;
    plan.buffers = {
        buffer_of("out", ElementType::f32, 1, {256, 1, 1}, BufferRole::output),
        buffer_of("in", ElementType::f32, 1, {256 * 33, 1, 1}, BufferRole::input, bytes_of(counting(256 * 33)))};
    plan.launches = {
        {"strided", {{2, 1, 1}, {128, 1, 1}}, {BufferArgument{0}, BufferArgument{1}, scalar("stride", stride)}}};
    return plan;
}

TEST(Measure, SectorsGrowWithTheStride) {
    const ProgramPtr program = compiled("kernels/patterns.cu");
    for (const auto& [stride, sectors] : {std::pair{0, 1u}, {1, 4u}, {2, 8u}, {4, 16u}, {8, 32u}, {33, 32u}}) {
        const auto run = measured(program, strided_plan(stride));
        ASSERT_TRUE(run);
        const GlobalTraffic& global = run->launches()[0].global;
        EXPECT_EQ(global.load_requests, 8u);
        EXPECT_EQ(global.load_sectors, 8u * sectors) << stride;
        EXPECT_EQ(global.load_sectors_ideal, stride == 0 ? 8u : 32u);
        EXPECT_EQ(global.store_sectors, 32u);
    }
}

TEST(Measure, HistogramCountsAtomicsAndFloats) {
    const ProgramPtr program = compiled("kernels/patterns.cu");
    std::vector<uint8_t> in(1000);
    for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<uint8_t>(i * i % 7);
    ExecutionPlan plan;
    plan.buffers = {
        buffer_of("bins", ElementType::u32, 1, {256, 1, 1}, BufferRole::output, bytes_of(std::vector<uint32_t>(256))),
        buffer_of("in", ElementType::u8, 1, {1000, 1, 1}, BufferRole::input, bytes_of(in))};
    plan.launches = {
        {"histogram", {{8, 1, 1}, {128, 1, 1}}, {BufferArgument{0}, BufferArgument{1}, scalar("n", 1000)}}};
    MeasureOptions options;
    options.races = true;
    const auto run = measured(program, plan, options);
    ASSERT_TRUE(run);
    const LaunchMeasurement& launch = run->launches()[0];
    EXPECT_EQ(launch.atomics.operations, 1000u);
    EXPECT_EQ(launch.atomics.requests, 32u);
    EXPECT_EQ(launch.global.store_requests, 0u);
    EXPECT_EQ(launch.float_operations, 0u);
    EXPECT_TRUE(launch.findings.empty());
    const CellMaps* bins = maps_of(launch, 0);
    ASSERT_TRUE(bins);
    const auto counts = values_of<uint32_t>(run->buffer(0));
    EXPECT_EQ(bins->writes, CellCounts(counts)); // each lane operation adds 1
}

TEST(Measure, LaunchesAreMeasuredInOrder) {
    const ProgramPtr program = compiled("kernels/patterns.cu");
    ExecutionPlan plan;
    plan.buffers = {buffer_of("data", ElementType::f32, 1, {96, 1, 1}, BufferRole::output, bytes_of(counting(96)))};
    for (int i = 0; i < 3; ++i)
        plan.launches.push_back(
            {"scale", {{3, 1, 1}, {32, 1, 1}}, {BufferArgument{0}, scalar("factor", 2, ElementType::f32)}});
    MeasureOptions options;
    options.races = true;
    const auto run = measured(program, plan, options);
    ASSERT_TRUE(run);
    ASSERT_EQ(run->launches().size(), 3u);
    const auto data = values_of<float>(run->buffer(0));
    for (int i = 0; i < 96; ++i) EXPECT_EQ(data[static_cast<size_t>(i)], static_cast<float>(i * 8 + 7));
    for (const LaunchMeasurement& launch : run->launches()) {
        EXPECT_EQ(launch.float_operations, 96u * 2); // one fma per element
        EXPECT_DOUBLE_EQ(launch.operations_per_byte(), 0.5);
        EXPECT_TRUE(launch.findings.empty());
    }
    // A rerun of the first launch starts from the memory before that launch, not from the results.
    const auto first = run->trace_block(0, 1);
    ASSERT_TRUE(first.has_value());
    EXPECT_EQ(first->accesses.size(), 64u);
    EXPECT_EQ(first->halos.at(0).tile.size(), 32u);
    EXPECT_TRUE(first->halos[0].cells.empty());
}

TEST(Measure, KernelsMayStoreToInputs) {
    const ProgramPtr program = compiled("kernels/patterns.cu");
    for (const uint32_t count : {1000u, 4'500'000u}) { // a small input, and one large enough for its own pages
        const std::vector<float> before = counting(count);
        ExecutionPlan plan;
        plan.buffers = {buffer_of("out", ElementType::f32, 1, {32, 1, 1}, BufferRole::output),
                        buffer_of("in", ElementType::f32, 1, {count, 1, 1}, BufferRole::input, bytes_of(before)),
                        buffer_of("unused", ElementType::f32, 1, {count, 1, 1}, BufferRole::input, bytes_of(before))};
        plan.launches = {
            {"scale", {{4, 1, 1}, {32, 1, 1}}, {BufferArgument{1}, scalar("factor", 2, ElementType::f32)}},
            {"weighted", {{1, 1, 1}, {32, 1, 1}}, {BufferArgument{0}, BufferArgument{1}}}}; // does not store to `in`
        plan.symbols = {{"weights", bytes_of(std::vector<float>{3, 10, 100})}};
        for (const bool maps : {true, false}) {
            MeasureOptions options;
            options.maps = maps;
            const auto run = measured(program, plan, options);
            ASSERT_TRUE(run);
            std::vector<float> expected = before;
            for (size_t i = 0; i < 128; ++i) expected[i] = 2 * expected[i] + 1;
            EXPECT_EQ(values_of<float>(run->buffer(1)), expected) << count << maps;
            EXPECT_EQ(*plan.buffers[1].initial, *bytes_of(before)) << count << maps;
            EXPECT_EQ(run->buffer(2).bytes, plan.buffers[2].initial) << count << maps;
            EXPECT_TRUE(run->trace_block(0, 0).has_value());
            EXPECT_EQ(values_of<float>(run->buffer(1)), expected) << count << maps; // the rerun used other memory
        }
    }
}

TEST(Measure, SymbolsAreWrittenFirst) {
    const ProgramPtr program = compiled("kernels/patterns.cu");
    ExecutionPlan plan;
    plan.buffers = {buffer_of("out", ElementType::f32, 1, {32, 1, 1}, BufferRole::output),
                    buffer_of("in", ElementType::f32, 1, {32, 1, 1}, BufferRole::input, bytes_of(counting(32)))};
    plan.launches = {{"weighted", {{1, 1, 1}, {32, 1, 1}}, {BufferArgument{0}, BufferArgument{1}}}};
    plan.symbols = {{"weights", bytes_of(std::vector<float>{3, 10, 100})}};
    const auto run = measured(program, plan);
    ASSERT_TRUE(run);
    EXPECT_EQ(values_of<float>(run->buffer(0))[5], 125.0f);
    // Buffers without stores share the plan's contents. Results are copied only once.
    EXPECT_EQ(run->buffer(1).bytes, plan.buffers[1].initial);
    EXPECT_EQ(run->buffer(0).bytes, run->buffer(0).bytes);
    // A rerun starts from the original symbols and buffers.
    const auto again = run->trace_block(0, 0);
    ASSERT_TRUE(again.has_value());
    EXPECT_GT(again->loads, 0u);

    plan.symbols[0].name = "nothing";
    EXPECT_NE(measure(program, plan).error().message.english().find("no variable 'nothing'"), std::string::npos);
    plan.symbols[0] = {"weights", bytes_of(std::vector<float>(4))};
    EXPECT_NE(measure(program, plan).error().message.english().find("12 bytes"), std::string::npos);
}

TEST(Measure, RejectsInvalidLaunches) {
    const ProgramPtr program = compiled("kernels/patterns.cu");
    ASSERT_TRUE(program);
    ExecutionPlan plan = strided_plan(1);
    plan.launches[0].config.block = {1025, 1, 1};
    EXPECT_EQ(measure(program, plan).error().kind, ErrorKind::usage);
    plan.launches[0].config = {{1u << 23, 1, 1}, {512, 1, 1}}; // 2^32 threads
    EXPECT_NE(measure(program, plan).error().message.english().find("too large to measure"), std::string::npos);
    plan = strided_plan(1);
    plan.launches[0].kernel = "absent";
    EXPECT_NE(measure(program, plan).error().message.english().find("no kernel 'absent'"), std::string::npos);
    plan = strided_plan(1);
    plan.buffers[1].initial = bytes_of(std::vector<float>(3));
    EXPECT_NE(measure(program, plan).error().message.english().find("its contents are 12"), std::string::npos);
}

TEST(Measure, FindingsAreResults) {
    const auto run = measured(compiled("kernels/patterns.cu"), strided_plan(40)); // 256 * 40 is beyond the buffer
    ASSERT_TRUE(run);
    const LaunchMeasurement& launch = run->launches()[0];
    ASSERT_FALSE(launch.findings.empty());
    EXPECT_EQ(launch.findings[0].kind, simt::FindingKind::out_of_bounds);
    EXPECT_EQ(launch.findings[0].block, 1u);
    EXPECT_EQ(launch.findings[0].source.line, 3u);
    EXPECT_GT(launch.finding_count, 1u);
    uint64_t sum = 0;
    for (const simt::Finding& finding : launch.findings) sum += finding.count;
    EXPECT_EQ(sum, launch.finding_count);
}

TEST(Measure, FindsUninitializedReads) {
    ExecutionPlan plan = strided_plan(1);
    plan.buffers[1].initial = nullptr;
    const auto run = measured(compiled("kernels/patterns.cu"), plan);
    ASSERT_TRUE(run);
    const LaunchMeasurement& launch = run->launches()[0];
    ASSERT_EQ(launch.findings.size(), 1u);
    EXPECT_EQ(launch.findings[0].kind, simt::FindingKind::uninitialized_read);
    EXPECT_EQ(launch.findings[0].source.line, 3u);
    EXPECT_EQ(launch.finding_count, 256u);
    EXPECT_EQ(launch.findings[0].count, 256u);
}

TEST(Measure, CancelEndsTheRun) {
    std::atomic<bool> cancel{true};
    MeasureOptions options;
    options.launch.cancel = &cancel;
    const auto run = measured(compiled("kernels/patterns.cu"), strided_plan(1), options);
    ASSERT_TRUE(run);
    EXPECT_TRUE(run->canceled());
}

TEST(Measure, MapsAndCostsAreOptional) {
    MeasureOptions options;
    options.maps = false;
    options.costs = false;
    options.uninitialized = false;
    const auto run = measured(compiled("kernels/patterns.cu"), strided_plan(1), options);
    ASSERT_TRUE(run);
    const LaunchMeasurement& launch = run->launches()[0];
    EXPECT_TRUE(launch.maps.empty());
    EXPECT_TRUE(launch.lines.empty());
    EXPECT_EQ(launch.global.load_requests, 0u);
    EXPECT_EQ(launch.divergence.warps.size(), 8u);
    EXPECT_GT(launch.divergence.warps[7].instructions, 0u);
}

} // namespace
} // namespace warpscope::metrics
