// The emulator against the answers that a GPU gave.
#include <cstring>

#include <gtest/gtest.h>

#include "conformance/emulate.hpp"
#include "conformance/golden.hpp"

namespace warpscope::conformance {
namespace {

const std::filesystem::path folder = CONFORMANCE_DIR;

/// Every form of `file` answers as recorded in `golden_file`; there are more than `least`. Forms that no GPU has been
/// asked about yet are run all the same, and the test counts as skipped, not as passed.
void expect_answers(const char* file, const char* golden_file, size_t least) {
    const auto forms = load_forms(folder / file);
    ASSERT_TRUE(forms) << forms.error().text();
    ASSERT_GT(forms->size(), least);
    const auto golden = load_golden(folder / golden_file);
    std::vector<std::string> missing;
    for (const Form& form : *forms) {
        const auto answers = emulate_table(form);
        ASSERT_TRUE(answers) << form.ptx << ": " << answers.error().text();
        const auto line = golden.find(form.ptx);
        if (line == golden.end())
            missing.push_back(form.ptx);
        else
            EXPECT_EQ(compare_with_golden(form, *answers, line->second), "");
    }
    if (!missing.empty())
        GTEST_SKIP() << missing.size() << " forms of " << file << " have no golden answers, the first being "
                     << missing.front() << ": record them with `conformance` on a GPU";
}

TEST(Conformance, EveryFormAnswersAsTheGpuDid) { expect_answers("forms.txt", "h100.txt", 800); }

TEST(Conformance, LanesAndMemoryAnswerAsTheGpuDid) {
    if (!std::filesystem::exists(folder / "h100_lanes.txt")) GTEST_SKIP() << "record it with `conformance lanes`";
    expect_answers("lanes.txt", "h100_lanes.txt", 300);
}

TEST(Conformance, EveryFormOfLanesAndMemoryRuns) {
    const auto forms = load_forms(folder / "lanes.txt");
    ASSERT_TRUE(forms) << forms.error().text();
    for (const Form& form : *forms) {
        const auto answers = emulate_table(form);
        EXPECT_TRUE(answers) << form.ptx << ": " << (answers ? "" : answers.error().text());
    }
}

TEST(Conformance, OneWrongAnswerIsNoticed) {
    const Form exact{4, 4, 4, 4, "add.u32 %d, %a, %b;"}, approximate{4, 4, 4, 4, "sin.approx.f32 %d, %a;"};
    for (const Form& form : {exact, approximate}) {
        const auto answers = emulate_table(form);
        ASSERT_TRUE(answers);
        const std::string line = golden_line(form, *answers);
        EXPECT_EQ(compare_with_golden(form, *answers, line), "");
        Bytes wrong = *answers;
        wrong[4 * 33 + 3] ^= std::byte{0x40};
        EXPECT_NE(compare_with_golden(form, wrong, line), "") << form.ptx;
    }
    EXPECT_NE(compare_with_golden(exact, *emulate_table(exact), exact.ptx + "\t 1 2"), "") << "a line that is cut off";
}

TEST(Conformance, SweepsAnswerAsTheTableDoes) {
    const Form form{4, 4, 4, 4, "brev.b32 %d, %a;"};
    auto sweep = Sweep::create(form);
    ASSERT_TRUE(sweep);
    const auto answers = sweep->run(0x80000000u);
    ASSERT_TRUE(answers);
    uint32_t value = 0;
    std::memcpy(&value, *answers + 4 * 5, 4);
    EXPECT_EQ(value, 0xa0000001u);
}

} // namespace
} // namespace warpscope::conformance
