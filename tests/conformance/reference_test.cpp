// Compares forms with C++ that is independent of the emulator: it uses 128-bit numbers for carries, doubles to compare.
#include <algorithm>
#include <bit>
#include <cmath>
#include <compare>
#include <functional>

#include <gtest/gtest.h>

#include "conformance/emulate.hpp"
#include "conformance/spellings.hpp"
#include "ptx/modifiers.hpp"

namespace warpscope::conformance {
namespace {

using ptx::Opcode;
using Wide = unsigned __int128;

std::vector<std::string> words_of(const std::string& spelling) {
    std::vector<std::string> words;
    for (size_t at = 0; at < spelling.size();) {
        const size_t end = std::min(spelling.find('.', at), spelling.size());
        words.push_back(spelling.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

/// Combines results like KernelText::gathered().
uint64_t folded(uint64_t first, uint64_t second) { return first * 0x9e3779b97f4a7c15ull + second; }

struct Inputs {
    uint64_t a, b, c, further; // `further` is the fourth input
};

/// Runs the forms for which `wanted` holds and compares the results with `expected`.
void check(const std::function<bool(const simt::PromisedForm&)>& wanted,
           const std::function<uint64_t(const simt::PromisedForm&, const Inputs&)>& expected, size_t min) {
    size_t count = 0;
    for (const simt::PromisedForm& promised : simt::promised_forms()) {
        if (!wanted(promised)) continue;
        ++count;
        const auto form = spelled_form(promised);
        ASSERT_TRUE(form) << promised.spelling;
        const auto answers = emulate_table(*form);
        ASSERT_TRUE(answers) << form->name() << ": " << answers.error().text();
        const SharedBytes a = table_inputs(form->a, 0), b = table_inputs(form->b, 1), c = table_inputs(form->c, 2);
        for (uint32_t i = 0; i < table_size; i += 7) { // every seventh pair still covers all edge cases
            const Inputs in{answer(*a, form->a, i), answer(*b, form->b, i), answer(*c, form->c, i),
                            answer(*c, form->c, (i * 5 + 37) % table_size)};
            const uint64_t want = expected(promised, in);
            const uint64_t got = answer(*answers, form->d, i);
            ASSERT_EQ(got, want) << std::hex << form->name() << " a=" << in.a << " b=" << in.b << " c=" << in.c
                                 << " further=" << in.further;
        }
    }
    EXPECT_GE(count, min);
}

TEST(Reference, CarryChainsMatchWideArithmetic) {
    const auto wanted = [](const simt::PromisedForm& form) {
        return form.opcode == Opcode::addc || form.opcode == Opcode::subc || form.opcode == Opcode::madc ||
               form.spelling.find(".cc.") != std::string::npos;
    };
    const auto expected = [](const simt::PromisedForm& form, const Inputs& in) -> uint64_t {
        const auto words = words_of(form.spelling);
        const uint32_t bits = words.back().ends_with("64") ? 64 : 32;
        const bool is_signed = words.back()[0] == 's';
        const Wide mask = (Wide{1} << bits) - 1;
        const auto has = [&](std::string_view word) { return std::ranges::find(words, word) != words.end(); };
        const uint64_t carry_source = form.opcode == Opcode::madc ? in.further : in.c;
        const bool high = (static_cast<uint32_t>(carry_source) & 0x80000000u) != 0;
        Wide sum = 0;
        switch (form.opcode) {
        case Opcode::add: sum = Wide{in.a} + in.b; break;
        case Opcode::addc: sum = Wide{in.a} + in.b + (high ? 1 : 0); break;
        case Opcode::sub: sum = Wide{in.a} - in.b; break;
        case Opcode::subc: sum = Wide{in.a} - in.b - (high ? 0 : 1); break;
        default: {
            const Wide product = is_signed ? bits == 64
                                                 ? static_cast<Wide>(static_cast<__int128>(static_cast<int64_t>(in.a)) *
                                                                     static_cast<int64_t>(in.b))
                                                 : static_cast<Wide>(static_cast<__int128>(static_cast<int32_t>(in.a)) *
                                                                     static_cast<int32_t>(in.b))
                                           : Wide{in.a} * in.b;
            sum = ((has("hi") ? product >> bits : product) & mask) + in.c;
            if (form.opcode == Opcode::madc) sum += high ? 1 : 0;
        }
        }
        const auto result = static_cast<uint64_t>(sum & mask);
        if (!has("cc")) return result;
        const bool out = (sum >> bits) != 0;
        const bool difference = form.opcode == Opcode::sub || form.opcode == Opcode::subc;
        return folded(result, out ? (difference ? 0xffffffffu : 1) : 0);
    };
    check(wanted, expected, 40);
}

double as_double(uint64_t bits, ptx::Type type, bool ftz) {
    double value = 0;
    switch (type) {
    case ptx::Type::f64: return std::bit_cast<double>(bits);
    case ptx::Type::f32: value = std::bit_cast<float>(static_cast<uint32_t>(bits)); break;
    case ptx::Type::bf16: value = std::bit_cast<float>(static_cast<uint32_t>(bits << 16)); break;
    case ptx::Type::f16: {
        const int exponent = static_cast<int>(bits >> 10 & 31);
        const double mantissa = static_cast<double>(bits & 1023);
        value = exponent == 31  ? (mantissa != 0 ? NAN : HUGE_VAL)
                : exponent == 0 ? std::ldexp(mantissa, -24)
                                : std::ldexp(mantissa + 1024, exponent - 25);
        if ((bits & 0x8000) != 0) value = -value;
        break;
    }
    default: break;
    }
    const double normal = type == ptx::Type::f16 ? 0x1p-14 : 0x1p-126;
    return ftz && std::abs(value) < normal ? 0 : value;
}

bool compare(const std::string& how, ptx::Type type, bool ftz, uint64_t a, uint64_t b) {
    std::partial_ordering order = std::partial_ordering::unordered;
    const std::string_view name = ptx::name_of(type);
    const uint32_t bits = ptx::size_of(type) * 8;
    if (name.find('f') != std::string_view::npos)
        order = as_double(a, type, ftz) <=> as_double(b, type, ftz);
    else if (name[0] == 's')
        order = static_cast<int64_t>(a << (64 - bits)) <=> static_cast<int64_t>(b << (64 - bits));
    else
        order = a <=> b;
    const bool unordered = order == std::partial_ordering::unordered;
    if (how == "num") return !unordered;
    if (how == "nan") return unordered;
    if (how.size() == 3 && unordered) return true;
    const std::string kind = how.substr(0, 2);
    if (kind == "eq") return order == 0;
    if (kind == "ne") return !unordered && order != 0;
    if (kind == "lt" || kind == "lo") return order < 0;
    if (kind == "le" || kind == "ls") return order <= 0;
    if (kind == "gt" || kind == "hi") return order > 0;
    return order >= 0;
}

TEST(Reference, ComparisonsMatchHost) {
    const auto wanted = [](const simt::PromisedForm& form) {
        return form.opcode == Opcode::set || form.opcode == Opcode::setp;
    };
    const auto expected = [](const simt::PromisedForm& form, const Inputs& in) -> uint64_t {
        const auto words = words_of(form.spelling);
        const auto has = [&](std::string_view word) { return std::ranges::find(words, word) != words.end(); };
        ptx::Type type = *ptx::type_from_name(words.back());
        const bool pair = type == ptx::Type::f16x2 || type == ptx::Type::bf16x2;
        if (pair) type = type == ptx::Type::f16x2 ? ptx::Type::f16 : ptx::Type::bf16;
        const auto with_third = [&](bool holds) {
            const bool third = (in.c & 1) == 0; // third predicate: complement of the lowest bit of c
            return has("and") ? holds && third : has("or") ? holds || third : has("xor") ? holds != third : holds;
        };
        const bool low = compare(words[1], type, has("ftz"), pair ? in.a & 0xffff : in.a, pair ? in.b & 0xffff : in.b);
        const bool high = pair && compare(words[1], type, has("ftz"), in.a >> 16, in.b >> 16);
        if (form.opcode == Opcode::setp) {
            if (form.operands.find('|') == std::string::npos) return with_third(low) ? 1 : 0;
            return folded(with_third(low) ? 1 : 0, with_third(pair ? high : !low) ? 1 : 0);
        }
        const std::string& result = words[words.size() - 2];
        const uint64_t yes = result == "f32"                          ? 0x3f800000
                             : result == "f16" || result == "f16x2"   ? 0x3c00
                             : result == "bf16" || result == "bf16x2" ? 0x3f80
                             : pair || result.ends_with("16")         ? 0xffff
                                                                      : 0xffffffff;
        return (with_third(low) ? yes : 0) | (pair && with_third(high) ? yes << 16 : 0);
    };
    check(wanted, expected, 2000);
}

} // namespace
} // namespace warpscope::conformance
