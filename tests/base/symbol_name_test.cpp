#include "base/symbol_name.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(SymbolName, DemanglesFunctions) {
    EXPECT_EQ(written_name("_Z4blurPKhi"), "blur(unsigned char const*, int)");
    EXPECT_EQ(written_name("_ZN5image4blurIfLi3EEEvPT_"), "image::blur<float, 3>(float*)");
    EXPECT_EQ(written_name("plain"), "plain");
    EXPECT_EQ(written_name("_Znonsense"), "_Znonsense");
}

TEST(SymbolName, DemanglesConstrainedTemplates) {
    EXPECT_EQ(written_name("_Z5shiftITk6NumberiEvPT_iS0_"), "shift<int>(int*, int, int)");
    EXPECT_EQ(written_name("_Z4blurITkN5image5PixelEfEvPT_"), "blur<float>(float*)");
    EXPECT_EQ(written_name("_Z2TkPi"), "Tk(int*)");
}

TEST(SymbolName, VariablesUseTheirLastName) {
    EXPECT_EQ(plain_name("_ZZ9transposePfPKfiiE4tile"), "tile");
    EXPECT_EQ(plain_name("s"), "s"); // "s" is also the mangled form of `short`
    EXPECT_EQ(plain_name("shared_values"), "shared_values");
}

TEST(SymbolName, SplitsNameAndParameters) {
    const auto parts = [](std::string_view written) {
        const NameParts all = parts_of(written);
        return std::string(all.name) + "|" + std::string(all.parameters);
    };
    EXPECT_EQ(parts("image::blur<float, 3> (int*, a::b) "), "image::blur<float, 3>|(int*, a::b)");
    EXPECT_EQ(parts("void blur<(2 > 1), (Mode)1>(P<(1)>)"), "blur<(2 > 1), (Mode)1>|(P<(1)>)");
    EXPECT_EQ(parts("(anonymous namespace)::blur<P<3>>"), "(anonymous namespace)::blur<P<3>>|");
    EXPECT_EQ(parts(" blur"), "blur|");
    EXPECT_EQ(parts(""), "|");
}

TEST(SymbolName, MatchesHandwrittenNames) {
    const std::string template_instance = "_ZN5image4blurIfLi3EEEvPT_"; // image::blur<float, 3>(float*)
    for (const char* wanted : {"blur<float, 3>", "blur<float,3>", "blur < float >", "blur", "blur(float*)",
                               "blur<float, 3>(float *)", "void blur(float* __restrict__)"})
        EXPECT_EQ(match_name(template_instance, wanted), NameMatch::partly) << wanted;
    for (const char* wanted : {"image::blur", "image::blur<float, 3>", "_ZN5image4blurIfLi3EEEvPT_"})
        EXPECT_EQ(match_name(template_instance, wanted), NameMatch::fully) << wanted;
    for (const char* wanted : {"lur", "blur<float, 5>", "blur<int>", "blur<3>", "blur(int*)", "blur()", "image", "",
                               "other::blur", "a::image::blur", "blur<float, 3, 4>", "::", "<", "("})
        EXPECT_EQ(match_name(template_instance, wanted), NameMatch::none) << wanted;
}

TEST(SymbolName, MatchesAnySpellingOfTypes) {
    // k(unsigned char const*, unsigned int, long long, short, Vec<float const> const&, char*)
    const std::string symbol = "_Z1kPKhjxsRK3VecIKfEPc";
    for (const char* wanted : {"k(const uint8_t*, unsigned, int64_t, short int, const Vec<const float>&, char*)",
                               "k(unsigned char const *, const unsigned int, long, int16_t, struct Vec<float const> "
                               "const&, char* const)",
                               "k(uchar const*, uint, long long int, short, Vec<const float> const&, char*)"})
        EXPECT_EQ(match_name(symbol, wanted), NameMatch::fully) << wanted;
    EXPECT_EQ(match_name(symbol, "k(uint8_t*, unsigned, int64_t, short, const Vec<const float>&, char*)"),
              NameMatch::none);
    EXPECT_EQ(match_name("_Z1kILj4ELb1EEvv", "k<4, true>"), NameMatch::fully);
    EXPECT_EQ(match_name("_Z4modeIL4Mode1EEvPi", "mode<(Mode)1>(int*)"), NameMatch::fully);
}

TEST(SymbolName, MatchesFileLocalNames) {
    EXPECT_EQ(match_name("_ZN5image12_GLOBAL__N_15innerEPi", "inner"), NameMatch::partly);
    EXPECT_EQ(match_name("_ZL2stPi", "st"), NameMatch::fully);
    // NVRTC puts static variables into a namespace.
    EXPECT_EQ(match_name("_ZN34_INTERNAL_00000000_4_k_cu_2f4915415image9hidden_inE", "image::hidden_in"),
              NameMatch::partly);
    EXPECT_EQ(identifier_of("_ZN5image4blurEv"), "blur");
    EXPECT_EQ(identifier_of("blur"), "");
}

} // namespace
} // namespace warpscope
