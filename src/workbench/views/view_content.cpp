#include "workbench/views/view_content.hpp"

#include <fmt/format.h>

#include "insight/machine_lines.hpp"
#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"

namespace warpscope::workbench {

namespace {

using render::Content;
using render::Space;

Content chosen(const session::RunResult& result, const scene::View& choice) {
    if (choice.space == Space::launch || choice.space == Space::output) return choice.space;
    if (choice.space == Space::buffer)
        if (const auto content = insight::find_content(result, choice.buffer)) return *content;
    if (render::exists(result, Space::matrices)) return Space::matrices;
    return render::exists(result, Space::input) ? Space::input : Space::launch;
}

std::string name_of_buffer(const session::RunResult& result, uint32_t buffer) {
    return result.prepared.plan.buffers[buffer].layout.name;
}

const char* role_text(BufferRole role) {
    switch (role) {
    case BufferRole::input: return tr_in("a buffer", "input");
    case BufferRole::output: return tr_in("a buffer", "output");
    case BufferRole::scratch: break;
    }
    return tr_in("a buffer", "scratch");
}

std::string arrangement_title(const session::RunResult& result) {
    const auto& [left, above, center, transposed, strips] = *result.prepared.arrangement;
    std::vector<std::string> names;
    for (const uint32_t strip : strips)
        if (strip != center) names.push_back(name_of_buffer(result, strip));
    if (left) names.push_back(name_of_buffer(result, *left));
    if (above)
        names.push_back(transposed ? tr_format("{} transposed", name_of_buffer(result, *above))
                                   : name_of_buffer(result, *above));
    return tr_format("{} and {}", fmt::format("{}", fmt::join(names, ", ")), name_of_buffer(result, center));
}

} // namespace

Content content_of(const session::RunResult& result, const scene::View& choice, std::optional<uint32_t> slice) {
    Content content = chosen(result, choice);
    const bool data = content.space != Space::launch && content.space != Space::matrices;
    if (slice && data && render::layout_of(result, content).shape.depth > 1) {
        content.lay = render::Lay::slice;
        content.slice = std::min(*slice, render::layout_of(result, content).shape.depth - 1);
    }
    return content;
}

std::optional<uint32_t> pinned_slice(const session::RunResult& result, const render::Selection& selection) {
    if (!selection.pinned || !selection.pointed) return std::nullopt;
    const render::Content& content = selection.pointed->content;
    if (content.space == render::Space::launch || content.space == render::Space::matrices) return std::nullopt;
    const Shape& shape = render::layout_of(result, content).shape;
    if (shape.depth == 1) return std::nullopt;
    return static_cast<uint32_t>(selection.pointed->index / (uint64_t{shape.width} * shape.height));
}

std::string content_title(const session::RunResult& result, const Content& content) {
    if (content.space == Space::launch) return tr("Launch space");
    if (content.space == Space::matrices) return arrangement_title(result);
    const uint32_t buffer = render::buffer_of(result, content);
    return fmt::format("{}: {}", role_text(result.prepared.plan.buffers[buffer].role), name_of_buffer(result, buffer));
}

MeasuredUse measured_use(const session::RunResult& result, const Content& content) {
    const metrics::CellMaps* const maps =
        content.space == Space::matrices ? nullptr : insight::maps_of(result, content);
    if (maps == nullptr) return {true, false};
    return {!maps->reads.empty(), !maps->owner.empty()};
}

std::string shape_text(const Shape& shape) {
    if (shape.depth > 1) return fmt::format("{}×{}×{}", shape.width, shape.height, shape.depth);
    return shape.height > 1 ? fmt::format("{}×{}", shape.width, shape.height) : fmt::format("{}", shape.width);
}

std::vector<ContentItem> content_items(const session::RunResult& result, const Content& now) {
    std::vector<ContentItem> items;
    const bool arranged = render::exists(result, Space::matrices);
    if (arranged)
        items.push_back({arrangement_title(result),
                         result.prepared.arrangement->strips.empty() ? tr("edge to edge") : tr("one below the other"),
                         Space::input, "", now.space == Space::matrices});
    const std::vector<PlannedBuffer>& buffers = result.prepared.plan.buffers;
    for (uint32_t i = 0; i < buffers.size(); ++i) {
        const Content content = render::canonical(result, {Space::buffer, i});
        const BufferLayout& layout = buffers[i].layout;
        ContentItem item{content_title(result, content),
                         fmt::format("{}{} {}", name_of(layout.type),
                                     layout.channels > 1 ? fmt::format("×{}", layout.channels) : "",
                                     shape_text(layout.seen())),
                         Space::buffer, layout.name, now.space == content.space && now.buffer == content.buffer};
        // Stores no name, so that the choice also works in other experiments.
        if (content.space == Space::output || (content.space == Space::input && !arranged)) {
            item.space = content.space;
            item.buffer.clear();
        }
        items.push_back(std::move(item));
    }
    items.push_back({tr("Launch space"), tr("every thread"), Space::launch, "", now.space == Space::launch});
    return items;
}

size_t view_count(const Models& model) {
    // A lesson has only its own two views.
    return model.scene->four && model.lesson == nullptr ? std::tuple_size_v<scene::Views> : scene::first_lower_view;
}

std::optional<size_t> lone_view(const Models& model) {
    const Panes& panes = model.preferences->panes;
    if (model.baseline.side_by_side) return std::nullopt;
    if (panes.alone && *panes.alone < view_count(model)) return panes.alone;
    const bool only_output = model.upright && model.lesson == nullptr && !model.scene->four && !panes.both_upright;
    return only_output ? std::optional<size_t>(1) : std::nullopt;
}

std::optional<metrics::ProbeRequest> surviving_request(const Models& model) {
    if (!model.result || !model.machine || !model.preferences->only_surviving_branches) return std::nullopt;
    const auto shows_splits = [&](size_t view) {
        return render::has(model.scene->views[model.baseline.choice_of(view)].overlays, render::Overlay::divergence);
    };
    bool is_shown = false;
    for (size_t view = 0; view < view_count(model); ++view) is_shown = is_shown || shows_splits(view);
    if (!is_shown) return std::nullopt;
    metrics::ProbeRequest request;
    request.launch = static_cast<uint32_t>(model.result->measured->launches().size() - 1);
    request.kind = metrics::ProbeKind::instructions;
    request.pcs = insight::surviving_branches(*model.result, *model.machine);
    return request;
}

} // namespace warpscope::workbench
