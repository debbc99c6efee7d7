#include "session/written_types.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace warpscope::session {
namespace {

using ptx::debug::Type;
using ptx::debug::TypeKind;

struct Plain {
    std::string_view name;
    TypeKind kind;
    uint64_t bytes;
};
constexpr std::array plain_types{
    Plain{"bool", TypeKind::boolean, 1},
    Plain{"char", TypeKind::character, 1},
    Plain{"signed char", TypeKind::signed_integer, 1},
    Plain{"unsigned char", TypeKind::unsigned_integer, 1},
    Plain{"short", TypeKind::signed_integer, 2},
    Plain{"unsigned short", TypeKind::unsigned_integer, 2},
    Plain{"int", TypeKind::signed_integer, 4},
    Plain{"unsigned int", TypeKind::unsigned_integer, 4},
    Plain{"unsigned", TypeKind::unsigned_integer, 4},
    Plain{"long", TypeKind::signed_integer, 8},
    Plain{"unsigned long", TypeKind::unsigned_integer, 8},
    Plain{"long long", TypeKind::signed_integer, 8},
    Plain{"unsigned long long", TypeKind::unsigned_integer, 8},
    Plain{"float", TypeKind::floating, 4},
    Plain{"double", TypeKind::floating, 8},
    Plain{"int8_t", TypeKind::signed_integer, 1},
    Plain{"uint8_t", TypeKind::unsigned_integer, 1},
    Plain{"int16_t", TypeKind::signed_integer, 2},
    Plain{"uint16_t", TypeKind::unsigned_integer, 2},
    Plain{"int32_t", TypeKind::signed_integer, 4},
    Plain{"uint32_t", TypeKind::unsigned_integer, 4},
    Plain{"int64_t", TypeKind::signed_integer, 8},
    Plain{"uint64_t", TypeKind::unsigned_integer, 8},
    Plain{"size_t", TypeKind::unsigned_integer, 8},
    Plain{"uchar", TypeKind::unsigned_integer, 1},
    Plain{"ushort", TypeKind::unsigned_integer, 2},
    Plain{"uint", TypeKind::unsigned_integer, 4},
    Plain{"longlong", TypeKind::signed_integer, 8},
    Plain{"ulonglong", TypeKind::unsigned_integer, 8},
};

std::optional<Type> plain_type(std::string_view name) {
    const auto found = std::ranges::find(plain_types, name, &Plain::name);
    if (found == plain_types.end()) return std::nullopt;
    Type type;
    type.kind = found->kind;
    type.name = name;
    type.bytes = found->bytes;
    return type;
}

} // namespace

uint32_t type_named(ptx::debug::DebugInfo& info, std::string_view name) {
    const auto known = std::ranges::find_if(
        info.types, [&](const Type& type) { return type.name == name && type.bytes != 0 && !name.empty(); });
    if (known != info.types.end()) return static_cast<uint32_t>(known - info.types.begin());
    std::optional<Type> made = plain_type(name);
    if (!made && !name.empty() && name.back() >= '1' && name.back() <= '4') {
        const uint32_t element = type_named(info, name.substr(0, name.size() - 1));
        const auto members = static_cast<uint64_t>(name.back() - '0');
        if (element == 0) return 0;
        made.emplace();
        made->kind = TypeKind::structure;
        made->name = name;
        made->bytes = members * info.types[element].bytes;
        for (uint64_t k = 0; k < members; ++k)
            made->members.push_back({std::string(1, "xyzw"[k]), element, k * info.types[element].bytes});
    }
    if (!made) return 0;
    info.types.push_back(std::move(*made));
    return static_cast<uint32_t>(info.types.size()) - 1;
}

} // namespace warpscope::session
