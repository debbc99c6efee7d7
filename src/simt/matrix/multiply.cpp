#include <algorithm>
#include <bit>
#include <cstring>

#include "simt/code/decoded.hpp"
#include "simt/lanes/half.hpp"
#include "simt/lanes/scalar_lanes.hpp"
#include "simt/matrix/sums.hpp"

namespace warpscope::simt {
namespace {

/// Lowest exponent of a sum. An H100's results show only that it is between -133 and -129.
constexpr int32_t lowest_exponent = -133;
constexpr uint32_t nan_bits = 0x7fffffff, infinity = 0x7f800000, sign_bit = 0x80000000;

struct MatrixBits {
    uint32_t at[max_matrix_lines][max_matrix_lines]{}; // [line][place]
};

uint32_t single_bits(uint32_t bits, MatrixElement element) {
    switch (element) {
    case MatrixElement::f16:
        return std::bit_cast<uint32_t>(float_from_bits<HalfFormat::ieee>(static_cast<uint16_t>(bits)));
    case MatrixElement::bf16: return bits << 16;
    case MatrixElement::tf32: return bits & 0xffffe000; // hardware ignores the low 13 bits
    default: return bits;
    }
}

void unpack(const MatrixProduct::Operand& from, const std::byte* frame, MatrixBits& to) {
    const Fragment& f = from.fragment;
    for (uint32_t part = 0; part < f.count; ++part)
        for (uint32_t lane = 0; lane < warp_size; ++lane) {
            uint32_t* const place = &to.at[f.line_of(part, lane)][f.place_of(part, lane)];
            for (uint32_t k = 0; k < f.pair(); ++k) {
                const uint32_t reg = f.registers_of_part() == 2 ? part * 2 + k : part;
                uint32_t bits = 0;
                std::memcpy(&bits, frame + from.slots[reg] + lane * sizeof(bits), sizeof(bits));
                if (f.element_bytes() == 2) bits = bits >> 16 * k & 0xffff;
                place[k] = single_bits(bits, f.element);
            }
        }
}

void pack(const MatrixProduct::Operand& into, std::byte* frame, const MatrixBits& from, LaneMask lanes) {
    const Fragment& f = into.fragment;
    for (uint32_t part = 0; part < f.count; ++part)
        for_each_lane(lanes, [&](uint32_t lane) {
            const uint32_t* const place = &from.at[f.line_of(part, lane)][f.place_of(part, lane)];
            if (f.registers_of_part() == 2) {
                for (uint32_t k = 0; k < 2; ++k) slot<uint32_t>(frame, into.slots[part * 2 + k])[lane] = place[k];
            } else {
                slot<uint32_t>(frame, into.slots[part])[lane] = place[0] | place[1] << 16;
            }
        });
}

bool is_finite(uint32_t bits) { return (bits & infinity) != infinity; }
bool is_nan(uint32_t bits) { return (bits & ~sign_bit) > infinity; }
bool is_zero(uint32_t bits) { return (bits & ~sign_bit) == 0; }

struct Number {
    int32_t significand = 0, exponent = exponent_of_zero;
};
/// Gives denormals of the element's own format the lowest exponent, because hardware does not normalize them.
Number number_of(uint32_t bits, int32_t mantissa, int32_t lowest) {
    if (is_zero(bits)) return {};
    const int32_t field = static_cast<int32_t>(bits >> 23 & 255);
    int32_t significand = static_cast<int32_t>((bits & 0x7fffff) | (field != 0 ? 0x800000u : 0u));
    int32_t exponent = field != 0 ? field - 127 : -126;
    if (exponent < lowest) {
        significand >>= lowest - exponent; // loses no bit of the format
        exponent = lowest;
    }
    significand >>= 23 - mantissa;
    return {bits >> 31 != 0 ? -significand : significand, exponent};
}
int32_t mantissa_of(MatrixElement element) {
    return element == MatrixElement::bf16 ? 7 : element == MatrixElement::f32 ? 23 : 10;
}
int32_t lowest_of(MatrixElement element) { return element == MatrixElement::f16 ? -14 : -126; }

/// Rounds toward zero. Underflow gives +0.
uint32_t single_of(int64_t sum, int32_t exponent) {
    if (sum == 0) return 0;
    const uint32_t sign = sum < 0 ? sign_bit : 0;
    const auto magnitude = static_cast<uint64_t>(sum < 0 ? -sum : sum);
    const int32_t last = exponent - sum_fraction_bits;
    const int32_t top = 63 - std::countl_zero(magnitude);
    if (top + last > 127) return sign | infinity;
    const bool normal = top + last >= -126;
    const int32_t shift = normal ? top - 23 : -149 - last;
    uint64_t bits = 0;
    if (shift < 64) bits = shift >= 0 ? magnitude >> shift : magnitude << -shift;
    if (bits == 0) return 0;
    if (!normal) return sign | static_cast<uint32_t>(bits);
    return sign | static_cast<uint32_t>(top + last + 127) << 23 | (static_cast<uint32_t>(bits) & 0x7fffff);
}
uint32_t half_of(int64_t sum, int32_t exponent) {
    const double value = std::ldexp(static_cast<double>(sum), exponent - sum_fraction_bits);
    const uint16_t bits = bits_from_double<HalfFormat::ieee>(value);
    return (bits & 0x7fff) == 0 ? 0u : bits;
}

uint32_t special_sum(const MatrixBits& a, const MatrixBits& b, uint32_t row, uint32_t column, uint32_t first,
                     uint32_t end, uint32_t c) {
    bool positive = false, negative = false;
    const auto meet = [&](uint32_t bits) { ((bits & sign_bit) != 0 ? negative : positive) = true; };
    if (is_nan(c)) return nan_bits;
    if (!is_finite(c)) meet(c);
    for (uint32_t k = first; k < end; ++k) {
        const uint32_t x = a.at[row][k], y = b.at[column][k];
        if (is_nan(x) || is_nan(y)) return nan_bits;
        if (is_finite(x) && is_finite(y)) continue;
        if (is_zero(x) || is_zero(y)) return nan_bits;
        meet(x ^ y);
    }
    if (positive && negative) return nan_bits;
    return infinity | (negative ? sign_bit : 0);
}
uint32_t half_of_single(uint32_t bits) { return bits_from_double<HalfFormat::ieee>(std::bit_cast<float>(bits)); }

class Multiplication {
public:
    Multiplication(const MatrixProduct& product, const std::byte* frame)
        : product_(product) {
        unpack(product.a, frame, a_);
        unpack(product.b, frame, b_);
        unpack(product.c, frame, c_);
        const MatrixElement element = product.b.fragment.element;
        for (uint32_t k = 0; k < product.depth; ++k)
            for (uint32_t j = 0; j < max_matrix_lines; ++j) {
                const uint32_t bits = j < product.columns ? b_.at[j][k] : 0;
                column_is_finite_[j] = column_is_finite_[j] && is_finite(bits);
                const Number number = number_of(bits, mantissa_of(element), lowest_of(element));
                columns_.significand[k][j] = number.significand;
                columns_.exponent[k][j] = number.exponent;
            }
    }

    void run(MatrixBits& d) {
        for (uint32_t row = 0; row < product_.rows; ++row) do_row(row, d);
    }

private:
    [[nodiscard]] uint32_t& at(MatrixBits& matrix, const Fragment& fragment, uint32_t row, uint32_t column) const {
        return fragment.lines_are_rows ? matrix.at[row][column] : matrix.at[column][row];
    }

    [[nodiscard]] bool has_finite_factors(uint32_t row, uint32_t column, uint32_t first, uint32_t end) const {
        for (uint32_t k = first; k < end; ++k)
            if (!is_finite(a_.at[row][k]) || !is_finite(b_.at[column][k])) return false;
        return true;
    }

    void do_row(uint32_t row, MatrixBits& d) {
        const MatrixElement element = product_.a.fragment.element;
        MatrixRow numbers;
        numbers.product_shift = sum_fraction_bits - 2 * mantissa_of(element);
        bool row_is_finite = true;
        for (uint32_t k = 0; k < product_.depth; ++k) {
            row_is_finite = row_is_finite && is_finite(a_.at[row][k]);
            const Number number = number_of(a_.at[row][k], mantissa_of(element), lowest_of(element));
            numbers.significand[k] = number.significand;
            numbers.exponent[k] = number.exponent;
        }
        uint32_t sums[max_matrix_lines]{};
        for (uint32_t j = 0; j < product_.columns; ++j) sums[j] = at(c_, product_.c.fragment, row, j);
        const bool from_half = product_.c.fragment.element == MatrixElement::f16;
        const bool to_half = product_.d.fragment.element == MatrixElement::f16;
        // Hardware treats sums as f16 only if c and d are f16.
        const bool of_halves = from_half && to_half;
        for (uint32_t first = 0; first < product_.depth; first += product_.step) {
            const uint32_t end = first + product_.step;
            AlignedSums aligned;
            for (uint32_t j = 0; j < max_matrix_lines; ++j) {
                const Number c = number_of(sums[j], 23, lowest_of(of_halves ? MatrixElement::f16 : MatrixElement::f32));
                aligned.sum[j] = int64_t{c.significand} * (1 << (sum_fraction_bits - 23));
                aligned.exponent[j] = std::max(c.exponent, lowest_exponent);
            }
            add_products(numbers, columns_, first, end, aligned);
            for (uint32_t j = 0; j < product_.columns; ++j) {
                const bool last = end == product_.depth;
                const bool finite = is_finite(sums[j]) &&
                                    ((row_is_finite && column_is_finite_[j]) || has_finite_factors(row, j, first, end));
                if (!finite)
                    sums[j] = special_sum(a_, b_, row, j, first, end, sums[j]);
                else if (last && of_halves)
                    sums[j] = half_of(aligned.sum[j], aligned.exponent[j]);
                else
                    sums[j] = single_of(aligned.sum[j], aligned.exponent[j]);
                if (last && to_half && (!finite || !of_halves)) sums[j] = half_of_single(sums[j]);
            }
        }
        for (uint32_t j = 0; j < product_.columns; ++j) at(d, product_.d.fragment, row, j) = sums[j];
    }

    const MatrixProduct& product_;
    MatrixBits a_, b_, c_;
    MatrixColumns columns_;
    std::array<bool, max_matrix_lines> column_is_finite_ = [] {
        std::array<bool, max_matrix_lines> all{};
        all.fill(true);
        return all;
    }();
};

const Inst* multiply_matrices(Warp& warp, const Inst* i, std::byte* frame) {
    const MatrixProduct& product = warp.worker->launch->code->matrix_products[i->aux];
    MatrixBits d;
    Multiplication(product, frame).run(d);
    pack(product.d, frame, d, warp.exec);
    return i + 1;
}

} // namespace

Handler matrix_product() { return multiply_matrices; }

} // namespace warpscope::simt
