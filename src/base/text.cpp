#include "base/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpscope {

std::string index_text(const Dim3& index) { return fmt::format("({}, {}, {})", index.x, index.y, index.z); }

std::string short_index_text(const Dim3& index, const Dim3& extent) {
    if (extent.z > 1) return index_text(index);
    return extent.y > 1 ? fmt::format("({}, {})", index.x, index.y) : fmt::format("{}", index.x);
}

std::string ranges_text(const std::vector<uint32_t>& ascending) {
    std::vector<std::string> parts;
    for (size_t first = 0, next = 0; first < ascending.size(); first = next) {
        for (next = first + 1; next < ascending.size() && ascending[next] == ascending[next - 1] + 1;) ++next;
        parts.push_back(next == first + 1 ? fmt::format("{}", ascending[first])
                                          : fmt::format("{}-{}", ascending[first], ascending[next - 1]));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

} // namespace warpscope
