#include "export/carried_scene.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "export/carried_scene_errors.hpp"
#include "scene/base64.hpp"
#include "scene/saved_scene.hpp"

namespace warpscope::exporting {
namespace {

/// XML element with the scene. Editors may change its namespace prefix.
constexpr std::string_view scene_element = "warpscope-scene";
constexpr size_t longest_prefix = 64;

} // namespace

std::string svg_scene(std::string_view scene) {
    return fmt::format("<metadata>\n<warpscope:{0} xmlns:warpscope=\"urn:warpscope\" encoding=\"base64\">\n{1}\n"
                       "</warpscope:{0}>\n</metadata>\n",
                       scene_element, scene::to_base64(scene));
}

Result<std::optional<std::string>> find_svg_scene(std::string_view svg) {
    size_t name = 0;
    // A title may also contain the name, but not after "<".
    while ((name = svg.find(scene_element, name)) != svg.npos) {
        const size_t back = std::min(name, longest_prefix);
        const std::string_view before = svg.substr(name - back, back);
        const size_t open = before.rfind('<');
        const std::string_view prefix = open == before.npos ? " " : before.substr(open + 1);
        const bool element =
            prefix.empty() || (prefix.back() == ':' && prefix.find_first_of(" \t\n>/\"") == prefix.npos);
        if (element) break;
        name += scene_element.size();
    }
    if (name == svg.npos) return std::nullopt;
    const size_t begin = svg.find('>', name), end = begin == svg.npos ? svg.npos : svg.find('<', begin);
    if (end == svg.npos) return damaged();
    const std::string_view code = svg.substr(begin + 1, end - begin - 1);
    if (code.size() > scene::largest_scene_file / 2 * 3) return too_large(); // base64 adds a third
    auto text = scene::from_base64(code);
    if (!text || text->empty()) return damaged();
    return std::optional(std::move(*text));
}

} // namespace warpscope::exporting
