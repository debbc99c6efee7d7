#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "input/input.hpp"

namespace warpscope::input {
namespace {

/// Finalizer of splitmix64. Reference: Steele, Lea, Flood, "Fast splittable pseudorandom number generators".
constexpr uint64_t mixed(uint64_t value) {
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ull;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebull;
    return value ^ (value >> 31);
}

constexpr uint64_t random_bits(uint64_t seed, uint64_t element) {
    constexpr uint64_t golden = 0x9e3779b97f4a7c15ull;
    return mixed(mixed(seed + golden) + (element + 1) * golden);
}

struct Place {
    uint32_t x, y, z, channel;
};

/// Returns 0 to 1: red increases along x, green along y, other channels diagonally. Alpha is 1.
double gradient_at(const Place& p, const Shape& shape, uint32_t channels) {
    const auto along = [](uint32_t at, uint32_t extent) { return extent > 1 ? double{1} * at / (extent - 1) : 0.0; };
    if (p.channel == 3) return 1;
    if (channels > 1 && p.channel == 0) return along(p.x, shape.width);
    if (channels > 1 && p.channel == 1) return along(p.y, shape.height);
    const uint32_t steps = shape.width + shape.height + shape.depth - 3;
    return along(p.x + p.y + p.z, steps + 1);
}

/// Returns a square's side: an eighth of the shortest extent, but 1 to 8 cells.
uint32_t square_side(const Shape& shape) {
    uint32_t shortest = std::numeric_limits<uint32_t>::max();
    for (const uint32_t extent : {shape.width, shape.height, shape.depth})
        if (extent > 1) shortest = std::min(shortest, extent);
    return std::clamp(shortest / 8, 1u, 8u);
}

template<class T>
struct Element {
    using Stored = T;
    static constexpr double largest = std::is_floating_point_v<T> ? 1.0 : (std::is_same_v<T, int8_t> ? 127.0 : 255.0);
    static Stored from_unit(double value) {
        if constexpr (std::is_floating_point_v<T>)
            return static_cast<T>(value);
        else
            return static_cast<T>(std::lround(value * largest));
    }
    static Stored from_index(uint64_t index) { return static_cast<T>(index); }
    static Stored from_random(uint64_t bits) {
        if constexpr (std::is_same_v<T, double>)
            return static_cast<double>(bits >> 11) * 0x1p-53;
        else if constexpr (std::is_same_v<T, float>)
            return static_cast<float>(bits >> 40) * 0x1p-24f;
        else
            return static_cast<T>(std::is_same_v<T, int8_t> ? bits >> 57 : bits >> 56);
    }
};

struct Half {};
template<>
struct Element<Half> {
    using Stored = uint16_t;
    static Stored from_unit(double value) { return half_from_float(static_cast<float>(value)); }
    static Stored from_index(uint64_t index) { return half_from_float(static_cast<float>(index % 2048)); }
    static Stored from_random(uint64_t bits) { return half_from_float(static_cast<float>(bits >> 53) * 0x1p-11f); }
};

struct Bfloat {};
template<>
struct Element<Bfloat> {
    using Stored = uint16_t;
    static Stored from_unit(double value) { return bfloat_from_float(static_cast<float>(value)); }
    static Stored from_index(uint64_t index) { return bfloat_from_float(static_cast<float>(index % 256)); }
    static Stored from_random(uint64_t bits) { return bfloat_from_float(static_cast<float>(bits >> 56) * 0x1p-8f); }
};

template<class T>
void fill(std::byte* bytes, const InputSpec& spec, uint32_t channels) {
    using E = Element<T>;
    const Shape& shape = spec.shape;
    const uint32_t side = square_side(shape);
    uint64_t element = 0, cell = 0;
    for (uint32_t z = 0; z < shape.depth; ++z)
        for (uint32_t y = 0; y < shape.height; ++y)
            for (uint32_t x = 0; x < shape.width; ++x, ++cell)
                for (uint32_t channel = 0; channel < channels; ++channel, ++element) {
                    typename E::Stored value{};
                    switch (spec.pattern) {
                    case Pattern::gradient:
                        value = E::from_unit(gradient_at({x, y, z, channel}, shape, channels));
                        break;
                    case Pattern::checkerboard:
                        value = E::from_unit((x / side + y / side + z / side) % 2 == 0 ? 1 : 0);
                        break;
                    case Pattern::noise: value = E::from_random(random_bits(spec.seed, element)); break;
                    case Pattern::index: value = E::from_index(cell); break;
                    case Pattern::impulse:
                        value = E::from_unit(x == shape.width / 2 && y == shape.height / 2 && z == shape.depth / 2);
                        break;
                    }
                    std::memcpy(bytes + element * sizeof value, &value, sizeof value);
                }
}

} // namespace

HostBuffer generate(const InputSpec& spec, ElementType type, uint32_t channels) {
    HostBuffer out;
    out.layout = {std::string(name_of(spec.pattern)), type, channels, spec.shape};
    Bytes bytes(out.layout.bytes());
    switch (type) {
    case ElementType::u8: fill<uint8_t>(bytes.data(), spec, channels); break;
    case ElementType::s8: fill<int8_t>(bytes.data(), spec, channels); break;
    case ElementType::u16: fill<uint16_t>(bytes.data(), spec, channels); break;
    case ElementType::s16: fill<int16_t>(bytes.data(), spec, channels); break;
    case ElementType::u32: fill<uint32_t>(bytes.data(), spec, channels); break;
    case ElementType::s32: fill<int32_t>(bytes.data(), spec, channels); break;
    case ElementType::u64: fill<uint64_t>(bytes.data(), spec, channels); break;
    case ElementType::s64: fill<int64_t>(bytes.data(), spec, channels); break;
    case ElementType::f16: fill<Half>(bytes.data(), spec, channels); break;
    case ElementType::bf16: fill<Bfloat>(bytes.data(), spec, channels); break;
    case ElementType::f32: fill<float>(bytes.data(), spec, channels); break;
    case ElementType::f64: fill<double>(bytes.data(), spec, channels); break;
    }
    out.bytes = std::make_shared<const Bytes>(std::move(bytes));
    return out;
}

} // namespace warpscope::input
