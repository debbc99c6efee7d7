#include "insight/contents.hpp"

namespace warpscope::insight {

using scene::Space;

namespace {

const metrics::CellMaps* maps_of_buffer(const session::RunResult& result, uint32_t buffer) {
    for (const metrics::CellMaps& maps : result.shown().maps)
        if (maps.buffer == buffer) return &maps;
    return nullptr;
}

/// Returns whether equal cell indices mean equal coordinates in both buffers.
bool lie_alike(const BufferLayout& a, const BufferLayout& b) { return a.shape == b.shape && a.padding == b.padding; }

const metrics::CellArray* owners_of_buffer(const session::RunResult& result, uint32_t buffer) {
    const metrics::CellMaps* maps = maps_of_buffer(result, buffer);
    if (maps == nullptr || maps->owner.size() != result.prepared.plan.buffers[buffer].layout.shape.cells())
        return nullptr;
    return &maps->owner;
}

} // namespace

const metrics::CellMaps* output_maps(const session::RunResult& result) {
    return maps_of_buffer(result, result.prepared.output_buffer);
}

const metrics::CellMaps* input_maps(const session::RunResult& result) {
    return maps_of_buffer(result, result.prepared.input_buffer);
}

const metrics::CellArray* owner_map(const session::RunResult& result) {
    const metrics::CellMaps* maps = output_maps(result);
    if (maps == nullptr || maps->owner.size() != layout_of(result, Space::output).shape.cells()) return nullptr;
    return &maps->owner;
}

bool shapes_match(const session::RunResult& result) {
    return lie_alike(result.input.layout, result.output.layout) && !result.input_apart;
}

bool exists(const session::RunResult& result, const Content& content) {
    switch (content.space) {
    case Space::input: return result.input.bytes != nullptr;
    case Space::buffer: return content.buffer < result.prepared.plan.buffers.size();
    case Space::matrices: return result.prepared.arrangement.has_value();
    case Space::output:
    case Space::launch: break;
    }
    return true;
}

Content canonical(const session::RunResult& result, const Content& content) {
    if (content.space != Space::buffer) return content;
    Content named = content;
    if (content.buffer == result.prepared.output_buffer)
        named = {Space::output, 0, content.lay, content.slice};
    else if (content.buffer == result.prepared.input_buffer && result.input.bytes != nullptr)
        named = {Space::input, 0, content.lay, content.slice};
    return named;
}

uint32_t buffer_of(const session::RunResult& result, const Content& content) {
    if (content.space == Space::input) return result.prepared.input_buffer;
    return content.space == Space::buffer ? content.buffer : result.prepared.output_buffer;
}

const std::string& parameter_of(const session::RunResult& result, const Content& content) {
    return result.prepared.plan.buffers[buffer_of(result, content)].layout.name;
}

std::optional<Content> find_content(const session::RunResult& result, std::string_view parameter) {
    const std::vector<PlannedBuffer>& buffers = result.prepared.plan.buffers;
    for (uint32_t i = 0; i < buffers.size(); ++i)
        if (buffers[i].layout.name == parameter) return canonical(result, {Space::buffer, i});
    return std::nullopt;
}

const BufferLayout& layout_of(const session::RunResult& result, const Content& content) {
    if (content.space == Space::input) return result.input.layout;
    if (content.space != Space::buffer) return result.output.layout;
    return result.prepared.plan.buffers[content.buffer].layout;
}

HostBuffer contents_of(const session::RunResult& result, const Content& content) {
    if (content.space == Space::input) return result.input;
    if (content.space != Space::buffer) return result.output;
    const PlannedBuffer& planned = result.prepared.plan.buffers[content.buffer];
    const metrics::CellMaps* maps = maps_of_buffer(result, content.buffer);
    if (planned.role == BufferRole::input && planned.initial && (maps == nullptr || maps->owner.empty()))
        return {planned.layout, planned.initial};
    return *result.derived.get<HostBuffer>({content.buffer}, [&] { return result.measured->buffer(content.buffer); });
}

const metrics::CellMaps* maps_of(const session::RunResult& result, const Content& content) {
    return maps_of_buffer(result, buffer_of(result, content));
}

bool shows_letters(const session::RunResult& result, const Content& content) {
    if (!result.request.experiment || content.space == Space::launch || content.space == Space::matrices) return false;
    const uint32_t buffer = buffer_of(result, content);
    const std::vector<catalog::BufferSpec>& specs = result.variant().buffers;
    return buffer < specs.size() && specs[buffer].view == "letters" && specs[buffer].type == ElementType::u8 &&
           specs[buffer].channels == 1;
}

bool lines_up(const session::RunResult& result, const Content& content) {
    if (content.space == Space::output) return true;
    if (content.space == Space::input) return shapes_match(result);
    return content.space != Space::launch && content.space != Space::matrices &&
           lie_alike(layout_of(result, content), result.output.layout);
}

const metrics::CellArray* threads_of(const session::RunResult& result, const Content& content) {
    if (content.space == Space::launch || content.space == Space::matrices) return nullptr;
    if (content.space == Space::buffer)
        if (const auto* own = owners_of_buffer(result, content.buffer)) return own;
    return lines_up(result, content) ? owner_map(result) : nullptr;
}

} // namespace warpscope::insight
