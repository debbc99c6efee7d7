// The text of one printf call of a kernel, from its format and its argument list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace warpscope::simt {

/// Where arguments come from. `read` copies bytes at an offset in the argument list and says whether it could; `text`
/// is the string at a generic address.
struct PrintSource {
    std::function<bool(uint64_t offset, void* to, size_t bytes)> read;
    std::function<std::string(uint64_t address)> text;
};

/// Arguments lie in the list as CUDA lays them out: 4 or 8 bytes each, aligned to their size. Returns the text and the
/// number of arguments used; -1 when the list could not be read.
[[nodiscard]] std::pair<std::string, int32_t> print_format(std::string_view format, const PrintSource& source);

} // namespace warpscope::simt
