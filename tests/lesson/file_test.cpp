#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "language/language.hpp"
#include "language/tr.hpp"
#include "lesson/lesson.hpp"
#include "lesson/progress.hpp"
#include "lesson/runs.hpp"

namespace warpscope::lesson {
namespace {

using ::testing::HasSubstr;

const std::string head = "title = \"T\"\nsummary = \"S\"\n[[step]]\nname = \"one\"\nrun = \"color_to_gray/basic\"\n";

std::string error_in(const std::string& text) {
    const auto lesson = lesson_from_text(text, "my.lesson.toml");
    EXPECT_FALSE(lesson) << text;
    return lesson ? "" : lesson.error().text();
}

TEST(LessonFile, ReadsEveryKey) {
    const auto lesson = lesson_from_text(head + R"(
input = "gradient:40x30"
block = [8, 4]
overlays = ["blocks", "surplus"]
code = ["if (col"]
text = "Words"
[[step]]
name = "two"
[step.question]
kind = "number"
ask = "How many?"
answer = "threads"
explain = "So."
[[step.question.choice]]
value = 3
means = "No."
[[step.question.again]]
input = "gradient:50x50"
)",
                                         "folder/my.lesson.toml");
    ASSERT_TRUE(lesson) << lesson.error().text();
    EXPECT_EQ(lesson->name, "my");
    ASSERT_EQ(lesson->steps.size(), 2u);
    const Step& second = lesson->steps[1];
    EXPECT_EQ(second.run.input, "gradient:40x30") << "a step inherits the previous launch";
    EXPECT_EQ(second.run.block, (std::vector<uint32_t>{8, 4}));
    EXPECT_EQ(second.overlays, lesson->steps[0].overlays);
    ASSERT_TRUE(second.question);
    ASSERT_EQ(second.question->again.size(), 1u);
    const RunSpec again = changed(second.run, second.question->again[0]);
    EXPECT_EQ(again.input, "gradient:50x50");
    EXPECT_EQ(again.block, second.run.block);
    EXPECT_EQ(second.question->answer->where().line, 17u);
}

TEST(LessonFile, ReportsOnlyTheCause) {
    const std::string question = head + "[step.question]\nask = \"A\"\nexplain = \"E\"\n";
    const std::string choices = "[[step.question.choice]]\nvalue = \"1\"\nmeans = \"M\"\n[[step.question.choice]]\n"
                                "value = \"2\"\nmeans = \"M\"\n";
    EXPECT_EQ(error_in(question + "kind = \"cell\"\nin = \"in\"\nwhere = \"x == 0\"\n"),
              "my.lesson.toml:9:8: question of step 'one': 'cell' is not a kind of question. (did you mean 'cells'?)");
    EXPECT_EQ(error_in(question + "kind = \"choice\"\nanswer = \"max(1, 2\"\n" + choices),
              "my.lesson.toml:10:10: \"max(1, 2\": ')' is missing (character 9).");
    EXPECT_EQ(error_in(question + "kind = \"number\"\nanswer = \"1\"\n[[step.question.choice]]\nvalue = \"(1\"\n"
                                  "means = \"M\"\n"),
              "my.lesson.toml:12:9: \"(1\": ')' is missing (character 3).");
}

TEST(LessonFile, TableErrorHasNoColumn) {
    EXPECT_THAT(error_in(head + "[step.question]\nkind = \"number\"\nask = \"A\"\nexplain = \"E\"\nanswer = \"1\"\n"
                                "[[step.question.choice]]\nvalue = \"2\"\n"),
                HasSubstr("my.lesson.toml:11: 'means' is missing"));
}

TEST(LessonFile, ErrorsNameTheirLine) {
    EXPECT_THAT(error_in("title = \"T"), HasSubstr("my.lesson.toml:1"));
    EXPECT_THAT(error_in("title = \"T\"\nsummary = \"S\"\n"), HasSubstr("there is no [[step]]"));
    EXPECT_THAT(error_in(head + "text = \"x\"\noverlay = [\"blocks\"]\n"), HasSubstr("my.lesson.toml:7"));
    EXPECT_THAT(error_in(head + "text = \"x\"\noverlay = [\"blocks\"]\n"), HasSubstr("did you mean 'overlays'"));
    EXPECT_THAT(error_in(head + "text = \"x\"\noverlays = [\"block\"]\n"), HasSubstr("did you mean 'blocks'"));
    EXPECT_THAT(error_in(head + "text = \"x\"\ntab = \"epoch\"\n"), HasSubstr("my.lesson.toml:7"));
    EXPECT_THAT(error_in(head + "text = \"x\"\ntab = \"epoch\"\n"), HasSubstr("did you mean 'epochs'"));
    EXPECT_THAT(error_in(head + "[step.question]\nkind = \"number\"\nask = \"?\"\nexplain = \"!\"\nanswer = \"1\"\n"
                                "tab = \"nowhere\"\n"),
                HasSubstr("my.lesson.toml:11"));
    EXPECT_THAT(error_in(head), HasSubstr("neither a text nor a question"));
    EXPECT_THAT(error_in("title = \"T\"\nsummary = \"S\"\n[[step]]\nname = \"one\"\ntext = \"x\""),
                HasSubstr("'run' is missing"));
}

TEST(LessonFile, ErrorsUseTheWindowsLanguage) {
    if (const auto set = set_language(Language::russian); !set) GTEST_SKIP() << set.error().text();
    const auto lesson = lesson_from_text(head + "text = \"x\"\noverlay = [\"blocks\"]\n", "my.lesson.toml");
    ASSERT_FALSE(lesson);
    const std::string words = tr(lesson.error());
    ASSERT_TRUE(set_language(Language::english));
    EXPECT_THAT(words, HasSubstr("step 'one': ключ «overlay» неизвестен"));
    EXPECT_THAT(words, HasSubstr("overlays"));
}

TEST(LessonFile, InheritedOtherLaunchesFollowTheStep) {
    const auto lesson =
        lesson_from_text(head + "text = \"t\"\nset = { radius = 3 }\nblock = [16, 16]\n"
                                "[step.other.tiled]\nrun = \"box_blur/tiled\"\nblock = [8, 8]\n"
                                "[[step]]\nname = \"b\"\ntext = \"t\"\nset = { radius = 0 }\nblock = [4, 4]\n"
                                "[[step]]\nname = \"c\"\ntext = \"t\"\nrun = \"box_blur/naive\"\n",
                         "my.lesson.toml");
    ASSERT_TRUE(lesson) << lesson.error().text();
    const RunSpec& other = lesson->steps[1].others.at("tiled");
    EXPECT_EQ(other.target, "box_blur/tiled");
    EXPECT_EQ(other.settings.at("radius"), 0);
    EXPECT_EQ(other.block, (std::vector<uint32_t>{8, 8})) << "its own key";
    EXPECT_TRUE(lesson->steps[2].others.empty()) << "another launch inherits nothing";
}

TEST(LessonFile, ShowsAnotherLaunchBeside) {
    const std::string other = head + "text = \"t\"\n[step.other.rows]\nrun = \"box_blur/tiled\"\n";
    const auto lesson = lesson_from_text(
        other + "[step.beside]\nother = \"rows\"\nnames = [\"a\", \"b\"]\ncode = [\"int\"]\n", "my.lesson.toml");
    ASSERT_TRUE(lesson) << lesson.error().text();
    ASSERT_TRUE(lesson->steps[0].beside);
    EXPECT_EQ(lesson->steps[0].beside->other, "rows");
    EXPECT_EQ(lesson->steps[0].beside->names[1], "b");
    EXPECT_EQ(lesson->steps[0].beside->code, std::vector<std::string>{"int"});
    EXPECT_THAT(error_in(other + "[step.beside]\nother = \"row\"\nnames = [\"a\", \"b\"]\n"),
                HasSubstr("there is no [step.other.row]"));
    EXPECT_THAT(error_in(other + "[step.beside]\nother = \"rows\"\nnames = [\"a\"]\n"),
                HasSubstr("'names' needs two names"));
    EXPECT_THAT(error_in(head + "[step.question]\nkind = \"number\"\nask = \"?\"\nexplain = \"!\"\nanswer = \"1\"\n"
                                "[step.question.light]\nin = \"in\"\nwhere = \"1\"\nbeside = \"1\"\n"),
                HasSubstr("needs [step.beside]"));
}

TEST(LessonFile, KernelIncludesStayInFolder) {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "lesson_includes";
    std::filesystem::create_directories(folder);
    const auto kernel_with = [&](const std::string& first) {
        std::ofstream(folder / "k.cu") << first << "\n__global__ void k(float* out) { out[threadIdx.x] = 1; }\n";
        std::ofstream(folder / "k.toml") << "title = \"K\"\n[block]\nx = 32\n[[variant]]\nname = \"k\"\n"
                                            "[[variant.buffer]]\nname = \"out\"\nrole = \"output\"\ntype = \"f32\"\n"
                                            "shape = [32]\n[[variant.launch]]\nkernel = \"k\"\ngrid = [1]\n"
                                            "arguments = [\"out\"]\n";
        RunSpec spec;
        spec.target = "k.toml/k";
        const auto request = make_request({}, spec, folder);
        return request ? std::string() : request.error().text();
    };
    EXPECT_EQ(kernel_with(""), "");
    EXPECT_EQ(kernel_with("#include \"beside.h\""), "");
    EXPECT_THAT(kernel_with("#include \"/etc/passwd\""), HasSubstr("'/etc/passwd'"));
    EXPECT_THAT(kernel_with("#if __has_include(\"/etc/passwd\")\n#endif"), HasSubstr("'/etc/passwd'"));
    std::ofstream(folder / "beside.h") << "#include \"../outside.h\"\n";
    EXPECT_THAT(kernel_with("#include \"beside.h\""), HasSubstr("'../outside.h'"));
    std::filesystem::remove_all(folder);
}

TEST(LessonFile, CellsAndZoomsAreValidated) {
    for (const char* zoom : {"0", "-3", "nan", "inf", "1e300"})
        EXPECT_THAT(error_in(head + "text = \"t\"\nzoom = " + zoom + "\n"), HasSubstr("'zoom' is pixels per cell"))
            << zoom;
    for (const char* cell : {"[1e300]", "[nan, 1]", "[0.5, 1]"})
        EXPECT_THAT(error_in(head + "text = \"t\"\ncell = " + cell + "\n"), HasSubstr("are whole numbers")) << cell;
    EXPECT_TRUE(lesson_from_text(head + "text = \"t\"\ncell = [3, 4]\nzoom = 20\n", "my.lesson.toml"));
    EXPECT_TRUE(lesson_from_text(head + "text = \"t\"\ncell = [-1, 0]\n", "my.lesson.toml")) << "from the right";
}

TEST(LessonFile, EachQuestionKindIsValidated) {
    const auto question = [](const std::string& rest) {
        return head + "[step.question]\nask = \"?\"\nexplain = \"!\"\n" + rest;
    };
    EXPECT_THAT(error_in(question("kind = \"numbr\"")), HasSubstr("did you mean 'number'"));
    EXPECT_THAT(error_in(question("kind = \"number\"")), HasSubstr("needs 'answer'"));
    EXPECT_THAT(error_in(question("kind = \"number\"\nanswer = \"1 +\"")), HasSubstr("my.lesson.toml:10"));
    EXPECT_THAT(error_in(question("kind = \"number\"\nanswer = \"1\"\nwhere = \"x\"")),
                HasSubstr("'where' means nothing"));
    EXPECT_THAT(error_in(question("kind = \"cells\"\nwhere = \"x\"")), HasSubstr("needs 'in'"));
    EXPECT_THAT(error_in(question("kind = \"settings\"\ngoal = \"1\"")), HasSubstr("needs 'proof'"));
    EXPECT_THAT(error_in(question("kind = \"order\"\nvalues = [\"1\", \"2\"]")), HasSubstr("'names' needs the names"));
    EXPECT_THAT(error_in(question("kind = \"choice\"\nanswer = 1\n[[step.question.choice]]\nvalue = 2")),
                HasSubstr("'means' is missing"));
    EXPECT_THAT(error_in(question("kind = \"choice\"\n[[step.question.choice]]\nsays = \"a\"")),
                HasSubstr("needs 'when'"));
    EXPECT_THAT(
        error_in(question("kind = \"choice\"\n[[step.question.choice]]\nvalue = 2\nwhen = \"1\"\nsays = \"x\"")),
        HasSubstr("'value' means nothing in this choice"));
}

TEST(LessonProgress, RoundTrips) {
    const Progress progress{{"idle_threads", {2, {{"how many", true}, {"a \"quoted\" step", false}}, true}}};
    const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "lessons-progress.toml";
    std::ofstream(file) << to_text(progress);
    const auto read = read_progress(file);
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(*read, progress);
    std::ofstream(file) << "[x";
    EXPECT_FALSE(read_progress(file));
    std::filesystem::remove(file);
    EXPECT_TRUE(read_progress(file)->empty());
}

} // namespace
} // namespace warpscope::lesson
