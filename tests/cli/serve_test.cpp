// The command that serves the page; tests/serve has the server's tests.
#include "command.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/class_judge.hpp"
#include "cli/class_lesson.hpp"
#include "lesson/lesson.hpp"

namespace warpscope::cli {
namespace {

TEST_F(Command, ServeEndsWithoutErrorOnSignal) {
    fs::create_directories(folder / "page");
    write("page/index.html", "page");
    for (const char* signal : {"INT", "TERM"}) {
        write("script",
              fmt::format("cd '{}' && rm -f out\n"
                          "env --default-signal=INT '{}' serve --no-compile --page page --port 0 >out 2>err &\n"
                          "for i in $(seq 600); do grep -q http out && break; sleep 0.1; done\n"
                          "kill -{} $!\n"
                          "wait $!\n",
                          folder.string(), WARPSCOPE_PROGRAM, signal));
        // Without --default-signal, a background process of a shell ignores SIGINT.
        EXPECT_EQ(std::system(("timeout 120 bash '" + file("script") + "'").c_str()), 0)
            << signal << contents(folder / "err");
        EXPECT_NE(contents(folder / "out").find("http://127.0.0.1:"), std::string::npos);
    }
}

TEST_F(Command, ServeNeedsPage) {
    const Outcome serve = warpscope("serve --no-compile --page '" + file("missing") + "'");
    EXPECT_EQ(serve.status, 3);
    EXPECT_NE(serve.err.find("scripts/web.sh --build-only"), std::string::npos) << serve.err;
}

TEST_F(Command, ServeRefusesUnknownFiles) {
    const Outcome serve = warpscope("serve --no-compile no-such-lesson");
    EXPECT_EQ(serve.status, 2);
    EXPECT_NE(serve.err.find("no-such-lesson"), std::string::npos) << serve.err;
}

TEST_F(Command, ServeTeachesOneLesson) {
    const Outcome serve = warpscope("serve --no-compile banks halo");
    EXPECT_EQ(serve.status, 2);
    EXPECT_NE(serve.err.find("one lesson"), std::string::npos) << serve.err;
}

serve::ClassLesson course_lesson(const std::string& name) {
    auto lesson = measure_class(WARPSCOPE_SOURCE_DIR "/assets/lessons/" + name + ".lesson.toml");
    EXPECT_TRUE(lesson) << lesson.error().text();
    return lesson ? std::move(*lesson) : serve::ClassLesson();
}

class Attempts : public Command {
protected:
    [[nodiscard]] serve::Judgment judge(const serve::ClassAnswer& attempt) const {
        auto judgment = judge_attempt(banks, task, attempt);
        EXPECT_TRUE(judgment) << judgment.error().text();
        return judgment ? *judgment : serve::Judgment();
    }
    const fs::path banks = WARPSCOPE_SOURCE_DIR "/assets/lessons/banks.lesson.toml";
    const size_t task = lesson::read_lesson(banks)->steps.size() - 1;
    const std::string solution = contents(fs::path(WARPSCOPE_SOURCE_DIR "/cuda/transpose/padded.cu"));
};

TEST_F(Attempts, RightKernelReachesTheGoal) {
    serve::ClassAnswer attempt;
    attempt.text = solution;
    const serve::Judgment judgment = judge(attempt);
    EXPECT_TRUE(judgment.is_reached) << judgment.words;
}

TEST_F(Attempts, UnchangedLaunchMissesTheGoal) {
    serve::ClassAnswer attempt;
    attempt.is_reached = true; // the student claims this without reaching the goal
    attempt.setup = serve::AttemptSetup{{32, 32, 1}, {}, false};
    const serve::Judgment judgment = judge(attempt);
    EXPECT_FALSE(judgment.is_reached);
    EXPECT_FALSE(judgment.words.empty());
}

TEST_F(Attempts, BrokenKernelsFail) {
    for (const char* text : {"__global__ void broken(", "#include \"/etc/passwd\"\n__global__ void k() {}"}) {
        serve::ClassAnswer attempt;
        attempt.text = text;
        const serve::Judgment judgment = judge(attempt);
        EXPECT_FALSE(judgment.is_reached);
        EXPECT_FALSE(judgment.words.empty());
    }
}

TEST_F(Attempts, AreReadFromAFile) {
    write("attempt.json", nlohmann::json{{"step", task}, {"answer", {{"reached", false}, {"text", solution}}}}.dump());
    const Outcome served =
        warpscope(fmt::format("serve '{}' {} '{}'", banks.string(), judge_option, file("attempt.json")));
    EXPECT_EQ(served.status, 0);
    EXPECT_NE(served.out.find(R"("reached":true)"), std::string::npos) << served.out << served.err;
}

TEST(MeasuredClass, KnowsPictureAndRightCells) {
    const serve::ClassLesson lesson = course_lesson("pixel_owner");
    const auto step = std::ranges::find(lesson.steps, serve::AnswerKind::cells, &serve::ClassStep::kind);
    ASSERT_NE(step, lesson.steps.end());
    EXPECT_EQ(lesson.name, "pixel_owner");
    EXPECT_EQ(step->png.substr(1, 3), "PNG");
    ASSERT_EQ(step->right_cells.size(), size_t{step->width} * step->height);
    EXPECT_GT(std::ranges::count(step->right_cells, true), 0);
    EXPECT_FALSE(step->ask.empty());
    for (const serve::CellMistake& mistake : step->cell_mistakes)
        EXPECT_EQ(mistake.cells.size(), step->right_cells.size());
}

TEST(MeasuredClass, TranslationsHaveTheSameAnswers) {
    const serve::ClassLesson lesson = course_lesson("barrier_in_branch");
    for (const auto& [code, translated] : lesson.translations) {
        EXPECT_NE(translated.title, lesson.title) << code;
        ASSERT_EQ(translated.steps.size(), lesson.steps.size()) << code;
        for (size_t i = 0; i < lesson.steps.size(); ++i) {
            const serve::ClassStep &english = lesson.steps[i], &other = translated.steps[i];
            EXPECT_EQ(other.kind, english.kind) << code;
            EXPECT_EQ(other.answer, english.answer) << code;
            EXPECT_TRUE(std::ranges::equal(other.options, english.options, {}, &serve::ClassOption::is_right,
                                           &serve::ClassOption::is_right))
                << code << ' ' << i;
        }
    }
}

TEST(MeasuredClass, HasOneRightOption) {
    for (const serve::ClassStep& step : course_lesson("barrier_in_branch").steps)
        if (step.kind == serve::AnswerKind::choice) {
            EXPECT_EQ(std::ranges::count(step.options, true, &serve::ClassOption::is_right), 1) << step.title;
        }
}

TEST(MeasuredClass, HidesCommentsOfTheKernel) {
    const serve::ClassLesson lesson = course_lesson("it_ran");
    const auto step = std::ranges::find(lesson.steps, serve::AnswerKind::line, &serve::ClassStep::kind);
    ASSERT_NE(step, lesson.steps.end());
    for (const std::string& line : step->lines) EXPECT_EQ(line.find("//"), std::string::npos) << line;
    ASSERT_FALSE(step->right_lines.empty());
    EXPECT_LE(step->right_lines.back(), step->lines.size());
}

} // namespace
} // namespace warpscope::cli
