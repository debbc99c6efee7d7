#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "metrics/on_demand.hpp"
#include "scene/figure_look.hpp"
#include "scene/moment.hpp"
#include "scene/note.hpp"
#include "scene/view.hpp"

namespace warpscope::scene {

[[nodiscard]] std::string_view name_of(Overlay overlay);
[[nodiscard]] std::string_view name_of(Space space);
[[nodiscard]] std::string_view name_of(Form form);
[[nodiscard]] std::string_view name_of(Lay lay);
[[nodiscard]] std::string_view name_of(Scope scope);
[[nodiscard]] std::string_view name_of(NoteKind kind);
[[nodiscard]] std::string_view name_of(Shows shows);
[[nodiscard]] std::string_view name_of(metrics::Measure measure);

template<class T>
[[nodiscard]] std::optional<T> named(std::string_view name);
template<>
[[nodiscard]] std::optional<Overlay> named(std::string_view name);

[[nodiscard]] std::span<const Overlay> all_overlays();

} // namespace warpscope::scene
