// Translated messages of the checkers for the bug museum.
#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analysis/finding_words.hpp"
#include "analysis/runs.hpp"
#include "language/language.hpp"
#include "simt/events.hpp"

namespace warpscope::analysis {
namespace {

class FindingWords : public testing::TestWithParam<Language> {
protected:
    void SetUp() override {
        if (const auto set = set_language(GetParam()); !set) GTEST_SKIP() << set.error().text();
    }
    ~FindingWords() override { EXPECT_TRUE(set_language(Language::english)); }

    /// Expects only names, code and numbers in English.
    static void expect_no_english(const std::string& words) {
        static const std::regex english(
            R"(\b(the|of|is|are|at|by|and|with|which|byte|bytes|load|store|thread|block|row|column|past|end)\b)");
        EXPECT_FALSE(std::regex_search(words, english)) << words;
    }
};

TEST_P(FindingWords, MuseumFindingsAreTranslated) {
    size_t count = 0;
    const catalog::Catalog catalog = catalog::load_catalog(WARPSCOPE_SOURCE_DIR "/cuda");
    for (const catalog::Variant& variant : catalog.find("bug_museum")->variants) {
        const Ran ran = run("bug_museum", variant.name, "gradient:52x90");
        ASSERT_TRUE(ran) << variant.name;
        for (const metrics::LaunchMeasurement& launch : ran->measured->launches())
            for (const simt::Finding& finding : launch.findings) {
                expect_no_english(finding_words(finding.message));
                ++count;
            }
    }
    EXPECT_GT(count, 10u);
}

TEST_P(FindingWords, RareFindingsAreTranslated) {
    for (
        const std::string sentence :
        {"load of 4 bytes at 0x10 is 1 byte before 'tile' (64 bytes of dynamic shared memory)",
         "store of 1 byte at 0x40 runs 3 bytes over the end of 'out' (61 bytes), in 'other'",
         "atomic operation of 8 bytes at 0x44, which is not a multiple of 8",
         "load of 4 bytes at 0x44 of the block's shared memory, which is not a multiple of 8",
         "load of 4 bytes at 0x0 through a null pointer",
         "load of 4 bytes at 0x20 is in no buffer. With an index less by 2^32 it is 8 bytes past the end of 'a' (16 "
         "bytes): an unsigned 32-bit index seems to have wrapped around below 0",
         "load of 4 bytes at 0x20 is 8 bytes into 40 bytes that malloc gave thread (3, 0, 0) of block (0, 0, 0) at "
         "a.cu:5: thread (4, 0, 0) of block (0, 0, 0) at a.cu:9 has freed them",
         "a load of 4 bytes of 'a' at offset 8 races with an atomic operation by thread (3, 0, 0) of block (1, 0, 0) "
         "at a.cu:5: blocks run in any order: use an atomic, or put the two into different launches; a flag or a lock "
         "orders them only with __threadfence() before it is set and after it is seen",
         "a volatile store of 4 bytes of 'c' at offset 0 races with a volatile store by thread (32, 0, 0) at a.cu:3: "
         "both store the same value in this run, each computed from what it has loaded there before: one of the two "
         "changes is lost, as of a counter, and no barrier helps; use an atomic",
         "a store of 4 bytes of 'd' at offset 0 races with a load by thread (0, 0, 0) of block (1, 0, 0) at a.cu:4: "
         "the flag or lock 'f' at offset 0, set in line 3 and seen in line 3, orders threads of one block only, by "
         "its scope (thread_scope_block, atomicAdd_block): use that of the device (thread_scope_device)",
         "the block cannot go on: 1 of its warps still run, 32 threads wait at barrier 2, which needs 64; 32 threads "
         "have arrived at barrier 1, which needs 64; 32 threads have arrived at barrier 3, which needs 64",
         "the warp waits at an mbarrier in vain, of which phases are over: more threads may arrive than the 16 that it "
         "is made for. The next phase still expects 16 of 16 arrivals: that is done by no thread that still runs",
         "the warp waits in an endless loop, in which it looks at 'f' at offset 4, which holds 0: what it waits for is "
         "done by none of the 640 blocks of this size that a GPU (T4) holds at a time, and no other begins before one "
         "of these ends. It is element 1 of 'f'. The access is f[b+1], here f[1]",
         "1 byte at offset 5 of local memory is read, but nothing in this thread has written it",
         "lane 3 shuffles from lane 8, which has returned already: what it gets is undefined, and what the block "
         "leaves "
         "behind depends on it; let all threads reach the shuffle, those without data with a neutral value",
         "store of 4 bytes at 0x44 is just past the end of 'out' (4 bytes). It is element 5 of 'out' (row 1, column "
         "0), "
         "which has 4 rows of 5 columns. The access is out[i], here out[5]; the last element is out[4]; i = 5"}) {
        const std::string words = finding_words(sentence);
        EXPECT_NE(words, sentence);
        expect_no_english(words);
    }
}

TEST_P(FindingWords, EveryKindHasAName) {
    constexpr auto last = simt::FindingKind::invalid_texture;
    for (int kind = 0; kind <= static_cast<int>(last); ++kind) {
        std::string name(simt::name_of(static_cast<simt::FindingKind>(kind)));
        std::ranges::replace(name, '_', ' ');
        EXPECT_NE(finding_words(name), name);
    }
}

INSTANTIATE_TEST_SUITE_P(All, FindingWords, testing::Values(Language::chinese, Language::russian),
                         [](const auto& test) { return std::string(warpscope::info(test.param).code); });

TEST(FindingWordsInEnglish, KeepOriginalSentences) {
    EXPECT_EQ(finding_words("load of 4 bytes at 0x0 through a null pointer"),
              "load of 4 bytes at 0x0 through a null pointer");
}

TEST(FindingWordsInRussian, UseCorrectPluralForms) {
    if (const auto set = set_language(Language::russian); !set) GTEST_SKIP() << set.error().text();
    EXPECT_EQ(finding_words("load of 1 byte at 0x44 is 3 bytes past the end of 'out' (21 bytes)"),
              "загрузка 1 байта по адресу 0x44 — на 3 байта дальше конца «out» (21 байт)");
    EXPECT_EQ(finding_words("no sentence of the checkers"), "no sentence of the checkers");
    EXPECT_TRUE(set_language(Language::english));
}

} // namespace
} // namespace warpscope::analysis
