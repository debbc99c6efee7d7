// Which buffer, launch space or arrangement each view shows: what was chosen, as far as the run has it, and what else
// there is to choose.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/view_state.hpp"
#include "session/session.hpp"
#include "ui/workbench.hpp"
#include "workbench/document/preferences.hpp"

namespace warpscope::ui {

/// What a view shows of `result`. What was chosen in another experiment and is not here gives way to the automatic
/// choice: the arrangement, the main input, or launch space where there is no input. `slice`: the one slice of volumes
/// to show; none: all of them.
[[nodiscard]] render::Content content_of(const session::RunResult& result, const scene::View& choice,
                                         std::optional<uint32_t> slice = {});

/// The slice of the pinned cell; none where nothing is pinned, or it lies in no volume.
[[nodiscard]] std::optional<uint32_t> pinned_slice(const session::RunResult& result,
                                                   const render::Selection& selection);

/// "input: M", "scratch: copies", "M, N and P", "Launch space".
[[nodiscard]] std::string content_title(const session::RunResult& result, const render::Content& content);

/// A line of the menu in a view's header.
struct ContentItem {
    std::string title, detail; // detail: "f32 80×48", or ""
    render::Space space{};     // what to choose
    std::string buffer;
    bool chosen = false;
};
[[nodiscard]] std::vector<ContentItem> content_items(const session::RunResult& result, const render::Content& now);

/// "80×48".
[[nodiscard]] std::string shape_text(const Shape& shape);

} // namespace warpscope::ui
