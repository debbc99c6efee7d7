#include "conformance/forms.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "simt/lanes/half.hpp"

namespace warpscope::conformance {
namespace {

bool valid(uint32_t bytes) { return bytes == 2 || bytes == 4 || bytes == 8; }

std::string load(std::string_view name, uint32_t bytes) {
    return fmt::format("    ld.param.u64 %ptr, [{0}];\n    mad.wide.u32 %ptr, %i, {1}, %ptr;\n"
                       "    ld.global.b{2} %{0}, [%ptr];\n",
                       name, bytes, bytes * 8);
}

constexpr std::string_view header = ".version 8.6\n.target sm_90\n.address_size 64\n";

/// Declarations for forms that use memory, constants or functions.
constexpr std::string_view surroundings = R"(
.global .align 128 .b8 scratch[262144];
.const .align 32 .b64 constants[8] = {0x0123456789abcdef, 0xfedcba9876543210, 0x8000000080008080, 0x7fc000007ff80000,
    0xffffffff00000001, 0x3ff000003f803c00, 0x7f7f7f7f80818283, 0x0000000100010101};
.func called()
{
    .reg .b32 %r<4>;
    .reg .b64 %place;
    mov.u32 %r0, %tid.x;
    mov.u32 %r1, %ctaid.x;
    mad.lo.u32 %r2, %r1, 128, %r0;
    mov.u64 %place, scratch;
    mad.wide.u32 %place, %r2, 32, %place;
    mad.lo.u32 %r3, %r2, 3, 1;
    st.global.b32 [%place], %r3;
    ret;
}
.func (.param .align 16 .b8 result[16]) same(.param .align 16 .b8 value[16])
{
    .reg .b64 %low, %high;
    ld.param.v2.b64 {%low, %high}, [value];
    st.param.v2.b64 [result], {%low, %high};
    ret;
}
)";

std::string kernel_of(const Form& form, std::string_view name, std::string_view parameters, const std::string& inputs) {
    return fmt::format(R"(// {}
.visible .entry {}(.param .u64 d, {})
{{
    .reg .b64 %ptr;
    .reg .b32 %i, %x<3>, %t<4>;
    .reg .pred %p<10>;
    .reg .b{} %d;
    .reg .b{} %a;
    .reg .b{} %b;
    .reg .b{} %c;
    mov.u32 %x0, %tid.x;
    mov.u32 %x1, %ctaid.x;
    mov.u32 %x2, %ntid.x;
    mad.lo.u32 %i, %x1, %x2, %x0;
{}    {}
    ld.param.u64 %ptr, [d];
    mad.wide.u32 %ptr, %i, {}, %ptr;
    st.global.b{} [%ptr], %d;
    ret;
}}
)",
                       form.name(), name, parameters, form.d * 8, form.a * 8, form.b * 8, form.c * 8, inputs, form.ptx,
                       form.d, form.d * 8);
}

enum class Format : uint8_t { f64, f32, f16, bf16 };

Format format_of(const Form& form) {
    if (form.ptx.find("bf16") != std::string::npos) return Format::bf16;
    if (form.ptx.find(".f16") != std::string::npos) return Format::f16;
    return form.d == 8 ? Format::f64 : Format::f32;
}

double as_number(uint64_t bits, Format format) {
    switch (format) {
    case Format::f64: return std::bit_cast<double>(bits);
    case Format::f32: return std::bit_cast<float>(static_cast<uint32_t>(bits));
    case Format::f16: return simt::float_from_bits<simt::HalfFormat::ieee>(static_cast<uint16_t>(bits));
    case Format::bf16: return simt::float_from_bits<simt::HalfFormat::brain>(static_cast<uint16_t>(bits));
    }
    return 0;
}

} // namespace

bool Form::approximate() const {
    return ptx.find(".approx") != std::string::npos || ptx.find(".full") != std::string::npos;
}

bool Form::sweepable() const {
    return a == 4 && ptx.find("%b") == std::string::npos && ptx.find("%c") == std::string::npos;
}

Result<std::vector<Form>> load_forms(const std::filesystem::path& file) {
    std::ifstream in(file);
    if (!in) return fail(ErrorKind::environment, fmt::format("{} cannot be read", file.string()));
    std::vector<Form> forms;
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        if (line.empty() || line.starts_with('#')) continue;
        std::istringstream words(line);
        Form form;
        words >> form.d >> form.a >> form.b >> form.c >> std::ws;
        std::getline(words, form.ptx);
        if (form.ptx.empty() || !valid(form.d) || !valid(form.a) || !valid(form.b) || !valid(form.c))
            return fail(ErrorKind::failed, fmt::format("{}:{}: not four sizes and PTX", file.string(), number));
        forms.push_back(std::move(form));
    }
    return forms;
}

std::string table_module(std::span<const Form> forms) {
    std::string text(header);
    const bool surrounded = std::ranges::any_of(forms, [](const Form& form) { return !form.spelling.empty(); });
    if (surrounded) text += surroundings;
    for (size_t k = 0; k < forms.size(); ++k)
        text += kernel_of(forms[k], fmt::format("form{}", k),
                          ".param .u64 a, .param .u64 b, .param .u64 c, .param .u64 passed",
                          load("a", forms[k].a) + load("b", forms[k].b) + load("c", forms[k].c));
    return text;
}

std::string sweep_module(const Form& form) {
    return std::string(header) +
           kernel_of(form, "form0", ".param .u32 first", "    ld.param.u32 %x0, [first];\n    add.u32 %a, %i, %x0;\n");
}

uint64_t answer(const Bytes& answers, uint32_t bytes, size_t index) {
    uint64_t value = 0;
    std::memcpy(&value, answers.data() + index * bytes, bytes);
    return value;
}

bool close(const Form& form, uint64_t a, uint64_t one, uint64_t other) {
    if (one == other) return true;
    const auto is = [&](std::string_view name) { return form.ptx.find(name) != std::string::npos; };
    constexpr double two_pi = 6.283185307179586;
    const bool trigonometric = is("sin.") || is("cos.");
    const Format format = format_of(form);
    if (trigonometric && !(std::abs(as_number(a, Format::f32)) <= two_pi)) return true;
    double relative = 0x1p-21, absolute = 0x1p-148; // `absolute` covers one step of the smallest numbers
    if (format == Format::f64) relative = 0x1p-19;
    if (format == Format::f32 && is("tanh.")) relative = 0x1p-10;
    if (format == Format::f16) relative = 0x1p-8, absolute = 0x1p-24;
    if (format == Format::bf16) relative = 0x1p-6, absolute = 0x1p-132;
    if (trigonometric) absolute = 0x1p-19;
    if (is("lg2.")) absolute = 0x1p-21;
    const uint32_t bits = format == Format::f64 ? 64 : format == Format::f32 ? 32 : 16; // a value may hold two halves
    for (uint32_t from = 0; from < form.d * 8; from += bits) {
        const double x = as_number(one >> from, format), y = as_number(other >> from, format);
        const bool same = std::isnan(x) || std::isnan(y) ? std::isnan(x) && std::isnan(y)
                          : std::isinf(x) || std::isinf(y)
                              ? x == y
                              : std::abs(x - y) <= std::max(absolute, relative * std::max(std::abs(x), std::abs(y)));
        if (!same) return false;
    }
    return true;
}

} // namespace warpscope::conformance
