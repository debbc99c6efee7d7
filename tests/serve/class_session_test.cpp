#include "serve/class_session.hpp"

#include <atomic>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "serve/class_json.hpp"
#include "serve/small_class.hpp"

namespace warpscope::serve {
namespace {

using nlohmann::json;
using Clock = ClassSession::Clock;
using std::chrono::seconds;

enum SmallStep : size_t { text_step, choice_step, number_step, cells_step, lanes_step, line_step, window_step };

class SmallClass : public testing::Test {
protected:
    [[nodiscard]] std::string join() {
        const auto reply = session.join("10.0.0.1");
        return reply.status == 200 ? json::parse(reply.content)["student"].get<std::string>() : "";
    }
    [[nodiscard]] json seen_by(const std::string& student) {
        return json::parse(session.student_state(student, "").content);
    }
    [[nodiscard]] json teachers_view() { return json::parse(session.teacher_state("").content); }
    [[nodiscard]] int answer(const std::string& student, const json& request) {
        return session.answer(student, request.dump()).status;
    }
    void go_to(size_t step, bool reveal = false) {
        EXPECT_EQ(session.control(json{{"step", step}, {"reveal", reveal}}.dump()).status, 200);
    }

    Limits limits;
    ClassSession session{small_lesson(), limits, true};
};

TEST_F(SmallClass, StudentsJoinWithDifferentTokens) {
    std::set<std::string> tokens;
    for (int i = 0; i < 20; ++i) tokens.insert(join());
    EXPECT_EQ(tokens.size(), 20u);
    for (const std::string& token : tokens) EXPECT_EQ(token.size(), 32u);
    EXPECT_EQ(teachers_view()["connected"], 20);
    EXPECT_EQ(tokens.count(session.secret()), 0u);
}

TEST(TranslatedClass, HasTextsOfEachLanguage) {
    ClassLesson lesson = small_lesson();
    ClassTranslation russian{"Маленький урок", lesson.steps};
    russian.steps[choice_step].title = "выбор";
    russian.steps[choice_step].options[0].means = words("заблуждение");
    lesson.translations.emplace("ru", russian);
    ClassSession session(std::move(lesson), {}, false);
    const std::string student = json::parse(session.join("10.0.0.1").content)["student"];
    const auto seen_in = [&](const char* language) {
        return json::parse(session.student_state(student, "", Clock::now(), language).content);
    };
    EXPECT_EQ(session.control(R"({"step":1})").status, 200);
    EXPECT_EQ(session.answer(student, R"({"step":1,"option":0})").status, 200);
    EXPECT_EQ(session.control(R"({"step":1,"reveal":true})").status, 200);
    EXPECT_EQ(seen_in("ru")["lesson"], "Маленький урок");
    EXPECT_EQ(seen_in("ru")["title"], "выбор");
    EXPECT_EQ(seen_in("ru")["verdict"]["means"][0][0][0], "заблуждение");
    EXPECT_EQ(seen_in("en")["title"], "=choice");
    EXPECT_EQ(seen_in("xx")["lesson"], "Small lesson");
    EXPECT_EQ(json::parse(session.teacher_state("", Clock::now(), "ru").content)["title"], "выбор");
}

TEST_F(SmallClass, UnknownStudentsAreRefused) {
    EXPECT_EQ(session.student_state("", "").status, 401);
    EXPECT_EQ(session.student_state(session.secret(), "").status, 401);
    EXPECT_EQ(answer("0123", {{"step", 0}}), 401);
}

TEST_F(SmallClass, UnchangedStateIsTiny) {
    const std::string student = join();
    const std::string revision = seen_by(student)["revision"];
    EXPECT_EQ(session.student_state(student, revision).status, 204);
    EXPECT_EQ(session.student_state(student, revision).content, "");
    go_to(choice_step);
    EXPECT_EQ(session.student_state(student, revision).status, 200);
}

TEST_F(SmallClass, LastAnswerCounts) {
    const std::string student = join(), other = join();
    go_to(choice_step);
    EXPECT_EQ(answer(student, {{"step", choice_step}, {"option", 0}}), 200);
    EXPECT_EQ(answer(other, {{"step", choice_step}, {"option", 0}}), 200);
    EXPECT_EQ(answer(student, {{"step", choice_step}, {"option", 1}}), 200);
    const json view = teachers_view();
    EXPECT_EQ(view["answered"], 2);
    EXPECT_EQ(view["tally"]["options"], json({1, 1}));
    EXPECT_EQ(seen_by(student)["answer"]["option"], 1);
}

TEST_F(SmallClass, AnswersAreSecretUntilRevealed) {
    const std::string student = join(), other = join();
    for (size_t step = choice_step; step <= window_step; ++step) {
        go_to(step);
        for (const std::string& text :
             {session.student_state(student, "").content, session.teacher_state("").content}) {
            EXPECT_EQ(text.find("secret"), std::string::npos) << text;
            EXPECT_FALSE(json::parse(text).contains("right")) << text;
        }
        EXPECT_FALSE(seen_by(student).contains("tally"));
    }
    go_to(choice_step);
    EXPECT_EQ(answer(student, {{"step", choice_step}, {"option", 0}}), 200);
    EXPECT_EQ(answer(other, {{"step", choice_step}, {"option", 1}}), 200);
    go_to(choice_step, true);
    const json view = seen_by(student);
    EXPECT_EQ(view["right"]["options"], json::array({1}));
    EXPECT_EQ(view["tally"]["options"], json({1, 1}));
    EXPECT_EQ(view["verdict"]["right"], false);
    EXPECT_EQ(view["verdict"]["means"][0][0][0], "secret misconception");
    EXPECT_EQ(seen_by(other)["verdict"], json({{"right", true}}));
    EXPECT_EQ(teachers_view()["right_answers"], 1);
}

TEST_F(SmallClass, RevealedAnswersCannotChange) {
    const std::string student = join();
    go_to(choice_step);
    EXPECT_EQ(answer(student, {{"step", choice_step}, {"option", 0}}), 200);
    go_to(choice_step, true);
    EXPECT_EQ(answer(student, {{"step", choice_step}, {"option", 1}}), 409);
    go_to(number_step);
    EXPECT_EQ(answer(student, {{"step", choice_step}, {"option", 1}}), 409);
    go_to(choice_step);
    EXPECT_EQ(seen_by(student)["answer"]["option"], 0);
    EXPECT_EQ(seen_by(student)["revealed"], true);
}

TEST_F(SmallClass, StepsOutsideTheLessonAreRefused) {
    for (const char* request : {R"({"step":7})", R"({"step":-1})", R"({"step":1e300})", R"({"step":"1"})", "{}", "[]",
                                "null", "", "{", R"({"step":1,"reveal":1})"})
        EXPECT_EQ(session.control(request).status, 400) << request;
    EXPECT_EQ(teachers_view()["step"], 0);
}

TEST_F(SmallClass, NumbersAreGroupedByValue) {
    go_to(number_step);
    for (const double value : {75.0, -3.0, 75.0})
        EXPECT_EQ(answer(join(), {{"step", number_step}, {"number", value}}), 200);
    for (int i = 0; i < 20; ++i) EXPECT_EQ(answer(join(), {{"step", number_step}, {"number", 100 + i}}), 200);
    const json tally = teachers_view()["tally"];
    EXPECT_EQ(tally["groups"][0], json({75.0, 2}));
    EXPECT_EQ(tally["groups"].size(), 12u);
    EXPECT_EQ(tally["others"], 10);
    go_to(number_step, true);
    EXPECT_EQ(teachers_view()["right_answers"], 2);
}

TEST_F(SmallClass, PickedCellsAreCounted) {
    const std::string student = join();
    go_to(cells_step);
    EXPECT_EQ(answer(student, {{"step", cells_step}, {"cells", {7, 1}}}), 200);
    EXPECT_EQ(answer(join(), {{"step", cells_step}, {"cells", {1, 0}}}), 200);
    EXPECT_EQ(teachers_view()["tally"]["cells"], json({{1, 2}, {0, 1}, {7, 1}}));
    go_to(cells_step, true);
    EXPECT_EQ(seen_by(student)["verdict"]["right"], true);
    EXPECT_EQ(seen_by(student)["right"]["cells"], json({1, 2, 4, 1}));
    EXPECT_EQ(session.picture(cells_step), "picture");
    EXPECT_EQ(session.picture(99), "");
}

TEST_F(SmallClass, LanesAreCountedOneByOne) {
    const std::string student = join();
    go_to(lanes_step);
    EXPECT_EQ(answer(student, {{"step", lanes_step}, {"lanes", 0x80000001u}}), 200);
    EXPECT_EQ(answer(join(), {{"step", lanes_step}, {"lanes", 1}}), 200);
    const json lanes = teachers_view()["tally"]["lanes"];
    EXPECT_EQ(lanes[0], 2);
    EXPECT_EQ(lanes[1], 0);
    EXPECT_EQ(lanes[31], 1);
    go_to(lanes_step, true);
    EXPECT_EQ(seen_by(student)["verdict"]["right"], true);
}

TEST_F(SmallClass, OnlyTheTeacherReadsReports) {
    const std::string kernel = "<script>alert(1)</script>\n__global__ void k();";
    const std::string student = join(), other = join();
    go_to(window_step);
    EXPECT_EQ(answer(student, {{"step", window_step}, {"reached", true}, {"text", kernel}}), 200);
    const json view = teachers_view();
    EXPECT_EQ(view["tally"]["reached"], 1);
    EXPECT_EQ(view["reports"].size(), 1u);
    EXPECT_EQ(view["reports"][0], json({{"student", 1},
                                        {"reached", true},
                                        {"begins", "<script>alert(1)</script>"},
                                        {"bytes", kernel.size()},
                                        {"measured", false},
                                        {"attempt", true}}));
    EXPECT_EQ(json::parse(session.report("1").content)["text"], kernel);
    EXPECT_EQ(session.report("2").status, 404);
    go_to(window_step, true);
    EXPECT_EQ(seen_by(other).dump().find("script"), std::string::npos);
}

TEST_F(SmallClass, InvalidAnswersAreRefused) {
    const std::string student = join();
    const auto refuses = [&](size_t step, const std::string& rest) {
        go_to(step);
        EXPECT_EQ(session.answer(student, fmt::format(R"({{"step":{},{}}})", step, rest)).status, 400) << rest;
    };
    for (const char* rest : {R"("option":2)", R"("option":-1)", R"("option":0.5)", R"("option":"0")", R"("x":0)",
                             R"("option":18446744073709551616)", R"("option":[0])", R"("option":null)"})
        refuses(choice_step, rest);
    for (const char* rest : {R"("number":"1")", R"("number":1e999)", R"("number":NaN)", R"("number":true)"})
        refuses(number_step, rest);
    for (const char* rest : {R"("cells":[0])", R"("cells":[0,0])", R"("cells":[0,8])", R"("cells":[0,-1])",
                             R"("cells":[0,1,2])", R"("cells":{"0":1,"1":2})", R"("cells":[[0],[1]])"})
        refuses(cells_step, rest);
    for (const char* rest : {R"("lanes":4294967296)", R"("lanes":-1)"}) refuses(lanes_step, rest);
    for (const char* rest : {R"("line":0)", R"("line":3)"}) refuses(line_step, rest);
    for (const char* rest :
         {R"("reached":1)", R"("reached":true,"text":1)", R"("text":"x")", R"("reached":true,"setup":1)",
          R"("reached":true,"setup":{})", R"("reached":true,"setup":{"block":[1,1],"values":{},"kernel":true})",
          R"("reached":true,"setup":{"block":[1,1,-1],"values":{},"kernel":true})",
          R"("reached":true,"setup":{"block":[1,1,1],"values":{"n":"1"},"kernel":true})",
          R"("reached":true,"setup":{"block":[1,1,1],"values":{},"kernel":1})"})
        refuses(window_step, rest);
    refuses(window_step, R"("reached":true,"text":")" + std::string(9000, 'x') + "\"");
    refuses(text_step, R"("option":0)");
    for (const std::string& text : {std::string("[1"), std::string("\xff\xfe"), std::string(20000, '['), std::string()})
        EXPECT_EQ(session.answer(student, text).status, 400);
    EXPECT_EQ(session.answer(student, std::string(limits.answer_bytes + 1, ' ')).status, 413);
    EXPECT_EQ(session.csv(), "student,step,title,answer,right\n");
}

class JudgedClass : public SmallClass {
protected:
    JudgedClass() { EXPECT_EQ(judging.control(R"({"step":6})").status, 200); }
    [[nodiscard]] std::string join_judged() { return json::parse(judging.join("10.0.0.1").content)["student"]; }
    void send(const std::string& student, const std::string& rest) {
        EXPECT_EQ(judging.answer(student, R"({"step":6,)" + rest + "}").status, 200);
    }
    [[nodiscard]] json reports_of_class() { return json::parse(judging.teacher_state("").content)["reports"]; }

    Result<Judgment> verdict = Judgment{false, "warps that split: 3"};
    std::vector<std::string> judged; // texts of attempts
    std::function<void()> meanwhile = [] {};
    ClassSession judging{small_lesson(), limits, true,
                         [this](size_t step, const ClassAnswer& attempt, const std::atomic<bool>&) {
                             EXPECT_EQ(step, window_step);
                             judged.push_back(attempt.text);
                             meanwhile();
                             return verdict;
                         }};
};

constexpr const char* reached_attempt =
    R"("reached":true,"text":"kernel","setup":{"block":[8,4,1],"values":{"n":2},"kernel":true})";

TEST_F(JudgedClass, ServersVerdictCounts) {
    send(join_judged(), reached_attempt);
    EXPECT_EQ(reports_of_class()[0]["measured"], true);
    EXPECT_FALSE(reports_of_class()[0].contains("judgement"));
    EXPECT_EQ(judging.judge(R"({"student":1})").status, 200);
    EXPECT_EQ(judged, (std::vector<std::string>{"kernel"}));
    EXPECT_EQ(reports_of_class()[0]["judgement"], json({{"reached", false}, {"words", "warps that split: 3"}}));
    EXPECT_EQ(json::parse(judging.teacher_state("").content)["tally"]["reached"], 0);
    EXPECT_NE(judging.csv().find("kernel,no"), std::string::npos) << judging.csv();
}

TEST_F(JudgedClass, NewAttemptNeedsNewVerdict) {
    const std::string student = join_judged();
    send(student, reached_attempt);
    EXPECT_EQ(judging.judge(R"({"student":1})").status, 200);
    send(student, R"("reached":true,"text":"__global__ void other();")");
    EXPECT_FALSE(reports_of_class()[0].contains("judgement"));
    meanwhile = [&] { send(student, R"("reached":true,"text":"__global__ void third();")"); };
    EXPECT_EQ(judging.judge(R"({"student":1})").status, 409);
    EXPECT_FALSE(reports_of_class()[0].contains("judgement"));
}

TEST_F(JudgedClass, OnlyAttemptsAreJudged) {
    send(join_judged(), R"("reached":false,"text":"How do I begin?")");
    for (const char* request : {R"({"student":1})", R"({"student":2})"}) EXPECT_EQ(judging.judge(request).status, 404);
    for (const char* request : {"{}", "", R"({"student":"1"})", R"({"student":-1})"})
        EXPECT_EQ(judging.judge(request).status, 400) << request;
    EXPECT_TRUE(judged.empty());
    EXPECT_EQ(session.judge(R"({"student":1})").status, 403) << "a server without sandbox";
}

TEST_F(JudgedClass, BrokenSandboxIsNoVerdict) {
    send(join_judged(), reached_attempt);
    verdict = fail(ErrorKind::environment, "There is no sandbox.");
    EXPECT_EQ(judging.judge(R"({"student":1})").status, 503);
    EXPECT_FALSE(reports_of_class()[0].contains("judgement"));
}

TEST_F(SmallClass, CsvIsQuoted) {
    const std::string student = join();
    const auto give = [&](size_t step, json rest) {
        go_to(step);
        rest["step"] = step;
        EXPECT_EQ(answer(student, rest), 200);
    };
    give(choice_step, {{"option", 1}});
    give(number_step, {{"number", -3}});
    give(cells_step, {{"cells", {1, 7}}});
    give(lanes_step, {{"lanes", 5}});
    give(line_step, {{"line", 2}});
    give(window_step, {{"reached", false}, {"text", "=HYPERLINK(\"x\")\nsecond\rline"}});
    EXPECT_EQ(session.csv(), "student,step,title,answer,right\n"
                             "1,2,'=choice,\"'=two, \"\"quoted\"\"\",yes\n"
                             "1,3,number,-3,no\n"
                             "1,4,cells,\"(1, 0) (3, 1)\",yes\n"
                             "1,5,lanes,0 2,no\n"
                             "1,6,line,2,yes\n"
                             "1,7,your turn,\"'=HYPERLINK(\"\"x\"\")\nsecondline\",no\n");
}

TEST(SafeCsvField, NeverIsAFormula) {
    for (const std::string begin : {"=", "+", "-", "@", "\t"})
        EXPECT_EQ(safe_csv_field(begin + "1"), "'" + begin + "1");
    EXPECT_EQ(safe_csv_field("a=1"), "a=1");
    EXPECT_EQ(safe_csv_field("=a,b"), "\"'=a,b\"");
}

TEST(FullClass, RefusesFurtherStudents) {
    Limits limits;
    limits.students = 3;
    ClassSession session(small_lesson(), limits, false);
    const auto now = Clock::now();
    std::vector<std::string> students;
    for (int i = 0; i < 3; ++i) students.push_back(json::parse(session.join("10.0.0.1", now).content)["student"]);
    EXPECT_EQ(session.join("10.0.0.2", now).status, 503);
    EXPECT_EQ(session.control(R"({"step":1})").status, 200);
    EXPECT_EQ(session.answer(students[0], R"({"step":1,"option":0})", now).status, 200);
    EXPECT_EQ(session.student_state(students[1], "", now + seconds(50)).status, 200);
    EXPECT_EQ(session.join("10.0.0.2", now + seconds(70)).status, 200) << "replaces the idle student without answers";
    EXPECT_EQ(session.student_state(students[0], "", now + seconds(70)).status, 200);
    EXPECT_EQ(session.student_state(students[2], "", now + seconds(70)).status, 401);
    EXPECT_EQ(session.join("10.0.0.2", now + seconds(70)).status, 503);
}

TEST(FullClass, OneClientCannotFillIt) {
    Limits limits;
    limits.students_per_client = 2;
    ClassSession session(small_lesson(), limits, false);
    EXPECT_EQ(session.join("10.0.0.1").status, 200);
    EXPECT_EQ(session.join("10.0.0.1").status, 200);
    EXPECT_EQ(session.join("10.0.0.1").status, 503);
    EXPECT_EQ(session.join("10.0.0.2").status, 200);
}

TEST(ClassTime, SilentStudentsAreNotConnected) {
    ClassSession session(small_lesson(), {}, false);
    const auto now = Clock::now();
    EXPECT_EQ(session.join("10.0.0.1", now).status, 200);
    const auto count = [&](seconds later) {
        return json::parse(session.teacher_state("", now + later).content)["connected"];
    };
    EXPECT_EQ(count(seconds(5)), 1);
    EXPECT_EQ(count(seconds(30)), 0);
}

} // namespace
} // namespace warpscope::serve
