// Translations of messages from lower modules, taken from real findings, guesses and failures.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

#include <gtest/gtest.h>

#include "analysis/finding_index.hpp"
#include "analysis/runs.hpp"
#include "catalog/guess/guess.hpp"
#include "input/input.hpp"
#include "language/language.hpp"
#include "language/tr.hpp"
#include "metrics/finding_location.hpp"
#include "replay/orders.hpp"
#include "simt/events.hpp"

namespace warpscope::analysis {
namespace {

class MessageLanguage : public testing::TestWithParam<Language> {
protected:
    void SetUp() override {
        if (const auto set = set_language(GetParam()); !set) GTEST_SKIP() << set.error().text();
    }
    ~MessageLanguage() override { EXPECT_TRUE(set_language(Language::english)); }

    /// Fails if a translation contains English words other than names, code and numbers.
    static void expect_no_english(const std::string& words) {
        static const std::regex english(
            R"(\b(the|of|is|are|at|by|and|with|which|byte|bytes|load|store|thread|block|row|column|past|end)\b)");
        EXPECT_FALSE(std::regex_search(words, english)) << words;
    }
};

TEST_P(MessageLanguage, OfFindingsOfTheMuseum) {
    size_t count = 0;
    const catalog::Catalog catalog = catalog::load_catalog(WARPSCOPE_SOURCE_DIR "/cuda");
    for (const catalog::Variant& variant : catalog.find("bug_museum")->variants) {
        const Ran ran = run("bug_museum", variant.name, "gradient:52x90");
        ASSERT_TRUE(ran) << variant.name;
        for (const metrics::LaunchMeasurement& launch : ran->measured->launches())
            for (const simt::Finding& finding : launch.findings) {
                EXPECT_NE(tr(finding.message), finding.message.english());
                expect_no_english(tr(finding.message));
                expect_no_english(tr(metrics::finding_message(*ran->measured, finding)));
                ++count;
            }
    }
    EXPECT_GT(count, 10u);
}

TEST_P(MessageLanguage, OfEveryKindOfFinding) {
    for (uint8_t kind = 0; simt::name_of(static_cast<simt::FindingKind>(kind)) != "unknown"; ++kind) {
        const Message title = simt::title_of(static_cast<simt::FindingKind>(kind));
        EXPECT_NE(tr(title), title.english());
    }
}

TEST_P(MessageLanguage, OfGuesses) {
    const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "message_language.cu";
    std::ofstream(file) << "__global__ void add(const float* a, const float* b, float* out, int n) {\n"
                           "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                           "    if (i < n) out[i] = a[i] + b[i];\n"
                           "}\n";
    const auto experiment = catalog::guess_experiment(file, {}, {}, "");
    ASSERT_TRUE(experiment) << experiment.error().text();
    ASSERT_FALSE(experiment->guesses.empty());
    for (const catalog::Guess& guess : experiment->guesses.begin()->second) {
        EXPECT_NE(tr(guess.message), guess.message.english());
        expect_no_english(tr(guess.message));
    }
}

TEST_P(MessageLanguage, OfDiagnostics) {
    for (const auto& failure :
         {input::load_image("/nowhere/picture.png"), input::load_image(WARPSCOPE_SOURCE_DIR "/CMakeLists.txt")}) {
        ASSERT_FALSE(failure);
        expect_no_english(std::regex_replace(tr(failure.error()), std::regex(R"(\S*/\S*)"), ""));
        EXPECT_NE(tr(failure.error()), failure.error().text());
    }
    const auto spec = input::parse_spec("gradient:0x7");
    ASSERT_FALSE(spec);
    EXPECT_NE(tr(spec.error().message), spec.error().message.english());
    EXPECT_NE(tr(spec.error().hint), spec.error().hint.english());
}

TEST_P(MessageLanguage, OfOrdersOfThreads) {
    simt::TriedOrder order;
    order.lanes_too = true;
    EXPECT_EQ(replay::order_name(order), "warps take turns by line, lanes apart");
    expect_no_english(tr(replay::order_name(order)));
    replay::OrderSearch none;
    none.tried = 12;
    EXPECT_EQ(replay::format_lines(none), "None of 12 tried orders changes the result.");
    expect_no_english(tr(replay::format_lines(none)));
}

INSTANTIATE_TEST_SUITE_P(All, MessageLanguage, testing::Values(Language::chinese, Language::russian),
                         [](const auto& test) { return std::string(warpscope::info(test.param).code); });

TEST(MessageLanguageInRussian, NumbersUseRussianPluralForms) {
    const auto bytes = [](uint64_t n) { return msg_count(n, "{} byte", "{} bytes", n); };
    if (const auto set = set_language(Language::russian); !set) GTEST_SKIP() << set.error().text();
    EXPECT_EQ(tr(bytes(1)), "1 байт");
    EXPECT_EQ(tr(bytes(3)), "3 байта");
    EXPECT_EQ(tr(bytes(21)), "21 байт");
    EXPECT_EQ(tr(bytes(25)), "25 байт");
    EXPECT_EQ(tr(Message::verbatim("no text of ours")), "no text of ours");
    EXPECT_TRUE(set_language(Language::english));
}

} // namespace
} // namespace warpscope::analysis
