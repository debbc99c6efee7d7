// Finds the row pitch of wmma matrices. Only all accesses of a warp show it, because lanes have the matrix unit's
// order.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

namespace warpscope::capture {

/// Returns 0 for unknown words.
[[nodiscard]] uint32_t bytes_of_type(std::string_view type);

/// Lines of a matrix in memory: rows, or columns if stored by columns.
struct MatrixLines {
    uint32_t lines = 0, line_bytes = 0;
};
/// Parses "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 ...".
[[nodiscard]] std::optional<MatrixLines> matrix_lines(std::string_view instruction);

/// Accesses of one warp to one matrix.
class MatrixAccess {
public:
    MatrixAccess() = default;
    explicit MatrixAccess(MatrixLines lines)
        : lines_(lines) {}

    [[nodiscard]] bool is_complete() const { return covered_ >= uint64_t{lines_.lines} * lines_.line_bytes; }
    void add(uint64_t address, uint32_t bytes);
    /// Returns bytes, or nullopt if irregular or incomplete.
    [[nodiscard]] std::optional<int64_t> pitch() const;

private:
    MatrixLines lines_;
    std::map<uint64_t, uint32_t> parts_; // bytes by address
    uint64_t covered_ = 0;
};

} // namespace warpscope::capture
