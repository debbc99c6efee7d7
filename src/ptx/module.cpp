#include "ptx/module.hpp"

#include <algorithm>

namespace warpscope::ptx {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Takes "<length><identifier>" off the front of a mangled name; empty when there is none.
std::string_view take_identifier(std::string_view& mangled) {
    size_t length = 0, digits = 0;
    while (digits < mangled.size() && is_digit(mangled[digits]) && length < mangled.size())
        length = length * 10 + static_cast<size_t>(mangled[digits++] - '0');
    if (digits == 0 || length == 0 || digits + length > mangled.size()) return {};
    const std::string_view identifier = mangled.substr(digits, length);
    mangled.remove_prefix(digits + length);
    return identifier;
}

/// The function's own identifier in a name mangled by the Itanium C++ rules: "blur" in _Z4blurPhi, _ZN5image4blurEv and
/// _Z4blurILi16EEvPh. Empty when the name is not mangled.
std::string_view identifier_of(std::string_view name) {
    if (!name.starts_with("_Z")) return {};
    name.remove_prefix(2);
    const bool nested = name.starts_with("N");
    if (nested) name.remove_prefix(1);
    if (name.starts_with("L")) name.remove_prefix(1);
    std::string_view identifier = take_identifier(name);
    while (nested) {
        if (name.starts_with("L")) name.remove_prefix(1);
        const std::string_view inner = take_identifier(name);
        if (inner.empty()) break;
        identifier = inner;
    }
    return identifier;
}

template<class Items>
auto* find_named(Items& items, std::string_view name) {
    const auto found = std::ranges::find_if(items, [&](const auto& item) { return item.name == name; });
    return found == items.end() ? nullptr : &*found;
}

} // namespace

uint32_t size_of(Type type) {
    switch (type) {
    case Type::none: return 0;
    case Type::pred:
    case Type::b8:
    case Type::u8:
    case Type::s8: return 1;
    case Type::b16:
    case Type::u16:
    case Type::s16:
    case Type::f16:
    case Type::bf16:
    case Type::e4m3x2:
    case Type::e5m2x2: return 2;
    case Type::b32:
    case Type::u32:
    case Type::s32:
    case Type::f32:
    case Type::f16x2:
    case Type::bf16x2:
    case Type::u16x2:
    case Type::s16x2:
    case Type::tf32: return 4;
    case Type::b64:
    case Type::u64:
    case Type::s64:
    case Type::f64:
    case Type::f32x2: return 8;
    case Type::b128: return 16;
    }
    return 0;
}

bool operator==(const VectorOperand& a, const VectorOperand& b) { return a.elements == b.elements; }
bool operator==(const Operand& a, const Operand& b) { return a.value == b.value; }

std::string_view mnemonic_of(const Instruction& instruction) {
    std::string_view text = instruction.text;
    if (text.starts_with("@")) text.remove_prefix(std::min(text.find(' ') + 1, text.size()));
    return text.substr(0, text.find(' '));
}

const Function* Module::find_entry(std::string_view name) const {
    const Function* match = nullptr;
    for (const Function& function : functions) {
        if (!function.is_entry) continue;
        if (function.name == name) return &function;
    }
    for (const Function& function : functions) {
        if (!function.is_entry || name.empty() || identifier_of(function.name) != name) continue;
        if (match != nullptr) return nullptr; // several, such as two instances of a template: the caller must choose
        match = &function;
    }
    return match;
}

const Function* Module::find_function(std::string_view name) const {
    if (const Function* function = find_named(functions, name)) return function;
    const Alias* alias = find_named(aliases, name);
    return alias == nullptr ? nullptr : find_named(functions, alias->target);
}

const Variable* Module::find_variable(std::string_view name) const { return find_named(variables, name); }

} // namespace warpscope::ptx
