// Finds the row pitch in wmma loads and stores. Lanes have the matrix unit's order, so only all accesses together show
// it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

namespace warpscope::capture {

/// Returns 4 for "f32"; 0 for other words.
[[nodiscard]] uint32_t bytes_of_type(std::string_view type);

/// A matrix in memory: rows, or columns if stored by columns.
struct MatrixLines {
    uint32_t lines = 0, line_bytes = 0;
};
/// Parses "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 ..."; nullopt for other instructions.
[[nodiscard]] std::optional<MatrixLines> matrix_lines(std::string_view instruction);

/// Accesses of one warp to one matrix.
class MatrixAccess {
public:
    MatrixAccess() = default;
    explicit MatrixAccess(MatrixLines lines)
        : lines_(lines) {}

    [[nodiscard]] bool is_complete() const { return covered_ >= uint64_t{lines_.lines} * lines_.line_bytes; }
    void add(uint64_t address, uint32_t bytes);
    /// Returns the bytes between lines of a complete matrix; nullopt if irregular.
    [[nodiscard]] std::optional<int64_t> pitch() const;

private:
    MatrixLines lines_;
    std::map<uint64_t, uint32_t> parts_; // bytes by address
    uint64_t covered_ = 0;
};

} // namespace warpscope::capture
