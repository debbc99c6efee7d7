#include "session/painted_inputs.hpp"

namespace warpscope::session {
namespace {

input::Paintings without_main(input::Paintings paintings) {
    paintings.set({});
    return paintings;
}

void paint_buffer(catalog::Prepared& prepared, PlannedBuffer& buffer, const input::Painting& painting) {
    const SharedBytes unpainted = buffer.initial;
    buffer.initial = input::paint({buffer.layout, buffer.initial}, painting).bytes;
    for (PlannedSymbol& symbol : prepared.plan.symbols)
        if (symbol.contents == unpainted) symbol.contents = buffer.initial;
}

} // namespace

Result<catalog::Prepared> prepare_painted(const catalog::Variant& variant, const Request& request,
                                          const HostBuffer& main_input, const DeviceLimits& limits,
                                          const RunResult* before) {
    const input::Paintings paintings = without_main(request.input.painting);
    // prepare() would share contents of equal layout, even if painted differently.
    if (before != nullptr && without_main(before->request.input.painting) != paintings) before = nullptr;
    const catalog::Prepared* const shared = before != nullptr ? &before->prepared : nullptr;
    auto prepared = catalog::prepare(variant, request.settings, main_input, limits, shared);
    if (!prepared) return prepared;
    for (size_t i = 0; i < prepared->plan.buffers.size(); ++i) {
        PlannedBuffer& buffer = prepared->plan.buffers[i];
        const input::Painting* const painting = paintings.find(buffer.layout.name);
        if (painting == nullptr || buffer.role != BufferRole::input || !buffer.initial) continue;
        if (shared == nullptr || shared->plan.buffers[i].initial != buffer.initial)
            paint_buffer(*prepared, buffer, *painting);
    }
    return prepared;
}

} // namespace warpscope::session
