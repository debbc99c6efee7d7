#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace warpscope::simt {

/// `read` copies bytes of the argument list, or returns false if unreadable. `text` returns the string at a generic
/// address.
struct PrintSource {
    std::function<bool(uint64_t offset, void* to, size_t bytes)> read;
    std::function<std::string(uint64_t address)> text;
};

/// Returns the text and the number of arguments, or -1 if arguments are unreadable. Arguments are 4 or 8 bytes,
/// naturally aligned.
[[nodiscard]] std::pair<std::string, int32_t> print_format(std::string_view format, const PrintSource& source);

} // namespace warpscope::simt
