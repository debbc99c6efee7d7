#include "ptx/module.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/symbol_name.hpp"

namespace warpscope::ptx {
namespace {

template<class Items>
auto* find_named(Items& items, std::string_view name) {
    const auto found = std::ranges::find_if(items, [&](const auto& item) { return item.name == name; });
    return found == items.end() ? nullptr : &*found;
}

template<class Item, class Condition>
std::vector<const Item*> all_named(const std::vector<Item>& items, std::string_view name, Condition counts) {
    std::vector<const Item*> partly, fully;
    for (const Item& item : items) {
        if (!counts(item)) continue;
        const NameMatch match = match_name(item.name, name);
        if (match == NameMatch::partly) partly.push_back(&item);
        if (match == NameMatch::fully) fully.push_back(&item);
    }
    return fully.empty() ? partly : fully;
}

bool is_for_all_blocks(const Variable& variable) {
    const bool for_all = variable.space == Space::global || variable.space == Space::const_;
    return for_all && !variable.is_extern && !variable.name.starts_with("_ZZ");
}

template<class Item>
std::string written(const std::vector<const Item*>& items) {
    std::vector<std::string> names;
    for (const Item* item : items) names.push_back(written_name(item->name));
    return fmt::format("{}", fmt::join(names, ", "));
}

bool is_kernel(const Function& function) { return function.is_entry && !function.is_declaration; }

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
    size_t matches = 0;
    for (const Function& function : functions) {
        if (!function.is_entry) continue;
        if (function.name == name) return &function;
        // Tries the plain identifier first, because demangling is slow.
        if (name.empty() || identifier_of(function.name) != name) continue;
        match = &function;
        ++matches;
    }
    if (matches == 1) return match;
    const auto all = all_named(functions, name, is_kernel);
    return all.size() == 1 ? all.front() : nullptr;
}

Diagnostic Module::missing_entry_error(std::string_view name) const {
    const auto named = all_named(functions, name, is_kernel);
    if (named.size() > 1)
        return {ErrorKind::failed,
                fmt::format("'{}' is the name of several kernels: {}", name, written(named)),
                {},
                fmt::format("say which, with template arguments or types of parameters: kernel = \"{}\"",
                            written_name(named.front()->name))};
    std::vector<const Function*> kernels;
    for (const Function& function : functions)
        if (is_kernel(function)) kernels.push_back(&function);
    return {ErrorKind::failed,
            fmt::format("there is no kernel '{}'; there {} {}", name, kernels.size() == 1 ? "is" : "are",
                        kernels.empty() ? "none" : written(kernels)),
            {},
            "check the kernel's name in the experiment file"};
}

const Function* Module::find_function(std::string_view name) const {
    if (const Function* function = find_named(functions, name)) return function;
    const Alias* alias = find_named(aliases, name);
    return alias == nullptr ? nullptr : find_named(functions, alias->target);
}

const Variable* Module::find_variable(std::string_view name) const {
    if (const Variable* exact = find_named(variables, name)) return exact;
    const auto all = all_named(variables, name, is_for_all_blocks);
    return all.size() == 1 ? all.front() : nullptr;
}

} // namespace warpscope::ptx
