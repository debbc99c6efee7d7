#include <set>

#include "capture/launches.hpp"

namespace warpscope::capture {
namespace {

TEST_F(Launches, AdjacentNumbersAreNotPointers) {
    const Program program("number_pair.cu");
    EXPECT_EQ(program.output, "added\n");
    const auto kept = read_kept(program.folder(), 0);
    ASSERT_TRUE(kept);
    ASSERT_EQ(kept->memory.size(), 1u);
    EXPECT_EQ(kept->pointers, std::vector<uint32_t>{0});
    const auto opened = program.open(0);
    ASSERT_TRUE(opened) << opened.error().text();
    EXPECT_EQ(opened->buffers.size(), 1u);
}

TEST_F(Launches, PictureLaunchesReplayUnchanged) {
    const Program program("picture.cu");
    EXPECT_EQ(program.output, "mean luminance 0.4673\n");
    ASSERT_EQ(program.record.launch_count, 8u);
    const auto first = program.open(0);
    ASSERT_TRUE(first) << first.error().text();
    const BufferShape& in = buffer(*first, "d_in").shape;
    EXPECT_EQ(in.type, ElementType::u8);
    EXPECT_EQ(in.channels, 3u);
    EXPECT_EQ(in.shape, (Shape{320, 200, 1}));
    EXPECT_EQ(buffer(*first, "d_out").shape.shape, (Shape{320, 200, 1}));
    const auto result = run(first->experiment);
    ASSERT_TRUE(result);
    EXPECT_TRUE(result->shown().findings.empty());
    EXPECT_EQ(result->shown().config.grid, (Dim3{20, 13, 1}));
    EXPECT_EQ(result->input.layout.name, "d_in");
    EXPECT_EQ(result->output.layout.name, "d_out");
    // The launch's output is the input of the program's next launch.
    const auto next = read_kept(program.folder(), 1);
    ASSERT_TRUE(next);
    const auto found = read_contents(next->memory.at(1));
    ASSERT_TRUE(found);
    EXPECT_EQ(*result->output.bytes, *found);
    // The radius is a slider because it is not a size; the block size is adjustable.
    const catalog::Variant& variant = first->experiment.variants.front();
    ASSERT_EQ(variant.parameters.size(), 1u);
    EXPECT_EQ(variant.parameters.front().name, "radius");
    EXPECT_EQ(variant.block_dimensions, 2u);
    catalog::Settings settings = catalog::default_settings(variant);
    settings.block = {32, 8, 1};
    const auto prepared = catalog::prepare(variant, settings, {});
    ASSERT_TRUE(prepared) << prepared.error().text();
    EXPECT_EQ(prepared->plan.launches.front().config.grid, (Dim3{10, 25, 1}));
}

TEST_F(Launches, FloatPictureKeepsTypeAndRows) {
    const Program program("picture.cu");
    const auto last = program.open(7);
    ASSERT_TRUE(last) << last.error().text();
    const BufferShape& gray = buffer(*last, "d_grey").shape;
    EXPECT_EQ(gray.type, ElementType::f32);
    EXPECT_EQ(gray.channels, 1u);
    EXPECT_EQ(gray.shape, (Shape{320, 200, 1}));
    const auto result = run(last->experiment);
    ASSERT_TRUE(result);
    double sum = 0;
    for (size_t i = 0; i < 320 * 200; ++i) sum += static_cast<double>(element<float>(result->output, i));
    EXPECT_NEAR(sum / (320 * 200), 0.4673, 0.0001);
}

TEST_F(Launches, TemplateLaunchesUseTheirInstance) {
    const Program program("reduction.cu");
    const auto first = program.open(0), second = program.open(1);
    ASSERT_TRUE(first) << first.error().text();
    ASSERT_TRUE(second) << second.error().text();
    EXPECT_EQ(first->experiment.variants.front().launches.front().kernel, "partial_sums<float, 256>");
    EXPECT_EQ(first->experiment.variants.front().source.filename(), "reduction.cu");
    const auto partial = run(first->experiment), total = run(second->experiment);
    ASSERT_TRUE(partial && total);
    EXPECT_EQ(partial->output.layout.name, "d_sums");
    EXPECT_EQ(element<float>(total->output, 0), 45000.0f);
}

TEST_F(Launches, CallOfProgramIsNoGuess) {
    const Program program("reduction.cu");
    const auto opened = program.open(1);
    ASSERT_TRUE(opened) << opened.error().text();
    const std::vector<Message>& passed = opened->experiment.variants.front().passed;
    ASSERT_FALSE(passed.empty());
    EXPECT_EQ(passed[0], "partial_sums<float, 64><<<1, 64>>>(values = d_sums, sums = d_total, count = 40)");
    EXPECT_EQ(passed.back(), "d_total: 1 value of type float");
}

TEST_F(Launches, PassConstantsStructsAndOffsetPointers) {
    const Program program("memory_forms.cu");
    EXPECT_EQ(program.output, "7 4106\n");
    const auto fill = program.open(0);
    ASSERT_TRUE(fill) << fill.error().text();
    const auto filled = run(fill->experiment);
    ASSERT_TRUE(filled);
    EXPECT_EQ(filled->output.layout.shape, (Shape{48, 20, 1}));
    EXPECT_EQ(filled->output.layout.type, ElementType::f32);
    EXPECT_FLOAT_EQ(element<float>(filled->output, 48 * 3 + 5), 0.5f * 8 + 2.25f);
    EXPECT_EQ(filled->prepared.plan.buffers.front().initial, nullptr); // no earlier contents

    const auto add = program.open(1);
    ASSERT_TRUE(add) << add.error().text();
    const auto added = run(add->experiment);
    ASSERT_TRUE(added);
    EXPECT_TRUE(added->shown().findings.empty());
    EXPECT_EQ(element<int32_t>(added->output, 3), 3 + 103 + 4000);

    const auto through = program.open(2);
    ASSERT_TRUE(through) << through.error().text();
    const auto& guesses = through->experiment.guesses.at("basic");
    EXPECT_TRUE(std::ranges::any_of(guesses, [](const catalog::Guess& guess) {
        return guess.message.english().find("'rows' holds addresses of the program's memory") != std::string::npos;
    }));
}

TEST_F(Launches, ShowWrittenDeviceVariables) {
    const Program program("device_variable.cu");
    EXPECT_EQ(program.output, "80 560\n");
    const auto opened = program.open(0);
    ASSERT_TRUE(opened) << opened.error().text();
    const auto result = run(opened->experiment);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->output.layout.name, "sums");
    EXPECT_EQ(result->output.layout.shape, (Shape{8, 1, 1}));
    EXPECT_EQ(element<float>(result->output, 7), 560.0f);
    EXPECT_EQ(result->shown().ownership.owners, 8u);
    EXPECT_EQ(opened->buffers.size(), 2u); // no buffer for the constant `table`, which is unchanged
}

TEST_F(Launches, SkippedLaunchesAreFetchedByRerunning) {
    const Program program("thousand_steps.cu", 8 * 1024);
    EXPECT_EQ(program.record.launch_count, 1000u);
    EXPECT_TRUE(is_kept(program.folder(), 0));
    EXPECT_FALSE(is_kept(program.folder(), 500));
    const auto missing = program.open(500);
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().message.english().find("was not kept"), std::string::npos);

    const Program again("thousand_steps.cu", megabyte, 500);
    EXPECT_FALSE(again.record.ended); // stopped after launch 500, the only launch that the record keeps
    EXPECT_EQ(again.record.launch_count, 500u);
    const auto opened = again.open(500);
    ASSERT_TRUE(opened) << opened.error().text();
    const auto result = run(opened->experiment);
    ASSERT_TRUE(result);
    // Value at the center of a random walk after 501 steps, within one percent: 100 / sqrt(pi * 501).
    EXPECT_NEAR(element<float>(result->output, 256), 2.52f, 0.03f);
}

TEST_F(Launches, RepeatedOperationsKeepLinesAndOwners) {
    const Program program("owned_memory.cu");
    EXPECT_EQ(program.output, "9\n");
    std::vector<uint32_t> copies, launches;
    std::vector<std::string> from, allocated;
    for (const program::Operation& one : program.record.operations) {
        if (one.kind == program::Operation::Kind::launch) {
            EXPECT_EQ(one.launch, launches.size());
            EXPECT_GT(one.execute_ms, 0);
            EXPECT_EQ(one.where.line, 33u);
            launches.push_back(one.launch);
        } else if (one.kind == program::Operation::Kind::copy && one.to == "host") {
            copies.push_back(one.where.line); // line of the caller, because the function that copies is in another file
            from.push_back(one.from);
        } else if (one.kind == program::Operation::Kind::allocation) {
            allocated.push_back(one.to + (one.is_guessed_name ? " ?" : ""));
        }
    }
    EXPECT_EQ(launches.size(), 3u);
    EXPECT_EQ(copies, (std::vector<uint32_t>{34, 36, 34, 36, 34, 36}));
    EXPECT_EQ(from[4], "doubled.data_");
    EXPECT_EQ(allocated, (std::vector<std::string>{"values.data_ ?", "doubled.data_ ?"}));
    const auto opened = program.open(0);
    ASSERT_TRUE(opened) << opened.error().text();
    EXPECT_EQ(opened->buffers[0].name, "values_data");
    const auto& guesses = opened->experiment.guesses.begin()->second;
    EXPECT_TRUE(std::ranges::any_of(guesses, [](const catalog::Guess& guess) {
        return guess.message == "'values_data' is named after line 28, where the program allocated it";
    }));
}

TEST_F(Launches, OversizedFetchStopsProgram) {
    const Program again("thousand_steps.cu", 16, 500);
    EXPECT_FALSE(is_kept(again.folder(), 500));
    EXPECT_FALSE(again.record.ended);
    EXPECT_EQ(again.record.launch_count, 500u);
}

TEST_F(Launches, OperationsAreOrderedWithLocations) {
    const Program program("reduction.cu");
    using Kind = program::Operation::Kind;
    const auto& all = program.record.operations;
    ASSERT_EQ(all.size(), 11u);
    const std::vector<Kind> kinds{Kind::allocation, Kind::allocation, Kind::allocation, Kind::copy,
                                  Kind::launch,     Kind::launch,     Kind::copy,       Kind::synchronize,
                                  Kind::free,       Kind::free,       Kind::free};
    for (size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i].kind, kinds[i]) << i;
    EXPECT_EQ(all[3].from, "host");
    EXPECT_EQ(all[3].to, "d_values");
    EXPECT_EQ(all[3].bytes, 40000u);
    EXPECT_EQ(all[3].stream, 1u);
    EXPECT_EQ(all[3].where.line, 28u);
    EXPECT_EQ(all[4].kernel, "partial_sums<float, 256>(float const*, float*, int)");
    EXPECT_EQ(all[4].grid, (Dim3{40, 1, 1}));
    EXPECT_TRUE(all[4].kept);
    EXPECT_EQ(all[8].from, "d_values");
}

TEST_F(Launches, TestProgramsReplayWithoutNewFindings) {
    // Skips kernels that follow pointers in memory, use allocations of earlier launches, or have a race.
    const std::set<std::string> not_apart{"managed_list.cu", "managed_class.cu", "device_heap.cu", "breadth_first.cu",
                                          "registered_list.cu"};
    for (const auto& entry : fs::directory_iterator(std::string(WARPSCOPE_SOURCE_DIR) + "/tests/programs")) {
        const std::string name = entry.path().filename().string();
        if (entry.path().extension() != ".cu" || not_apart.contains(name)) continue;
        std::optional<Program> built;
        try {
            built.emplace("./" + name);
        } catch (const std::runtime_error& error) { // clang's OpenMP is a package of its own
            if (std::string(error.what()).find("needs OpenMP") == std::string::npos) throw;
            continue;
        }
        const Program& program = *built;
        uint32_t opened_here = 0;
        for (const program::Operation& operation : program.record.operations) {
            if (!operation.kept || operation.finding_count != 0 || opened_here == 4) continue;
            ++opened_here;
            const auto opened = program.open(operation.launch);
            const auto mentions = [&](std::string_view words) {
                return opened.error().message.english().find(words) != std::string::npos;
            };
            if (!opened &&
                (mentions("of shared memory, to which the program has opted in") || mentions("uses a texture over")))
                continue;
            ASSERT_TRUE(opened) << name << " launch " << operation.launch + 1 << ": " << opened.error().text();
            const auto result = run(opened->experiment);
            ASSERT_TRUE(result) << name << " launch " << operation.launch + 1;
            const auto& shown = result->shown();
            EXPECT_EQ(shown.config.grid, operation.grid) << name;
            EXPECT_EQ(shown.config.block, operation.block) << name;
            // Includes races and uninitialized reads, which the program's run did not check.
            for (const simt::Finding& finding : shown.findings)
                ADD_FAILURE() << name << " launch " << operation.launch + 1 << ": " << finding.message;
        }
    }
}

TEST_F(Launches, WarnAboutAddressesInRegisteredMemory) {
    const Program program("./registered_list.cu");
    const auto opened = program.open(0);
    ASSERT_TRUE(opened) << opened.error().text();
    EXPECT_NE(opened->experiment.guesses.at("basic").front().message.english().find(
                  "'head' holds addresses of the program's memory"),
              std::string::npos)
        << opened->experiment.guesses.at("basic").front().message.english();
}

TEST_F(Launches, CanceledProgramEndsAtOnce) {
    std::atomic<bool> cancel{true};
    program::RunRequest request{"/bin/sleep", {"30"}, fs::temp_directory_path()};
    request.output = [](std::string_view) {};
    request.cancel = &cancel;
    const auto ran = program::run(request);
    ASSERT_TRUE(ran) << ran.error().text();
    EXPECT_TRUE(ran->canceled);
    EXPECT_LT(ran->milliseconds, 10'000);
}

} // namespace
} // namespace warpscope::capture
