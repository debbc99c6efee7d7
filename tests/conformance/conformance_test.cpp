#include <algorithm>
#include <cstring>
#include <set>

#include <gtest/gtest.h>

#include "conformance/emulate.hpp"
#include "conformance/golden.hpp"
#include "conformance/spellings.hpp"

namespace warpscope::conformance {
namespace {

const std::filesystem::path folder = CONFORMANCE_DIR;

/// Expects that every form runs with the results in `golden_file`.
void expect_answers(const std::vector<Form>& forms, const char* golden_file) {
    const auto golden = load_golden(folder / golden_file);
    size_t missing = 0;
    for (const Form& form : forms) {
        const auto answers = emulate_table(form);
        ASSERT_TRUE(answers) << form.name() << ": " << answers.error().text();
        const auto line = golden.find(form.name());
        if (line != golden.end())
            EXPECT_EQ(compare_with_golden(form, *answers, line->second), "");
        else if (missing++ == 0 && !golden.empty())
            ADD_FAILURE() << "no golden answers for " << form.name();
    }
    if (golden.empty()) GTEST_SKIP() << golden_file << " is missing, one of " << missing << " forms";
    EXPECT_EQ(missing, 0u) << "forms without golden answers: record them with `conformance` on a GPU";
}

TEST(Conformance, EveryFormMatchesTheGpu) {
    const auto forms = load_forms(folder / "forms.txt");
    ASSERT_TRUE(forms) << forms.error().text();
    ASSERT_GT(forms->size(), 800u);
    expect_answers(*forms, "h100.txt");
}

TEST(Conformance, LanesAndMemoryMatchTheGpu) {
    const auto forms = load_forms(folder / "lanes.txt");
    ASSERT_TRUE(forms) << forms.error().text();
    ASSERT_GT(forms->size(), 300u);
    expect_answers(*forms, "h100_lanes.txt");
}

TEST(Conformance, EveryPromisedFormMatchesTheGpu) {
    const auto forms = spelled_forms(folder / "exempt.txt");
    ASSERT_TRUE(forms) << forms.error().text();
    ASSERT_GT(forms->size(), 2000u);
    std::set<std::string> names;
    for (const Form& form : *forms)
        EXPECT_TRUE(names.insert(form.name()).second) << form.name() << " is promised twice";
    expect_answers(*forms, "h100_spellings.txt");
}

TEST(Conformance, ExemptionsArePromisedForms) {
    const auto exemptions = load_exemptions(folder / "exempt.txt");
    ASSERT_TRUE(exemptions) << exemptions.error().text();
    const auto promised = simt::promised_forms();
    for (const Exemption& exemption : *exemptions) {
        EXPECT_FALSE(exemption.reason.empty()) << exemption.spelling;
        EXPECT_TRUE(std::ranges::any_of(promised, [&](const simt::PromisedForm& form) {
            return covers(exemption, spelling_of(form));
        })) << exemption.spelling;
    }
}

TEST(Conformance, DetectsOneWrongAnswer) {
    const Form exact{4, 4, 4, 4, "add.u32 %d, %a, %b;", ""}, approximate{4, 4, 4, 4, "sin.approx.f32 %d, %a;", ""};
    for (const Form& form : {exact, approximate}) {
        const auto answers = emulate_table(form);
        ASSERT_TRUE(answers);
        const std::string line = golden_line(form, *answers);
        EXPECT_EQ(compare_with_golden(form, *answers, line), "");
        Bytes wrong = *answers;
        wrong[4 * 33 + 3] ^= std::byte{0x40};
        EXPECT_NE(compare_with_golden(form, wrong, line), "") << form.ptx;
    }
    EXPECT_NE(compare_with_golden(exact, *emulate_table(exact), exact.ptx + "\t 1 2"), "") << "a truncated line";
}

TEST(Conformance, SweepMatchesTable) {
    const Form form{4, 4, 4, 4, "brev.b32 %d, %a;", ""};
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
