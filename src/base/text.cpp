#include "base/text.hpp"

#include <fmt/format.h>

namespace warpscope {

std::string index_text(const Dim3& index) { return fmt::format("({}, {}, {})", index.x, index.y, index.z); }

std::string short_index_text(const Dim3& index, const Dim3& extent) {
    if (extent.z > 1) return index_text(index);
    return extent.y > 1 ? fmt::format("({}, {})", index.x, index.y) : fmt::format("{}", index.x);
}

} // namespace warpscope
