#include "workbench/views/difference_choice.hpp"

#include <algorithm>

#include "insight/contents.hpp"
#include "render/layout/cell_plane.hpp"
#include "workbench/views/view_content.hpp"

namespace warpscope::workbench {

namespace {

std::optional<Subtraction> subtract_from(const Models& model, render::Content content,
                                         const scene::Reference& reference) {
    if (!model.result || content.space == render::Space::launch || content.space == render::Space::matrices)
        return std::nullopt;
    content.lay = render::Lay::natural; // slices use their volume's difference
    content.slice = 0;
    const BufferLayout& layout = render::layout_of(*model.result, content);
    const auto& run = reference.is_baseline ? model.baseline.result : model.result;
    const std::string& name = reference.is_baseline ? insight::parameter_of(*model.result, content) : reference.buffer;
    const auto other = run ? insight::find_content(*run, name) : std::nullopt;
    if (!other || (run == model.result && *other == content)) return std::nullopt;
    if (!insight::can_subtract(layout, render::layout_of(*run, *other))) return std::nullopt;
    return Subtraction{model.result, run, content, *other};
}

} // namespace

std::optional<Subtraction> subtraction_of(const Models& model, size_t view) {
    const scene::View& choice = model.scene->views[view];
    if (!model.result || !choice.reference.any()) return std::nullopt;
    return subtract_from(model, content_of(*model.result, choice), choice.reference);
}

insight::ValueDifference make_difference(const Subtraction& subtraction) {
    insight::ValueDifference made =
        insight::subtract(subtraction.content, render::contents_of(*subtraction.run, subtraction.content),
                          render::contents_of(*subtraction.reference_run, subtraction.reference));
    made.values.layout.name = insight::parameter_of(*subtraction.run, subtraction.content);
    made.reference.layout.name = insight::parameter_of(*subtraction.reference_run, subtraction.reference);
    made.is_of_baseline = subtraction.run != subtraction.reference_run;
    return made;
}

std::vector<scene::Reference> possible_references(const Models& model, const render::Content& content) {
    std::vector<scene::Reference> possible;
    if (!model.result) return possible;
    for (const PlannedBuffer& buffer : model.result->prepared.plan.buffers)
        if (const scene::Reference other{buffer.layout.name}; subtract_from(model, content, other))
            possible.push_back(other);
    if (const scene::Reference baseline{"", true}; subtract_from(model, content, baseline))
        possible.push_back(baseline);
    return possible;
}

} // namespace warpscope::workbench
