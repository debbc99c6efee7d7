// Instructions of the matrix units (tensor cores).
//
// A *fragment* is a matrix spread over the 32 lanes. Lanes 4g to 4g + 3 share its lines g, g + 8, ... A line is a row
// or a column. Along a line, each lane has one element or two neighbors (a *pair*).
#pragma once

#include <array>

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

enum class MatrixElement : uint8_t { f16, bf16, tf32, f32 };

inline constexpr uint32_t max_fragment_registers = 8;
inline constexpr uint32_t max_matrix_lines = 32, max_matrix_depth = 16;
inline constexpr uint32_t lanes_per_line = 4;

struct Fragment {
    /// Position of the elements in one register of lane 0, or in two registers for f32.
    struct Part {
        uint8_t line = 0, place = 0;
    };
    std::array<Part, max_fragment_registers> parts{};
    uint8_t count = 0;
    uint8_t copies = 1; // repetitions of the registers; 2 if a wmma fragment of f16 fills only half of its 8
    MatrixElement element{};
    bool lines_are_rows = true;
    uint8_t lines = 0, places = 0;

    [[nodiscard]] uint32_t pair() const { return element == MatrixElement::tf32 ? 1 : 2; }
    [[nodiscard]] uint32_t element_bytes() const {
        return element == MatrixElement::f16 || element == MatrixElement::bf16 ? 2 : 4;
    }
    [[nodiscard]] uint32_t registers_of_part() const { return element == MatrixElement::f32 ? 2 : 1; }
    [[nodiscard]] uint32_t registers() const { return count * copies * registers_of_part(); }
    [[nodiscard]] uint32_t line_of(uint32_t part, uint32_t lane) const {
        return parts[part].line + lane / lanes_per_line;
    }
    [[nodiscard]] uint32_t place_of(uint32_t part, uint32_t lane) const {
        return parts[part].place + lane % lanes_per_line * pair();
    }
};

struct MatrixProduct {
    struct Operand {
        Fragment fragment;
        std::array<uint32_t, max_fragment_registers> slots{};
    };
    Operand a, b, c, d;
    uint8_t rows = 0, columns = 0, depth = 0;
    uint8_t step = 0; // number of products that hardware adds in one step
};

/// Element that each lane of a matrix load or store addresses
struct MatrixAddresses {
    std::array<uint8_t, warp_size> outer{}, inner{}; // address + (outer * stride + inner) * bytes
    uint8_t bytes = 0;
};

/// Waits until all 32 lanes arrive. Consists of two Insts.
[[nodiscard]] Handler matrix_sync();
/// Computes addresses. d: slot of the results (64 bits). a: slot of the matrix address. b: offset. c: slot of the
/// stride in elements (32 bits). aux: MatrixAddresses.
[[nodiscard]] Handler matrix_addresses();
/// Transposes an 8x8 matrix of 16-bit elements from a to d.
[[nodiscard]] Handler matrix_transpose();
/// Loads 8x8 matrices of 16-bit elements. Lane 8q + r has the address of row r of matrix q. a: slot of addresses (64
/// bits). b: offset. c: 1 to transpose. aux: site.
[[nodiscard]] Handler matrix_load_rows();
[[nodiscard]] Handler matrix_product();

} // namespace warpscope::simt
