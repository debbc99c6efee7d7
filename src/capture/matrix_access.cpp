#include "capture/matrix_access.hpp"

#include <cstdio>
#include <string>
#include <vector>

namespace warpscope::capture {
namespace {

std::vector<std::string> words_of(std::string_view opcode) {
    std::vector<std::string> words(1);
    for (const char c : opcode)
        if (c == '.')
            words.emplace_back();
        else
            words.back() += c;
    return words;
}

} // namespace

uint32_t bytes_of_type(std::string_view type) {
    if (type.ends_with("128")) return 16;
    if (type.ends_with("64")) return 8;
    if (type.ends_with("32")) return 4;
    if (type.ends_with("16")) return 2;
    return type.ends_with("8") ? 1 : 0;
}

std::optional<MatrixLines> matrix_lines(std::string_view instruction) {
    if (!instruction.starts_with("wmma.load.") && !instruction.starts_with("wmma.store.")) return std::nullopt;
    const auto words = words_of(instruction.substr(0, instruction.find_first_of(" \t")));
    const std::string& role = words[2];
    bool by_columns = false;
    uint32_t m = 0, n = 0, k = 0;
    for (const std::string& word : words) {
        by_columns = by_columns || word == "col";
        if (m == 0 && std::sscanf(word.c_str(), "m%un%uk%u", &m, &n, &k) != 3) m = 0;
    }
    const uint32_t rows = role == "b" ? k : m, columns = role == "a" ? k : n, bytes = bytes_of_type(words.back());
    if (rows == 0 || bytes == 0) return std::nullopt;
    return by_columns ? MatrixLines{columns, rows * bytes} : MatrixLines{rows, columns * bytes};
}

void MatrixAccess::add(uint64_t address, uint32_t bytes) {
    if (!is_complete() && parts_.emplace(address, bytes).second) covered_ += bytes;
}

std::optional<int64_t> MatrixAccess::pitch() const {
    if (!is_complete()) return std::nullopt;
    std::vector<uint64_t> begins;
    uint64_t end = 0;
    for (const auto& [address, bytes] : parts_) {
        const bool is_full = !begins.empty() && address == begins.back() + lines_.line_bytes;
        if (begins.empty() || is_full || address != end) begins.push_back(address);
        end = address + bytes;
    }
    if (begins.size() != lines_.lines || begins.size() < 2) return std::nullopt;
    const uint64_t pitch = begins[1] - begins[0];
    for (size_t i = 2; i < begins.size(); ++i)
        if (begins[i] - begins[i - 1] != pitch) return std::nullopt;
    return static_cast<int64_t>(pitch);
}

} // namespace warpscope::capture
