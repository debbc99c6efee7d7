#include <algorithm>

#include "simt/code/texture_fetch.hpp"
#include "simt/decode/decoder.hpp"

namespace warpscope::simt {

using ptx::Type;

namespace {

using Words = std::vector<std::string>;

Message texture_form_error(const Words& words) {
    const auto has = [&](std::string_view word) { return std::ranges::find(words, word) != words.end(); };
    if (has("level") || has("grad")) return msg("mipmapped textures are not emulated; tex2D() and its like are");
    if (has("a1d") || has("a2d"))
        return msg("layered textures are not emulated; use a 3D texture, or one for each layer");
    if (has("cube") || has("acube")) return msg("cubemaps are not emulated");
    if (has("2dms") || has("a2dms")) return msg("multisampled textures are not emulated");
    return {};
}

} // namespace

void FunctionDecoder::decode_texture(const Instruction& in) {
    const ptx::Modifiers& m = in.modifiers;
    if (const Message why = texture_form_error(m.unknown); !why.empty()) return unsupported(in, why);
    const auto dimensions = [&]() -> uint8_t {
        if (m.unknown == Words{"1d"}) return 1;
        if (m.unknown == Words{"2d"}) return 2;
        return m.unknown == Words{"3d"} ? 3 : 0;
    }();
    if (in.operands.size() != 2) return unsupported(in, msg("offsets and comparisons with depths are not emulated"));
    const auto* const into = std::get_if<ptx::VectorOperand>(&in.operands[0].value);
    const auto* const from = std::get_if<ptx::VectorOperand>(&in.operands[1].value);
    const bool sound_types = m.types.size() == 2 && (m.types[1] == Type::f32 || m.types[1] == Type::s32) &&
                             (m.types[0] == Type::f32 || m.types[0] == Type::s32 || m.types[0] == Type::u32);
    const size_t coordinates = from != nullptr ? from->elements.size() - 1 : 0;
    const size_t written = dimensions == 3 ? 4 : dimensions;
    if (dimensions == 0 || !sound_types || m.vector != 4 || into == nullptr || into->elements.size() != 4 ||
        (coordinates != dimensions && coordinates != written))
        return unsupported(in);
    if (const auto* symbol = std::get_if<ptx::SymbolRef>(&from->elements[0].value))
        return unsupported(in, msg("'{}' is a texture reference, which CUDA 12 removed; pass a texture object "
                                   "(cudaTextureObject_t) to the kernel",
                                   symbol->name));
    MemorySite site;
    site.space = ptx::Space::global;
    site.elements = 4;
    const uint32_t handle = source(from->elements[0], Type::u64);
    for (uint32_t axis = 0; axis < dimensions; ++axis)
        site.results[axis] = source(from->elements[axis + 1], m.types[1] == Type::f32 ? Type::f32 : Type::s32);
    std::vector<Destination> results;
    for (uint32_t k = 0; k < 4; ++k) {
        results.push_back(destination(into->elements[k], m.types[0]));
        site.values[k] = results.back().slot;
    }
    Inst& inst = emit(texture_fetch());
    inst.d = site.values[0];
    inst.a = handle;
    inst.b = packed({dimensions, m.types[1] == Type::s32, m.types[0] == Type::f32});
    keep_site(inst, site);
    out_.instructions[pc_].access_bytes = 4; // placeholder; the texture decides at run time
    for (const Destination& result : results) finish(result);
}

} // namespace warpscope::simt
