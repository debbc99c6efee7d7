#include "lesson/read/read_parts.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "catalog/text/nearest.hpp"
#include "language/tr.hpp"
#include "scene/names.hpp"

namespace warpscope::lesson {
namespace {

using catalog::TableReader;

constexpr std::array<std::string_view, 10> known_tabs{"source", "ptx",     "timeline", "shared", "epochs",
                                                      "charts", "devices", "compare",  "gpu",    "findings"};

} // namespace

std::span<const std::string_view> tab_names() { return known_tabs; }

Words PartReader::words(TableReader& reader, std::string_view key) const {
    return {reader.text(key).value_or(""), location(reader.place(key))};
}

std::optional<Expression> PartReader::expression(TableReader& reader, std::string_view key) {
    const auto text = reader.expression(key);
    return text ? parsed(*text, reader.place(key)) : std::nullopt;
}

std::optional<Expression> PartReader::parsed(const std::string& text, const toml::source_region& where) {
    auto made = Expression::parse(text, location(where));
    if (made) return std::move(*made);
    problems_.add(where, made.error().message);
    return std::nullopt;
}

std::string PartReader::tab(TableReader& reader) {
    std::string name = reader.text("tab").value_or("");
    if (name.empty() || std::ranges::count(known_tabs, name) > 0) return name;
    const std::vector<std::string> known(known_tabs.begin(), known_tabs.end());
    reader.problem("tab", msg("'{}' is not a tab.", name), catalog::suggestion(name, known, msg("tabs: ")));
    return {};
}

std::optional<scene::OverlaySet> PartReader::overlays(TableReader& reader, std::string_view key) {
    const auto names = reader.texts(key);
    if (!names) return std::nullopt;
    scene::OverlaySet set = 0;
    for (const std::string& name : *names) {
        if (const auto overlay = scene::named<scene::Overlay>(name)) {
            set = set | *overlay;
            continue;
        }
        std::vector<std::string> known;
        for (const scene::Overlay o : scene::all_overlays()) known.emplace_back(scene::name_of(o));
        reader.problem(key, msg("'{}' is not an overlay.", name), catalog::suggestion(name, known, msg("overlays: ")));
    }
    return set;
}

} // namespace warpscope::lesson
