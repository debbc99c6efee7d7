#include "ptx/part.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace warpscope::ptx {
namespace {

Function declaration_of(const Function& function) {
    Function out;
    out.name = function.name;
    out.is_entry = function.is_entry;
    out.is_declaration = true;
    out.results = function.results;
    out.parameters = function.parameters;
    out.max_threads = function.max_threads;
    out.required_block = function.required_block;
    out.noreturn = function.noreturn;
    out.ptx_line = function.ptx_line;
    return out;
}

Module frame_of(const Module& module) {
    Module out;
    out.version = module.version;
    out.target = module.target;
    out.address_size = module.address_size;
    out.files = module.files;
    out.variables = module.variables;
    out.aliases = module.aliases;
    return out;
}

std::vector<uint8_t> callable_from(const Module& module, uint32_t entry) {
    std::unordered_map<std::string_view, uint32_t> by_name;
    for (uint32_t k = 0; k < module.functions.size(); ++k)
        if (!module.functions[k].is_declaration || !by_name.contains(module.functions[k].name))
            by_name[module.functions[k].name] = k;
    for (const Alias& alias : module.aliases)
        if (const auto target = by_name.find(alias.target); target != by_name.end())
            by_name[alias.name] = target->second;
    std::vector<uint8_t> reached(module.functions.size());
    std::vector<uint32_t> open{entry};
    bool calls_any = false;
    const auto visit = [&](uint32_t function) {
        if (reached[function] != 0) return;
        reached[function] = 1;
        open.push_back(function);
    };
    reached[entry] = 1;
    while (!open.empty()) {
        const Function& function = module.functions[open.back()];
        open.pop_back();
        for (const Instruction& instruction : function.body)
            for (const CallOperands& call : instruction.call) {
                const auto* const symbol = std::get_if<SymbolRef>(&call.callee.value);
                const auto callee = symbol == nullptr ? by_name.end() : by_name.find(symbol->name);
                if (callee != by_name.end())
                    visit(callee->second);
                else if (symbol == nullptr)
                    calls_any = true;
            }
        if (open.empty() && std::exchange(calls_any, false))
            for (uint32_t k = 0; k < module.functions.size(); ++k)
                if (!module.functions[k].is_entry) visit(k);
    }
    return reached;
}

} // namespace

Module part_for(const Module& module, uint32_t entry) {
    Module out = frame_of(module);
    const std::vector<uint8_t> needed = callable_from(module, entry);
    for (size_t k = 0; k < module.functions.size(); ++k)
        out.functions.push_back(needed[k] != 0 ? module.functions[k] : declaration_of(module.functions[k]));
    return out;
}

bool names_variable(const Module& module, std::string_view variable) {
    return std::ranges::any_of(module.functions, [&](const Function& function) {
        return std::ranges::any_of(function.body, [&](const Instruction& instruction) {
            return instruction.text.find(variable) != std::string::npos;
        });
    });
}

Module without_bodies(const Module& module) {
    Module out = frame_of(module);
    for (const Function& function : module.functions) out.functions.push_back(declaration_of(function));
    return out;
}

} // namespace warpscope::ptx
