#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lesson/check.hpp"
#include "lesson/question.hpp"

namespace warpscope::lesson {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const catalog::Catalog& shipped_catalog() {
    static const catalog::Catalog catalog = catalog::load_catalog(WARPSCOPE_SOURCE_DIR "/cuda");
    return catalog;
}

/// Makes a lesson with one step on 76 x 62 pixels.
Lesson lesson_with(const std::string& question, const std::string& run = "color_to_gray/basic") {
    const auto lesson = lesson_from_text(
        "title = \"T\"\nsummary = \"S\"\n[[step]]\nname = \"one\"\nrun = \"" + run +
            "\"\ninput = \"gradient:76x62\"\n[step.question]\nask = \"?\"\nexplain = \"!\"\n" + question,
        "my.lesson.toml");
    if (!lesson) throw std::runtime_error(lesson.error().text());
    return *lesson;
}

Run run_of(const RunSpec& spec) {
    const auto request = make_request(shipped_catalog(), spec, {});
    if (!request) throw std::runtime_error(request.error().text());
    const auto run = session::run(*request);
    if (!run) throw std::runtime_error(run.error().text());
    return *run;
}

const Facts& facts_of_gray() {
    static const Facts facts({run_of({"color_to_gray/basic", "gradient:76x62", {}, {}, {}}),
                              {{"blur", run_of({"box_blur/naive", "gradient:40x30", {}, {{"radius", 1}}, {}})}}});
    return facts;
}

double fact(std::string_view text) {
    const auto expression = Expression::parse(text);
    const auto value =
        expression ? expression->evaluate(facts_of_gray()) : Result<double>(tl::unexpected(expression.error()));
    EXPECT_TRUE(value) << value.error().text();
    return value.value_or(-12345);
}

std::string error_of_fact(std::string_view text) {
    const auto value = Expression::parse(text)->evaluate(facts_of_gray());
    EXPECT_FALSE(value) << text;
    return value ? "" : value.error().text();
}

EvaluatedQuestion evaluate(const Lesson& lesson) {
    const Step& step = lesson.steps.front();
    const Facts facts({run_of(step.run), {}});
    auto evaluated = ask(step, facts);
    if (!evaluated) throw std::runtime_error(evaluated.error().text());
    return *evaluated;
}

TEST(Facts, IncludeReportSizesAndSettings) {
    EXPECT_EQ(fact("ownership.surplus_threads"), 408);
    EXPECT_EQ(fact("divergence.divergent_warps"), 31);
    EXPECT_EQ(fact("width * 1000 + height"), 76062);
    EXPECT_EQ(fact("threads - blocks * block.x * block.y"), 0);
    EXPECT_EQ(fact("gray.width + rgb.cells"), 76 + 76 * 62);
    EXPECT_EQ(fact("blur.radius"), 1);
    EXPECT_EQ(fact("blur.width"), 40);
}

TEST(Facts, IncludeCellValues) {
    EXPECT_EQ(fact("reads('rgb', 3, 4)"), 3) << "one load per channel";
    EXPECT_EQ(fact("owner_block('gray', 20, 20)"), 6);
}

TEST(Facts, CountCells) {
    EXPECT_EQ(fact("count('gray', 'block == 0')"), 256);
    EXPECT_EQ(fact("blur.most('in', 'reads')"), 9 * 3) << "one load per channel";
    EXPECT_EQ(fact("blur.least('in', 'reads')"), 4 * 3);
    EXPECT_EQ(fact("blur.reads('in', 0, 5)"), 6 * 3);
    EXPECT_EQ(fact("total('gray', 'writes')"), 76 * 62);
}

TEST(Facts, IncludeLinesAndTime) {
    EXPECT_EQ(fact("line('if (col', 'divergent_branches')"), 31);
    EXPECT_EQ(fact("line_number('if (col')"), 6);
    // Rows 0 and 1 of the block at the right edge: 76 - 64 columns each.
    EXPECT_EQ(fact("active(4, 0, 'gray[pixel]')"), 24);
    EXPECT_GE(fact("splits(4)"), 8) << "one for each warp, or one for each side of the &&";
    EXPECT_GT(fact("steps(0)"), 8 * 5);
    EXPECT_EQ(fact("barriers(0)"), 0);
}

TEST(Facts, UnknownNamesAreExplained) {
    EXPECT_THAT(error_of_fact("divergence.divergent_warp"), HasSubstr("did you mean 'divergence.divergent_warps'"));
    EXPECT_THAT(error_of_fact("reads('rbg', 1, 1)"), HasSubstr("no buffer 'rbg'"));
    EXPECT_THAT(error_of_fact("reads('rgb', 76, 1)"), HasSubstr("has no cell (76"));
    EXPECT_THAT(error_of_fact("line('nothing like it', 'executions')"), HasSubstr("no line of the kernel contains"));
    EXPECT_THAT(error_of_fact("line('if (col', 'sectors')"), HasSubstr("is not a cost of a line"));
    EXPECT_THAT(error_of_fact("count('gray', 'blok == 0')"), HasSubstr("'blok' is not known"));
    EXPECT_THAT(error_of_fact("cuont('gray', 'x')"), HasSubstr("did you mean 'count'"));
    EXPECT_THAT(error_of_fact("active(99, 0, 'if')"), HasSubstr("no block 99"));
}

TEST(Facts, LaunchIsNotANumber) {
    EXPECT_THAT(error_of_fact("blur + 1"), HasSubstr("'blur' is a launch, not a number."));
    EXPECT_THAT(error_of_fact("blurs"), Not(HasSubstr("'blur'?")));
}

TEST(Question, KnowsMisconceptionOfANumber) {
    const EvaluatedQuestion evaluated =
        evaluate(lesson_with("kind = \"number\"\nanswer = \"ownership.surplus_threads\"\n"
                             "[[step.question.choice]]\nvalue = \"(grid.x * block.x - width) * "
                             "height\"\nmeans = \"only right of {width}\"\n"));
    EXPECT_TRUE(judge(evaluated, {.number = 408}).right);
    const Verdict wrong = judge(evaluated, {.number = 4 * 62});
    EXPECT_FALSE(wrong.right);
    EXPECT_EQ(wrong.means, "only right of 76");
    EXPECT_EQ(wrong.measured, "408");
    EXPECT_EQ(judge(evaluated, {.number = 5}).means, "");
    EXPECT_FALSE(is_complete(evaluated, {}));
}

TEST(Question, ShufflesNumbersReproducibly) {
    const EvaluatedQuestion evaluated =
        evaluate(lesson_with("kind = \"choice\"\nanswer = \"divergence.divergent_warps\"\n"
                             "[[step.question.choice]]\nvalue = \"warps\"\nmeans = \"all\"\n"
                             "[[step.question.choice]]\nvalue = 0\nmeans = \"none\"\n"));
    ASSERT_EQ(evaluated.options.size(), 3u);
    const auto place = [&](std::string_view means, bool right) {
        const auto found = std::ranges::find_if(
            evaluated.options, [&](const Option& option) { return option.right == right && option.means == means; });
        return static_cast<size_t>(found - evaluated.options.begin());
    };
    EXPECT_EQ(evaluated.options[place("", true)].text, "31");
    EXPECT_TRUE(judge(evaluated, {.option = place("", true)}).right);
    EXPECT_EQ(judge(evaluated, {.option = place("all", false)}).means, "all");
    const EvaluatedQuestion again =
        evaluate(lesson_with("kind = \"choice\"\nanswer = \"divergence.divergent_warps\"\n"
                             "[[step.question.choice]]\nvalue = \"warps\"\nmeans = \"all\"\n"
                             "[[step.question.choice]]\nvalue = 0\nmeans = \"none\"\n"));
    EXPECT_TRUE(std::ranges::equal(evaluated.options, again.options, {}, &Option::text, &Option::text));
}

TEST(Question, GoalShowsProgressPerPart) {
    const EvaluatedQuestion evaluated =
        evaluate(lesson_with("kind = \"settings\"\nown_copy = true\n"
                             "goal = \"divergence.divergent_warps == 0 and threads_per_block >= 64\"\n"));
    ASSERT_EQ(evaluated.goal.size(), 2u);
    EXPECT_EQ(evaluated.goal[0].words, "warps that diverge: 31 (goal: 0)");
    EXPECT_FALSE(evaluated.goal[0].holds);
    EXPECT_EQ(evaluated.goal[1].words, "threads in a block: 256 (goal: at least 64)");
    EXPECT_TRUE(evaluated.goal[1].holds);
}

TEST(Question, AcceptsCellsThatFulfillTheCondition) {
    const EvaluatedQuestion evaluated =
        evaluate(lesson_with("kind = \"cells\"\nin = \"gray\"\nwhere = \"block == 0\"\npick = 2\n"
                             "[[step.question.choice]]\nwhen = \"x > 70\"\nmeans = \"far right\"\n"));
    EXPECT_EQ(evaluated.right_cells.count(), 256u);
    EXPECT_FALSE(is_complete(evaluated, {.cells = {1}}));
    EXPECT_TRUE(judge(evaluated, {.cells = {1, 15 * 76 + 15}}).right);
    const Verdict wrong = judge(evaluated, {.cells = {1, 75}});
    EXPECT_FALSE(wrong.right);
    EXPECT_EQ(wrong.means, "far right");
}

TEST(Question, MarksLanes) {
    const EvaluatedQuestion evaluated =
        evaluate(lesson_with("kind = \"lanes\"\nblock = 4\nwhere = \"active('gray[pixel]')\"\n"));
    EXPECT_EQ(evaluated.right_lanes, 0x0fff0fffu) << "12 of the 16 columns are in the picture";
    EXPECT_TRUE(judge(evaluated, {.lanes = 0x0fff0fff}).right);
    EXPECT_FALSE(judge(evaluated, {.lanes = 0xffffffff}).right);
    const EvaluatedQuestion owns = evaluate(lesson_with("kind = \"lanes\"\nblock = 4\nwhere = \"owns\"\n"));
    EXPECT_EQ(owns.right_lanes, evaluated.right_lanes);
    const EvaluatedQuestion columns = evaluate(lesson_with("kind = \"lanes\"\nblock = 4\nwhere = \"col < width\"\n"));
    EXPECT_EQ(columns.right_lanes, evaluated.right_lanes);
}

TEST(Question, WarpHasOnlyItsBlocksLanes) {
    const std::string every = "kind = \"lanes\"\nwhere = \"lane >= 0\"\n";
    Lesson small = lesson_with(every);
    small.steps.front().run.block = {10, 2};
    EXPECT_EQ(evaluate(small).right_lanes, 0x000fffffu);
    // A negative index means the first block; a huge index is an error.
    EXPECT_EQ(evaluate(lesson_with(every + "block = \"0 - 5\"\n")).right_lanes, 0xffffffffu);
    EXPECT_THROW((void)evaluate(lesson_with(every + "block = \"1e300\"\n")), std::runtime_error);
}

TEST(Question, SelectsALine) {
    const EvaluatedQuestion evaluated = evaluate(lesson_with("kind = \"line\"\nwhere = \"divergent_branches > 0\"\n"));
    EXPECT_THAT(evaluated.right_lines, ElementsAre(6));
    EXPECT_TRUE(judge(evaluated, {.line = 6}).right);
    const EvaluatedQuestion max = evaluate(
        lesson_with("kind = \"line\"\nwhere = \"global_sectors > 0 and global_sectors == most('global_sectors')\"\n"));
    EXPECT_EQ(max.right_lines.size(), 3u) << "the three loads of a pixel touch the same sectors";
}

TEST(Question, RaceIncludesBothLines) {
    const EvaluatedQuestion evaluated =
        evaluate(lesson_with("kind = \"line\"\nwhere = \"findings > 0\"\n", "bug_museum/missing_second_sync"));
    EXPECT_THAT(evaluated.right_lines, ElementsAre(11, 16)) << "the store into the tile, and the load from it";
}

TEST(GoalPart, NamesCellsAndElements) {
    const auto goal =
        Expression::parse("count('gray', 'x < 2') >= 124 and count('gray', 'y == 0') >= 76 and value('gray', 0) >= 0");
    const std::vector<GoalPart> parts = parts_of(*goal, facts_of_gray());
    ASSERT_EQ(parts.size(), 3u);
    EXPECT_EQ(parts[0].words, "cells of 'gray' with x < 2: 124 (goal: at least 124)");
    EXPECT_EQ(parts[1].words, "cells of 'gray' with y == 0: 76 (goal: at least 76)");
    EXPECT_THAT(parts[2].words, testing::StartsWith("element 0 of 'gray': "));
}

TEST(GoalPart, ReadsAsTheLessonDescribesIt) {
    const EvaluatedQuestion evaluated =
        evaluate(lesson_with("kind = \"settings\"\nown_copy = true\n"
                             "goal = \"reads('rgb', 3, 4) / 3 == 9 and finding_count == 0\"\n"
                             "goal_words = [\"threads that read pixel (3, {2 + 2})\", \"\"]\n"));
    ASSERT_EQ(evaluated.goal.size(), 2u);
    EXPECT_EQ(evaluated.goal[0].words, "threads that read pixel (3, 4): 1 (goal: 9)");
    EXPECT_EQ(evaluated.goal[1].words, "errors found: 0 (goal: 0)");
}

TEST(GoalPart, ExpressionsNeedWords) {
    const auto goal = Expression::parse("reads('rgb', 3, 4) / 3 == 9 and radius == 1 and blocks == 2");
    EXPECT_THAT(parts_without_words(*goal, {}), ElementsAre("reads('rgb', 3, 4) / 3"));
    EXPECT_THAT(parts_without_words(*goal, {"threads", "", ""}), ElementsAre());
}

TEST(LessonCheck, FindsProblemsBeforeClass) {
    const auto problems = [](const std::string& question) {
        std::string all;
        for (const Diagnostic& problem : check(lesson_with(question), shipped_catalog()).problems)
            all += problem.text() + "\n";
        return all;
    };
    EXPECT_EQ(problems("kind = \"number\"\nanswer = \"threads\"\n"), "");
    EXPECT_THAT(problems("kind = \"number\"\nanswer = \"thread\"\n"), HasSubstr("my.lesson.toml:11"));
    EXPECT_THAT(
        problems("kind = \"number\"\nanswer = \"threads\"\n[[step.question.choice]]\nvalue = 5120\nmeans = \"x\"\n"),
        HasSubstr("the wrong answer 5120 is the right one"));
    EXPECT_THAT(problems("kind = \"choice\"\n[[step.question.choice]]\nsays = \"a\"\nwhen = \"0\"\nmeans = \"x\"\n"
                         "[[step.question.choice]]\nsays = \"b\"\nwhen = \"0\"\nmeans = \"x\"\n"),
                HasSubstr("none of the choices is right"));
    EXPECT_THAT(problems("kind = \"cells\"\nin = \"gray\"\nwhere = \"1\"\n"), HasSubstr("any would be right"));
    EXPECT_THAT(problems("kind = \"cells\"\nin = \"gray\"\nwhere = \"x == 0\"\n[[step.question.choice]]\n"
                         "when = \"x < 1\"\nmeans = \"x\"\n"),
                HasSubstr("my.lesson.toml:13: step 'one': 'when' of this choice selects exactly the right cells"));
    EXPECT_THAT(problems("kind = \"line\"\nwhere = \"shared_passes > 0\"\n"), HasSubstr("no line fulfils"));
    EXPECT_THAT(problems("kind = \"settings\"\ngoal = \"threads > 0\"\n[step.question.proof]\nblock = [8, 8]\n"),
                HasSubstr("reached before anything is changed"));
    EXPECT_THAT(problems("kind = \"settings\"\ngoal = \"threads < 0\"\n[step.question.proof]\nblock = [8, 8]\n"),
                HasSubstr("does not reach the goal"));
    EXPECT_THAT(problems("kind = \"choice\"\nanswer = \"width\"\n[[step.question.choice]]\nvalue = 80\nmeans = \"x\"\n"
                         "[[step.question.again]]\ninput = \"gradient:80x80\"\n"),
                HasSubstr("two choices agree: 80"));
}

} // namespace
} // namespace warpscope::lesson
