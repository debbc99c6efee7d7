// Matrices of small numbers, and their elements as bits.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "simt/lanes/half.hpp"

namespace warpscope::simt::matrix_test {

/// A matrix of small integers, whose sums are exact in any format.
struct Matrix {
    uint32_t rows, columns;
    std::vector<float> values; // row by row

    Matrix(uint32_t rows, uint32_t columns, uint32_t seed)
        : rows(rows)
        , columns(columns)
        , values(size_t{rows} * columns) {
        for (size_t k = 0; k < values.size(); ++k)
            values[k] = static_cast<float>(static_cast<int>((k * 7 + k / columns * 5 + seed * 3) % 9) - 4);
    }
    [[nodiscard]] float at(uint32_t row, uint32_t column) const { return values[size_t{row} * columns + column]; }
};

inline Matrix product(const Matrix& a, const Matrix& b, const Matrix& c) {
    Matrix d = c;
    for (uint32_t i = 0; i < d.rows; ++i)
        for (uint32_t j = 0; j < d.columns; ++j)
            for (uint32_t k = 0; k < a.columns; ++k) d.values[size_t{i} * d.columns + j] += a.at(i, k) * b.at(k, j);
    return d;
}

inline uint32_t bits_of(float value, const std::string& type) {
    if (type == "f16") return bits_from_double<HalfFormat::ieee>(value);
    const auto bits = std::bit_cast<uint32_t>(value);
    return type == "bf16" ? bits >> 16 : bits;
}
inline float value_of(uint32_t bits, const std::string& type) {
    return type == "f16" ? float_from_bits<HalfFormat::ieee>(static_cast<uint16_t>(bits)) : std::bit_cast<float>(bits);
}
inline uint32_t bytes_of(const std::string& type) { return type == "f16" || type == "bf16" ? 2 : 4; }

inline std::string registers(const std::string& kind, uint32_t count) {
    std::string text = "{";
    for (uint32_t k = 0; k < count; ++k) text += fmt::format("{}%{}{}", k == 0 ? "" : ", ", kind, k);
    return text + "}";
}

} // namespace warpscope::simt::matrix_test
