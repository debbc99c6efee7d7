// Row pitch of wmma matrices. Needs all accesses of a warp: the hardware decides which lane accesses what.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

namespace warpscope::capture {

[[nodiscard]] uint32_t bytes_of_type(std::string_view type);

/// Rows of a matrix, or its columns if stored by columns.
struct MatrixLines {
    uint32_t lines = 0, line_bytes = 0;
};
/// Parses "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 ...".
[[nodiscard]] std::optional<MatrixLines> matrix_lines(std::string_view instruction);

class MatrixAccess {
public:
    MatrixAccess() = default;
    explicit MatrixAccess(MatrixLines lines)
        : lines_(lines) {}

    [[nodiscard]] bool is_complete() const { return covered_ >= uint64_t{lines_.lines} * lines_.line_bytes; }
    void add(uint64_t address, uint32_t bytes);
    /// Returns the distance between lines in bytes; nullopt if it varies or accesses are missing.
    [[nodiscard]] std::optional<int64_t> pitch() const;

private:
    MatrixLines lines_;
    std::map<uint64_t, uint32_t> parts_; // by address
    uint64_t covered_ = 0;
};

} // namespace warpscope::capture
