#include "scene/names.hpp"

#include <algorithm>
#include <array>
#include <concepts>

namespace warpscope::scene {
namespace {

struct NamedOverlay {
    Overlay overlay{};
    std::string_view name;
};
constexpr std::array overlay_names{
    NamedOverlay{Overlay::blocks, "blocks"},
    NamedOverlay{Overlay::threads, "threads"},
    NamedOverlay{Overlay::warps, "warps"},
    NamedOverlay{Overlay::idle_threads, "surplus"},
    NamedOverlay{Overlay::halo, "halo"},
    NamedOverlay{Overlay::ghosts, "ghosts"},
    NamedOverlay{Overlay::divergence, "divergence"},
    NamedOverlay{Overlay::reuse, "reuse"},
    NamedOverlay{Overlay::values, "values"},
    NamedOverlay{Overlay::labels, "labels"},
    NamedOverlay{Overlay::sectors, "sectors"},
    NamedOverlay{Overlay::atomics, "atomics"},
    NamedOverlay{Overlay::first_block, "first"},
    NamedOverlay{Overlay::reloads, "reloads"},
    NamedOverlay{Overlay::differences, "differences"},
    NamedOverlay{Overlay::accesses, "accesses"},
    NamedOverlay{Overlay::devices, "devices"},
};
constexpr auto overlay_order = [] {
    std::array<Overlay, overlay_names.size()> order{};
    std::ranges::transform(overlay_names, order.begin(), &NamedOverlay::overlay);
    return order;
}();
constexpr std::array<std::string_view, 5> names_of_spaces{"input", "output", "launch", "buffer", "matrices"};
constexpr std::array<std::string_view, 4> names_of_forms{"automatic", "cells", "bars", "number"};
constexpr std::array<std::string_view, 4> names_of_lays{"natural", "column", "transposed", "slice"};
constexpr std::array<std::string_view, 4> names_of_scopes{"all", "launch", "block", "warp"};
constexpr std::array<std::string_view, 3> names_of_note_kinds{"words", "box", "arrow"};
constexpr std::array<std::string_view, 6> names_of_shows{"views", "view", "tab", "chart", "comparison", "window"};
constexpr std::array<std::string_view, metrics::measure_count> names_of_measures{"executions", "lanes", "sectors",
                                                                                 "passes", "splits"};

template<class T>
constexpr const auto& names_of() {
    if constexpr (std::same_as<T, Space>)
        return names_of_spaces;
    else if constexpr (std::same_as<T, Form>)
        return names_of_forms;
    else if constexpr (std::same_as<T, Lay>)
        return names_of_lays;
    else if constexpr (std::same_as<T, Scope>)
        return names_of_scopes;
    else if constexpr (std::same_as<T, NoteKind>)
        return names_of_note_kinds;
    else if constexpr (std::same_as<T, Shows>)
        return names_of_shows;
    else
        return names_of_measures;
}

} // namespace

std::string_view name_of(Overlay overlay) {
    const auto found = std::ranges::find(overlay_names, overlay, &NamedOverlay::overlay);
    return found == overlay_names.end() ? "none" : found->name;
}
std::string_view name_of(Space space) { return names_of_spaces[static_cast<size_t>(space)]; }
std::string_view name_of(Form form) { return names_of_forms[static_cast<size_t>(form)]; }
std::string_view name_of(Lay lay) { return names_of_lays[static_cast<size_t>(lay)]; }
std::string_view name_of(Scope scope) { return names_of_scopes[static_cast<size_t>(scope)]; }
std::string_view name_of(NoteKind kind) { return names_of_note_kinds[static_cast<size_t>(kind)]; }
std::string_view name_of(Shows shows) { return names_of_shows[static_cast<size_t>(shows)]; }
std::string_view name_of(metrics::Measure measure) { return names_of_measures[static_cast<size_t>(measure)]; }

template<>
std::optional<Overlay> named(std::string_view name) {
    const auto found = std::ranges::find(overlay_names, name, &NamedOverlay::name);
    return found == overlay_names.end() ? std::nullopt : std::optional(found->overlay);
}
template<class T>
std::optional<T> named(std::string_view name) {
    const auto& names = names_of<T>();
    const auto found = std::ranges::find(names, name);
    return found == names.end() ? std::nullopt : std::optional(static_cast<T>(found - names.begin()));
}
template std::optional<Space> named(std::string_view);
template std::optional<Form> named(std::string_view);
template std::optional<Lay> named(std::string_view);
template std::optional<Scope> named(std::string_view);
template std::optional<NoteKind> named(std::string_view);
template std::optional<Shows> named(std::string_view);
template std::optional<metrics::Measure> named(std::string_view);

std::span<const Overlay> all_overlays() { return overlay_order; }

} // namespace warpscope::scene
