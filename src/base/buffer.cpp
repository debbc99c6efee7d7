#include "base/buffer.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <limits>

#include "base/parse_real.hpp"

namespace warpscope {
namespace {

struct TypeInfo {
    ElementType type;
    std::string_view name;
    uint32_t bytes;
};

constexpr std::array<TypeInfo, 12> types{{{ElementType::u8, "u8", 1},
                                          {ElementType::s8, "s8", 1},
                                          {ElementType::u16, "u16", 2},
                                          {ElementType::s16, "s16", 2},
                                          {ElementType::u32, "u32", 4},
                                          {ElementType::s32, "s32", 4},
                                          {ElementType::u64, "u64", 8},
                                          {ElementType::s64, "s64", 8},
                                          {ElementType::f16, "f16", 2},
                                          {ElementType::f32, "f32", 4},
                                          {ElementType::f64, "f64", 8},
                                          {ElementType::bf16, "bf16", 2}}};

/// Calls `visit` with a zero of the element's C++ type, which is uint16_t for f16 and bf16.
template<class Visit>
auto with_type(ElementType type, Visit&& visit) {
    switch (type) {
    case ElementType::u8: return visit(uint8_t{});
    case ElementType::s8: return visit(int8_t{});
    case ElementType::u16:
    case ElementType::f16:
    case ElementType::bf16: return visit(uint16_t{});
    case ElementType::s16: return visit(int16_t{});
    case ElementType::u32: return visit(uint32_t{});
    case ElementType::s32: return visit(int32_t{});
    case ElementType::u64: return visit(uint64_t{});
    case ElementType::s64: return visit(int64_t{});
    case ElementType::f32: return visit(float{});
    case ElementType::f64: return visit(double{});
    }
    return visit(uint8_t{});
}

template<class T>
T load(const std::byte* bytes, uint64_t index) {
    T value;
    std::memcpy(&value, bytes + index * sizeof(T), sizeof(T));
    return value;
}

template<class T>
T clamped(double value) {
    if (std::isnan(value)) return T{0};
    const double rounded = std::nearbyint(value);
    if (rounded <= static_cast<double>(std::numeric_limits<T>::lowest())) return std::numeric_limits<T>::lowest();
    if (rounded >= static_cast<double>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
    return static_cast<T>(rounded);
}

/// Rounds to odd. Rounding the result to 16 bits then gives the same as rounding `value` directly.
float odd_float(double value) {
    const auto nearest = static_cast<float>(value);
    const auto back = static_cast<double>(nearest);
    auto bits = std::bit_cast<uint32_t>(nearest);
    if (std::isfinite(nearest) && back != value && (bits & 1u) == 0)
        bits = std::abs(back) < std::abs(value) ? bits + 1 : bits - 1;
    return std::bit_cast<float>(bits);
}

template<class Round>
std::string text_of_rounded(float value, Round&& rounded) {
    // Prints integers in full: 65504, although 65500 would read back as the same half.
    if (value == std::trunc(value)) return fmt::format("{}", value);
    for (int digits = 1; digits < 5; ++digits) {
        const std::string text = fmt::format("{:.{}g}", value, digits);
        float read = 0;
        parse_real(text.data(), text.data() + text.size(), read);
        if (rounded(read) == rounded(value)) return fmt::format("{}", read);
    }
    return fmt::format("{:.5g}", value);
}

} // namespace

HostBuffer without_padding(const HostBuffer& buffer) {
    const BufferLayout& layout = buffer.layout;
    if (layout.padding == 0) return buffer;
    HostBuffer out{layout, nullptr};
    out.layout.shape = layout.seen();
    out.layout.padding = 0;
    if (buffer.bytes == nullptr) return out;
    const uint64_t row = uint64_t{layout.shape.width} * layout.cell_bytes();
    const uint64_t kept = uint64_t{out.layout.shape.width} * layout.cell_bytes();
    Bytes bytes(out.layout.bytes());
    for (uint64_t line = 0; line < uint64_t{layout.shape.height} * layout.shape.depth; ++line)
        std::memcpy(bytes.data() + line * kept, buffer.bytes->data() + line * row, kept);
    out.bytes = std::make_shared<const Bytes>(std::move(bytes));
    return out;
}

uint32_t size_of(ElementType type) { return types[static_cast<size_t>(type)].bytes; }
std::string_view name_of(ElementType type) { return types[static_cast<size_t>(type)].name; }

std::optional<ElementType> element_type(std::string_view name) {
    for (const TypeInfo& info : types)
        if (info.name == name) return info.type;
    return std::nullopt;
}

bool is_floating(ElementType type) {
    return type == ElementType::f16 || type == ElementType::bf16 || type == ElementType::f32 ||
           type == ElementType::f64;
}

double element_as_double(const std::byte* bytes, ElementType type, uint64_t index) {
    if (type == ElementType::f16) return float_from_half(load<uint16_t>(bytes, index));
    if (type == ElementType::bf16) return float_from_bfloat(load<uint16_t>(bytes, index));
    return with_type(type, [&](auto tag) { return static_cast<double>(load<decltype(tag)>(bytes, index)); });
}

void store_element(std::byte* bytes, ElementType type, uint64_t index, double value) {
    with_type(type, [&](auto tag) {
        using T = decltype(tag);
        T stored;
        if (type == ElementType::f16)
            stored = static_cast<T>(half_from_float(odd_float(value)));
        else if (type == ElementType::bf16)
            stored = static_cast<T>(bfloat_from_float(odd_float(value)));
        else if constexpr (std::is_floating_point_v<T>)
            stored = static_cast<T>(value);
        else
            stored = clamped<T>(value);
        std::memcpy(bytes + index * sizeof(T), &stored, sizeof(T));
    });
}

std::string element_text(const std::byte* bytes, ElementType type, uint64_t index) {
    if (type == ElementType::f16 || type == ElementType::bf16) {
        const auto value = static_cast<float>(element_as_double(bytes, type, index));
        return text_of_rounded(value, type == ElementType::f16 ? half_from_float : bfloat_from_float);
    }
    return with_type(type, [&](auto tag) { return fmt::format("{}", load<decltype(tag)>(bytes, index)); });
}

float float_from_half(uint16_t bits) {
    const uint32_t sign = uint32_t{bits & 0x8000u} << 16;
    const uint32_t exponent = (bits >> 10) & 31u;
    const uint32_t mantissa = bits & 0x3ffu;
    if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000u | (mantissa << 13));
    if (exponent == 0) {
        const float magnitude = static_cast<float>(mantissa) * 0x1p-24f;
        return sign != 0 ? -magnitude : magnitude;
    }
    return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (mantissa << 13));
}

uint16_t half_from_float(float value) {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    const auto sign = static_cast<uint16_t>((bits >> 16) & 0x8000u);
    const uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) return 0x7fffu; // canonical NaN
    if (magnitude >= 0x477ff000u) return static_cast<uint16_t>(sign | 0x7c00u);
    if (magnitude < 0x38800000u) { // subnormal half: adding 0.5 rounds to its last bit, 2^-24
        const float rounded = std::bit_cast<float>(magnitude) + 0.5f;
        return static_cast<uint16_t>(sign | (std::bit_cast<uint32_t>(rounded) - std::bit_cast<uint32_t>(0.5f)));
    }
    const uint32_t odd = (magnitude >> 13) & 1u;
    return static_cast<uint16_t>(sign | ((magnitude + 0xfffu + odd - (112u << 23)) >> 13));
}

float float_from_bfloat(uint16_t bits) { return std::bit_cast<float>(uint32_t{bits} << 16); }

uint16_t bfloat_from_float(float value) {
    if (std::isnan(value)) return 0x7fffu; // canonical NaN
    const auto bits = std::bit_cast<uint32_t>(value);
    return static_cast<uint16_t>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}

} // namespace warpscope
