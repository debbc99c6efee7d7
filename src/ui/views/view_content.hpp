// Selects the buffer, launch space or arrangement that each view shows, and lists the alternatives.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/view_state.hpp"
#include "session/session.hpp"
#include "ui/workbench.hpp"
#include "workbench/document/preferences.hpp"

namespace warpscope::ui {

/// Returns the content of a view. If the choice does not exist in this experiment, returns the arrangement, else the
/// main input, else launch space. `slice` limits volumes to one slice.
[[nodiscard]] render::Content content_of(const session::RunResult& result, const scene::View& choice,
                                         std::optional<uint32_t> slice = {});

/// Returns the slice of the pinned cell; none if nothing is pinned or the cell is not in a volume.
[[nodiscard]] std::optional<uint32_t> pinned_slice(const session::RunResult& result,
                                                   const render::Selection& selection);

/// Returns "input: M", "scratch: copies", "M, N and P" or "Launch space".
[[nodiscard]] std::string content_title(const session::RunResult& result, const render::Content& content);

/// An entry in the menu of a view's header.
struct ContentItem {
    std::string title, detail; // detail: "f32 80×48", or ""
    render::Space space{};     // content to choose
    std::string buffer;
    bool chosen = false;
};
[[nodiscard]] std::vector<ContentItem> content_items(const session::RunResult& result, const render::Content& now);

/// Returns "80×48".
[[nodiscard]] std::string shape_text(const Shape& shape);

} // namespace warpscope::ui
