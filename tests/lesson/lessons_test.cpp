// Runs all launches of the installed lessons.
#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/files.hpp"
#include "lesson/check.hpp"
#include "lesson/question.hpp"
#include "lesson/runs.hpp"
#include "lesson/solutions.hpp"

namespace warpscope::lesson {
namespace {

const std::filesystem::path folder = WARPSCOPE_SOURCE_DIR "/assets/lessons";

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (is_lesson_file(entry.path())) all.push_back(entry.path().filename().string());
    std::ranges::sort(all);
    return all;
}

class ShippedLesson : public ::testing::TestWithParam<std::string> {};

TEST_P(ShippedLesson, QuestionsHaveAnswers) {
    static const catalog::Catalog catalog = catalog::load_catalog(WARPSCOPE_SOURCE_DIR "/cuda");
    const auto lesson = read_lesson(folder / GetParam());
    ASSERT_TRUE(lesson) << lesson.error().text();
    EXPECT_GT(lesson->minutes, 0);
    EXPECT_GE(lesson->steps.size(), 3u);
    ASSERT_TRUE(lesson->steps.back().question) << "the last step must ask the student";
    EXPECT_EQ(lesson->steps.back().question->kind, Kind::settings);
    const CheckReport report = check(*lesson, catalog);
    for (const Diagnostic& problem : report.problems) ADD_FAILURE() << problem.text();
    EXPECT_GE(report.questions, 2u);
}

/// Returns the text of a step's kernel after a student's edits.
std::string solved(const session::Request& request, const Solution& solution) {
    const auto kernel = solution.kernel.empty() ? request.experiment->find(request.variant)->source
                                                : std::filesystem::path(WARPSCOPE_SOURCE_DIR "/cuda") / solution.kernel;
    std::string text = read_file(kernel).value_or("");
    for (const auto& [from, to] : solution.edits) {
        const size_t at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        if (at == std::string::npos) return text;
        text.replace(at, from.size(), to);
        EXPECT_EQ(text.find(from, at + to.size()), std::string::npos) << from;
    }
    return text;
}

TEST_P(ShippedLesson, EndsWithAKernelExercise) {
    static const catalog::Catalog catalog = catalog::load_catalog(WARPSCOPE_SOURCE_DIR "/cuda");
    const auto lesson = read_lesson(folder / GetParam());
    ASSERT_TRUE(lesson) << lesson.error().text();
    const Step& step = lesson->steps.back();
    ASSERT_TRUE(step.question && step.question->own_copy);
    ASSERT_TRUE(solutions.contains(lesson->name));
    auto request = make_request(catalog, step.run, folder);
    ASSERT_TRUE(request) << request.error().text();
    for (const bool changed : {false, true}) {
        if (changed) request->text = solved(*request, solutions.at(lesson->name));
        auto run = session::run(*request, {});
        ASSERT_TRUE(run) << run.error().text();
        Runs runs{std::move(*run), {}};
        for (const auto& [name, spec] : step.others) {
            const auto other = make_request(catalog, spec, folder);
            ASSERT_TRUE(other) << other.error().text();
            auto made = session::run(*other, {});
            ASSERT_TRUE(made) << made.error().text();
            runs.others.emplace(name, std::move(*made));
        }
        const Facts facts(std::move(runs));
        const auto holds = step.question->goal->holds(facts);
        ASSERT_TRUE(holds) << holds.error().text();
        std::string parts;
        for (const GoalPart& part : parts_of(*step.question->goal, facts)) parts += part.words + "\n";
        EXPECT_EQ(*holds, changed) << parts;
    }
}

TEST_P(ShippedLesson, AnswerPositionFollowsTheSize) {
    static const catalog::Catalog catalog = catalog::load_catalog(WARPSCOPE_SOURCE_DIR "/cuda");
    const auto lesson = read_lesson(folder / GetParam());
    ASSERT_TRUE(lesson);
    for (const Step& step : lesson->steps) {
        if (!step.question || step.question->kind != Kind::choice || step.question->again.empty()) continue;
        std::set<ptrdiff_t> places;
        std::vector<RunSpec> changes(1);
        changes.insert(changes.end(), step.question->again.begin(), step.question->again.end());
        for (const RunSpec& change : changes) {
            const auto request = make_request(catalog, changed(step.run, change), folder);
            ASSERT_TRUE(request);
            auto run = session::run(*request, {});
            ASSERT_TRUE(run);
            const auto evaluated = ask(step, Facts(Runs{std::move(*run), {}}));
            ASSERT_TRUE(evaluated) << evaluated.error().text();
            const auto right = std::ranges::find(evaluated->options, true, &Option::right);
            places.insert(right - evaluated->options.begin());
        }
        EXPECT_GT(places.size(), 1u) << step.name;
    }
}

TEST_P(ShippedLesson, RepeatedQuestionsUseNewNumbers) {
    static const catalog::Catalog catalog = catalog::load_catalog(WARPSCOPE_SOURCE_DIR "/cuda");
    const auto lesson = read_lesson(folder / GetParam());
    ASSERT_TRUE(lesson) << lesson.error().text();
    size_t fresh = 0;
    for (const Step& step : lesson->steps) {
        if (!step.question || step.question->again.empty()) continue;
        std::set<std::string> answers;
        std::vector<RunSpec> changes(1);
        changes.insert(changes.end(), step.question->again.begin(), step.question->again.end());
        for (const RunSpec& change : changes) {
            const auto measure = [&](const RunSpec& spec) -> lesson::Run {
                const auto request = make_request(catalog, changed(spec, change), folder);
                EXPECT_TRUE(request) << request.error().text();
                auto run = request ? session::run(*request, {}) : tl::unexpected(request.error());
                return run ? *run : nullptr;
            };
            Runs runs{measure(step.run), {}};
            for (const auto& [name, spec] : step.others) runs.others.emplace(name, measure(spec));
            const auto evaluated = ask(step, Facts(std::move(runs)));
            ASSERT_TRUE(evaluated) << evaluated.error().text();
            const Verdict verdict = measured(*evaluated);
            answers.insert(verdict.measured + " " + evaluated->measured_unit);
        }
        fresh += answers.size() > 1 ? 1 : 0;
    }
    EXPECT_GE(fresh, 1u);
}

/// Measures the closing rule of "Which warps split?": the named blocks split no warp at the right edge.
TEST(WarpSplitLesson, ClosingRuleHolds) {
    static const catalog::Catalog catalog = catalog::load_catalog(WARPSCOPE_SOURCE_DIR "/cuda");
    const catalog::Experiment* const gray = catalog.find("color_to_gray");
    ASSERT_NE(gray, nullptr);
    size_t named = 0, split = 0;
    for (const uint32_t width : {60u, 64u, 96u, 200u})
        for (const uint32_t block : {16u, 20u, 32u, 40u, 48u, 64u, 96u, 100u}) {
            RunSpec spec;
            spec.target = "color_to_gray/basic";
            spec.input = fmt::format("gradient:{}x24", width);
            spec.block = {block, 4};
            const auto request = make_request(catalog, spec, {});
            ASSERT_TRUE(request) << request.error().text();
            const auto run = session::run(*request, {});
            ASSERT_TRUE(run) << run.error().text();
            const bool rule = width % block == 0 || (width % 32 == 0 && block % 32 == 0);
            const uint64_t warps = (*run)->shown().divergence.divergent_warps;
            if (rule) {
                EXPECT_EQ(warps, 0u) << width << " wide, " << block << " x 4";
            }
            named += rule ? 1 : 0;
            split += warps > 0 ? 1 : 0;
        }
    EXPECT_GE(named, 8u);
    EXPECT_GE(split, 8u) << "other blocks must split warps";
}

TEST(LessonRequests, IncludeOtherSizesOfQuestions) {
    const catalog::Catalog catalog = catalog::load_catalog(WARPSCOPE_SOURCE_DIR "/cuda");
    const auto lesson = read_lesson(folder / "barrier_in_branch.lesson.toml");
    ASSERT_TRUE(lesson);
    std::set<double> sizes;
    for (const session::Request& request : all_requests(catalog, *lesson))
        sizes.insert(request.settings.values.at("BLOCK_DIM"));
    EXPECT_TRUE(sizes.contains(32) && sizes.contains(16) && sizes.contains(10));
}

TEST(LessonRequests, IncludeOwnExperimentsAndOtherLaunches) {
    const catalog::Catalog catalog = catalog::load_catalog(WARPSCOPE_SOURCE_DIR "/cuda");
    const auto lesson = read_lesson(folder / "which_branch.lesson.toml");
    ASSERT_TRUE(lesson);
    std::set<std::string> launched;
    for (const session::Request& request : all_requests(catalog, *lesson))
        launched.insert(request.experiment->name + "/" + request.variant);
    EXPECT_EQ(launched, (std::set<std::string>{"which_branch/long_body", "which_branch/short_body"}));
}

TEST(WhichBranch, AsksAboutRecordedMachineCode) {
    const auto lesson = read_lesson(folder / "which_branch.lesson.toml");
    ASSERT_TRUE(lesson);
    const auto asks = [](const Step& step) {
        return step.question && step.question->ask.text == "At which `if` does the machine code have a branch?";
    };
    const auto step = std::ranges::find_if(lesson->steps, asks);
    ASSERT_NE(step, lesson->steps.end());
    EXPECT_EQ(step->question->kind, Kind::choice);
    EXPECT_EQ(step->question->choices.size(), 4u);
    EXPECT_EQ(step->question->choices.front().says.text, "Only at the long body");
    EXPECT_FALSE(step->question->choices.front().means.any()) << "the right answer";
    EXPECT_TRUE(step->question->explain.text.starts_with("Recorded on 2026-11-28 with `ptxas` 13.0.88"));
}

INSTANTIATE_TEST_SUITE_P(All, ShippedLesson, ::testing::ValuesIn(names()), [](const auto& info) {
    return info.param.substr(0, info.param.size() - lesson_ending.size());
});

} // namespace
} // namespace warpscope::lesson
