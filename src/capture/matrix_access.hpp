// What a load or store of a matrix by wmma tells of the rows in memory. Its lanes lie as the matrix unit wants them, so
// only all of its accesses together do. Private to src/capture.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

namespace warpscope::capture {

/// Of PTX's types: 4 of "f32"; 0 of a word that is none.
[[nodiscard]] uint32_t bytes_of_type(std::string_view type);

/// A matrix as memory has it: rows, or where it is stored by columns, columns.
struct MatrixLines {
    uint32_t lines = 0, line_bytes = 0;
};
/// Of "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 ..."; nullopt for anything but a load or a store of wmma's.
[[nodiscard]] std::optional<MatrixLines> matrix_lines(std::string_view instruction);

/// What one warp accesses for one matrix.
class MatrixAccess {
public:
    MatrixAccess() = default;
    explicit MatrixAccess(MatrixLines lines)
        : lines_(lines) {}

    [[nodiscard]] bool is_complete() const { return covered_ >= uint64_t{lines_.lines} * lines_.line_bytes; }
    void add(uint64_t address, uint32_t bytes);
    /// Bytes from one line to the next, of a whole matrix; nullopt where lines are not evenly apart.
    [[nodiscard]] std::optional<int64_t> pitch() const;

private:
    MatrixLines lines_;
    std::map<uint64_t, uint32_t> parts_; // bytes by address
    uint64_t covered_ = 0;
};

} // namespace warpscope::capture
