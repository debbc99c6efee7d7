#include <bit>
#include <fmt/format.h>

#include "base/buffer.hpp"
#include "replay/variables.hpp"
#include "simt/stepping.hpp"

namespace warpscope::replay {
namespace {

using ptx::debug::Type;
using ptx::debug::TypeKind;

int64_t sign_extended(uint64_t bits, uint64_t bytes) {
    if (bytes >= 8 || bytes == 0) return static_cast<int64_t>(bits);
    const uint64_t sign = uint64_t{1} << (8 * bytes - 1);
    return static_cast<int64_t>((bits ^ sign) - sign);
}

std::string pointer_text(const Recording& recording, uint64_t bits) {
    if (bits == 0) return "null";
    const simt::SpaceAddress to = simt::space_of(bits);
    if (to.space == ptx::Space::global)
        if (const auto element = recording.contents().measured->element(bits)) {
            const std::string& name = recording.contents().measured->plan().buffers[element->buffer].layout.name;
            return element->index == 0 ? name : fmt::format("{} + {}", name, element->index);
        }
    if (to.space == ptx::Space::shared) return fmt::format("shared + {}", to.address);
    if (to.space == ptx::Space::local) return fmt::format("local + {}", to.address);
    return fmt::format("{:#x}", bits);
}

} // namespace

bool is_half(const Type& type) { return type.kind == TypeKind::structure && type.name == "__half"; }

std::optional<Number> number_of(const Recording& recording, uint32_t type_index, uint64_t bits) {
    const Type& type = recording.contents().stepped->variables.types[type_index];
    if (is_half(type)) return double{float_from_half(static_cast<uint16_t>(bits))};
    switch (type.kind) {
    case TypeKind::floating:
        return type.bytes == 4 ? double{std::bit_cast<float>(static_cast<uint32_t>(bits))}
                               : std::bit_cast<double>(bits);
    case TypeKind::character:
    case TypeKind::enumeration:
    case TypeKind::signed_integer: return sign_extended(bits, type.bytes);
    case TypeKind::boolean:
    case TypeKind::pointer:
    case TypeKind::unsigned_integer: return static_cast<int64_t>(bits);
    default: return std::nullopt;
    }
}

std::string value_text(const Recording& recording, uint32_t type_index, uint64_t bits) {
    const Type& type = recording.contents().stepped->variables.types[type_index];
    if (is_half(type)) return fmt::format("{}", float_from_half(static_cast<uint16_t>(bits)));
    switch (type.kind) {
    case TypeKind::boolean: return bits != 0 ? "true" : "false";
    case TypeKind::character:
    case TypeKind::signed_integer: return fmt::format("{}", sign_extended(bits, type.bytes));
    case TypeKind::unsigned_integer: return fmt::format("{}", bits);
    case TypeKind::floating:
        return type.bytes == 4 ? fmt::format("{}", std::bit_cast<float>(static_cast<uint32_t>(bits)))
                               : fmt::format("{}", std::bit_cast<double>(bits));
    case TypeKind::pointer: return pointer_text(recording, bits);
    case TypeKind::enumeration: {
        const int64_t value = sign_extended(bits, type.bytes);
        for (const ptx::debug::Enumerator& one : type.enumerators)
            if (sign_extended(static_cast<uint64_t>(one.value), type.bytes) == value) return one.name;
        return fmt::format("{}", value);
    }
    default: return fmt::format("{:#x}", bits);
    }
}

} // namespace warpscope::replay
