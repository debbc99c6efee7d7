#include <algorithm>
#include <fmt/format.h>

#include "render/layout/cell_plane.hpp"
#include "render/overlays/overlay_rows.hpp"

namespace warpscope::render {

const std::vector<OverlayInfo>& overlays() {
    static const std::vector<OverlayInfo> all = [] {
        std::vector<OverlayInfo> rows = mark_overlays();
        const std::vector<OverlayInfo> heat = heat_map_overlays(), last = text_overlays();
        rows.insert(rows.end(), heat.begin(), heat.end());
        rows.insert(rows.end(), last.begin(), last.end());
        return rows;
    }();
    return all;
}

const OverlayInfo& info(Overlay overlay) {
    return *std::find_if(overlays().begin(), overlays().end(),
                         [&](const OverlayInfo& o) { return o.overlay == overlay; });
}

OverlaySet heat_overlays() {
    static const OverlaySet set = [] {
        OverlaySet heat = 0;
        for (const OverlayInfo& o : overlays())
            if (o.heat != nullptr) heat = heat | o.overlay;
        return heat;
    }();
    return set;
}

namespace {

std::string known_names() {
    std::string names;
    for (const OverlayInfo& o : overlays()) names += fmt::format("{}, ", o.name);
    return names + "all and none";
}

bool is_later_heat(const OverlayInfo& o, OverlaySet before) {
    return o.heat != nullptr && (before & heat_overlays()) != 0;
}

uint8_t bit_of(Space space) {
    switch (space) {
    case Space::input: return in_input;
    case Space::output: return in_output;
    case Space::buffer:
    case Space::matrices: return in_buffers;
    case Space::launch: break;
    }
    return in_launch;
}

} // namespace

Result<OverlaySet> parse_overlays(std::string_view list) {
    OverlaySet set = 0;
    std::string_view rest = list;
    while (!rest.empty()) {
        const size_t comma = std::min(rest.find(','), rest.size());
        const std::string_view name = rest.substr(0, comma);
        rest.remove_prefix(std::min(comma + 1, rest.size()));
        if (name == "none") continue;
        bool known = false;
        OverlaySet all = 0;
        for (const OverlayInfo& o : overlays()) {
            const bool of_all = name == "all" && !is_later_heat(o, all);
            if (name != o.name && (o.word.empty() || name != o.word) && !of_all) continue;
            all = all | o.overlay;
            known = true;
        }
        set |= all;
        if (!known)
            return fail(ErrorKind::usage, msg("there is no overlay named '{}'", name),
                        msg("overlays are {}, separated by commas", known_names()));
    }
    return set;
}

OverlaySet overlays_at_start(Space space) {
    OverlaySet set = 0;
    for (const OverlayInfo& o : overlays())
        if ((o.at_start & bit_of(space)) != 0) set = set | o.overlay;
    return set;
}

bool OverlayInfo::drawn_in(Space space) const { return (spaces & bit_of(space)) != 0; }

OverlaySet offered(const session::RunResult& result, const Content& content) {
    OverlaySet set = 0;
    if (content.space == Space::matrices) {
        for (const Part& part : parts_of(result, content)) set |= offered(result, part.content);
        return set;
    }
    const Content shown = canonical(result, content);
    for (const OverlayInfo& o : overlays())
        if (o.drawn_in(shown.space) && (o.something == nullptr || o.something(result, shown))) set = set | o.overlay;
    return set;
}

} // namespace warpscope::render
