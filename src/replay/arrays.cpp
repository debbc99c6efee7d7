#include "replay/arrays.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

#include "base/symbol_name.hpp"

namespace warpscope::replay {
namespace {

using ptx::debug::DebugInfo;
using ptx::debug::PlaceKind;
using ptx::debug::TypeKind;
using ptx::debug::Variable;

const Variable* variable_of(const DebugInfo& info, const std::string& symbol) {
    const auto is_it = [&](const Variable& variable) {
        return !variable.places.empty() && variable.places.front().kind == PlaceKind::shared &&
               variable.places.front().symbol == symbol;
    };
    if (const auto found = std::ranges::find_if(info.shared, is_it); found != info.shared.end()) return &*found;
    for (const auto& variables : info.functions)
        if (const auto found = std::ranges::find_if(variables, is_it); found != variables.end()) return &*found;
    return nullptr;
}

void add_type(const DebugInfo& info, uint32_t type, SharedArray& array) {
    while (info.types[type].kind == TypeKind::array) {
        array.extents.push_back(info.types[type].count);
        type = info.types[type].element;
    }
    if (info.types[type].bytes == 0 || info.types[type].bytes > 64) return;
    array.element = type;
    array.element_bytes = static_cast<uint32_t>(info.types[type].bytes);
}

uint32_t type_of(const DebugInfo& info, ptx::Type type) {
    TypeKind kind = TypeKind::unknown;
    switch (type) {
    case ptx::Type::f16:
    case ptx::Type::f32:
    case ptx::Type::f64: kind = TypeKind::floating; break;
    case ptx::Type::s8:
    case ptx::Type::s16:
    case ptx::Type::s32:
    case ptx::Type::s64: kind = TypeKind::signed_integer; break;
    case ptx::Type::u8:
    case ptx::Type::u16:
    case ptx::Type::u32:
    case ptx::Type::u64: kind = TypeKind::unsigned_integer; break;
    default: break;
    }
    if (kind == TypeKind::unknown) return 0;
    for (uint32_t k = 0; k < info.types.size(); ++k)
        if (info.types[k].kind == kind && info.types[k].bytes == ptx::size_of(type)) return k;
    return 0;
}

/// Takes the element type from the first access, because NVRTC describes no shared arrays.
void take_from_requests(const Recording& recording, SharedArray& array) {
    const simt::Program& program = recording.program();
    uint32_t bytes = 0;
    for (uint64_t k = 0; k < recording.record_count() && bytes == 0; ++k)
        recording.visit(k, [&](const Change& change) {
            if (change.kind == ChangeKind::register_ || change.space != ptx::Space::shared || bytes != 0) return;
            const uint64_t at = change.address[static_cast<uint32_t>(std::countr_zero(change.lanes))];
            if (at < array.offset || at >= array.offset + array.bytes) return;
            bytes = std::min(change.bytes, 8u);
            const uint32_t pc = recording.contents().records[k].pc;
            const uint32_t function = program.instructions()[pc].function;
            const ptx::Instruction& access = program.module().functions[function].body[pc - program.first_pc(function)];
            const ptx::Type type = access.modifiers.types.empty() ? ptx::Type::none : access.modifiers.types.front();
            if (ptx::size_of(type) == change.bytes)
                array.element = type_of(recording.contents().stepped->variables, type);
        });
    array.element_bytes = std::max(bytes, 1u);
}

uint32_t declared_type(const Recording& recording, const SharedArray& array) {
    uint32_t found = 0;
    for (const DeclaredArray& one : recording.contents().stepped->declared) {
        if (one.name != array.name || one.type == 0) continue;
        const uint64_t bytes = recording.contents().stepped->variables.types[one.type].bytes;
        uint64_t elements = 1;
        for (const uint64_t extent : one.extents) elements *= extent;
        if (elements == 0 ? array.bytes % bytes != 0 : elements * bytes != array.bytes) continue;
        if (found != 0 && found != one.type) return 0;
        found = one.type;
    }
    return found;
}

void add_members(const DebugInfo& info, uint32_t type, const std::string& member, uint64_t offset,
                 const SharedArray& whole, std::vector<SharedArray>& out) {
    const ptx::debug::Type& own = info.types[type];
    if (own.kind == TypeKind::structure && own.name != "__half" && !own.members.empty()) {
        for (const ptx::debug::Member& one : own.members)
            add_members(info, one.type, member + "." + one.name, offset + one.offset, whole, out);
        return;
    }
    if (own.kind == TypeKind::array && own.count > 0 && own.count <= 16) {
        for (uint64_t k = 0; k < own.count; ++k)
            add_members(info, own.element, fmt::format("{}[{}]", member, k), offset + k * info.types[own.element].bytes,
                        whole, out);
        return;
    }
    if (own.bytes == 0 || own.bytes > 8) return;
    SharedArray array = whole;
    array.member = member;
    array.offset += offset;
    array.element = type;
    array.element_bytes = static_cast<uint32_t>(own.bytes);
    array.stride = static_cast<uint32_t>(info.types[whole.element].bytes);
    out.push_back(std::move(array));
}

void add_split(const DebugInfo& info, SharedArray array, std::vector<SharedArray>& out) {
    const ptx::debug::Type& type = info.types[array.element];
    if (array.element == 0 || type.kind != TypeKind::structure || type.name == "__half" || type.members.empty()) {
        out.push_back(std::move(array));
        return;
    }
    const uint32_t first = type.members.front().type;
    const uint64_t bytes = info.types[first].bytes;
    bool is_vector = info.types[first].kind != TypeKind::structure && info.types[first].kind != TypeKind::array &&
                     bytes > 0 && bytes * type.members.size() == type.bytes;
    for (size_t k = 0; k < type.members.size(); ++k)
        is_vector = is_vector && type.members[k].type == first && type.members[k].offset == k * bytes;
    if (!is_vector) {
        add_members(info, array.element, "", 0, array, out);
        return;
    }
    array.extents.push_back(type.members.size());
    array.element = first;
    array.element_bytes = static_cast<uint32_t>(bytes);
    out.push_back(std::move(array));
}

std::vector<uint64_t> declared_extents(const std::vector<DeclaredArray>& declared, const SharedArray& array) {
    std::vector<uint64_t> found;
    for (const DeclaredArray& one : declared) {
        uint64_t elements = 1;
        for (const uint64_t extent : one.extents) elements *= extent;
        if (one.name != array.name || elements != array.elements()) continue;
        if (!found.empty() && found != one.extents) return {};
        found = one.extents;
    }
    return found;
}

} // namespace

std::vector<SharedArray> shared_arrays(const Recording& recording) {
    const DebugInfo& info = recording.contents().stepped->variables;
    std::vector<SharedArray> arrays;
    for (const simt::SharedVariableInfo& own : recording.program().shared_variables(recording.contents().kernel)) {
        SharedArray array;
        array.name = plain_name(own.name);
        array.offset = own.offset;
        array.bytes = own.bytes != 0 ? own.bytes
                                     : recording.contents().shared_bytes -
                                           std::min<uint64_t>(own.offset, recording.contents().shared_bytes);
        if (const Variable* const variable = variable_of(info, own.name)) {
            array.name = variable->name;
            add_type(info, variable->type, array);
        }
        if (array.element == 0) {
            if (const uint32_t declared = declared_type(recording, array); declared != 0)
                add_type(info, declared, array);
            else
                take_from_requests(recording, array);
        }
        if (array.extents.empty()) array.extents = declared_extents(recording.contents().stepped->declared, array);
        if (array.extents.empty() || array.extents.front() == 0) array.extents = {array.elements()};
        add_split(info, std::move(array), arrays);
    }
    return arrays;
}

std::optional<NamedElement> element_at(const Recording& recording, const std::vector<SharedArray>& arrays,
                                       const MemoryAddress& at) {
    if (at.space == ptx::Space::global) {
        const auto element = recording.contents().measured->element(at.address);
        if (!element || !element->inside) return std::nullopt;
        return NamedElement{recording.contents().measured->plan().buffers[element->buffer].layout.name,
                            static_cast<uint64_t>(element->index)};
    }
    if (at.space != ptx::Space::shared) return std::nullopt;
    for (const SharedArray& array : arrays)
        if (const auto index = array.index_of(at.address)) return NamedElement{array.name, *index};
    return std::nullopt;
}

std::optional<uint64_t> shared_value(const Recording& recording, const State& state, const SharedArray& array,
                                     uint64_t index) {
    const MemoryAddress begin{ptx::Space::shared, 0, array.place(index)};
    uint64_t value = 0;
    for (uint32_t k = 0; k < std::min(array.element_bytes, 8u); ++k) {
        const auto byte = recording.byte_at(state, begin.moved(k));
        if (!byte || recording.writes_to(state, begin.moved(k)) == 0) return std::nullopt;
        value |= uint64_t{*byte} << 8 * k;
    }
    return value;
}

} // namespace warpscope::replay
