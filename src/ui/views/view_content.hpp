#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/view_state.hpp"
#include "session/session.hpp"
#include "ui/workbench.hpp"
#include "workbench/document/preferences.hpp"

namespace warpscope::ui {

/// Replaces missing content by the arrangement, main input or launch space. `slice` limits volumes.
[[nodiscard]] render::Content content_of(const session::RunResult& result, const scene::View& choice,
                                         std::optional<uint32_t> slice = {});

[[nodiscard]] std::optional<uint32_t> pinned_slice(const session::RunResult& result,
                                                   const render::Selection& selection);

/// Returns "input: M", "scratch: copies", "M, N and P" or "Launch space".
[[nodiscard]] std::string content_title(const session::RunResult& result, const render::Content& content);

struct ContentItem {
    std::string title, detail; // detail: "f32 80×48" or ""
    render::Space space{};
    std::string buffer;
    bool chosen = false;
};
[[nodiscard]] std::vector<ContentItem> content_items(const session::RunResult& result, const render::Content& now);

[[nodiscard]] std::string shape_text(const Shape& shape);

} // namespace warpscope::ui
