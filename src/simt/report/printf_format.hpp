// Formats one printf call of a kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace warpscope::simt {

/// Access to the arguments. `read` copies bytes at an offset in the argument list and returns whether it could. `text`
/// returns the string at a generic address.
struct PrintSource {
    std::function<bool(uint64_t offset, void* to, size_t bytes)> read;
    std::function<std::string(uint64_t address)> text;
};

/// Returns the text and the number of arguments used, or -1 if the list could not be read. Arguments are laid out as in
/// CUDA: 4 or 8 bytes each, aligned to their size.
[[nodiscard]] std::pair<std::string, int32_t> print_format(std::string_view format, const PrintSource& source);

} // namespace warpscope::simt
