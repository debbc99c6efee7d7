#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/view_state.hpp"
#include "session/session.hpp"
#include "workbench/feature/models.hpp"

namespace warpscope::workbench {

/// Replaces missing content with the arrangement, main input or launch space. `slice`: the slice of a volume to show.
[[nodiscard]] render::Content content_of(const session::RunResult& result, const scene::View& choice,
                                         std::optional<uint32_t> slice = {});

[[nodiscard]] std::optional<uint32_t> pinned_slice(const session::RunResult& result,
                                                   const render::Selection& selection);

/// Returns "input: M", "scratch: copies", "M, N and P" or "Launch space".
[[nodiscard]] std::string content_title(const session::RunResult& result, const render::Content& content);

struct MeasuredUse {
    bool loads = false, stores = false;
};
/// Assumes loads if measurements are missing.
[[nodiscard]] MeasuredUse measured_use(const session::RunResult& result, const render::Content& content);

struct ContentItem {
    std::string title, detail; // detail: "f32 80×48" or ""
    render::Space space{};
    std::string buffer;
    bool chosen = false;
};
[[nodiscard]] std::vector<ContentItem> content_items(const session::RunResult& result, const render::Content& now);

[[nodiscard]] size_t view_count(const Models& model);
[[nodiscard]] std::optional<size_t> lone_view(const Models& model);

/// Returns the probe of branches that survive in the machine code, if the divergence overlay counts only these.
[[nodiscard]] std::optional<metrics::ProbeRequest> surviving_request(const Models& model);

[[nodiscard]] std::string shape_text(const Shape& shape);

} // namespace warpscope::workbench
