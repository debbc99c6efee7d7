#include <algorithm>
#include <fmt/format.h>

#include "ptx/parse_context.hpp"

namespace warpscope::ptx {
namespace {

void check_symbols(ParseContext& context) {
    for (const ParseContext::SymbolUse& use : context.later)
        if (!context.symbols.contains(use.name)) {
            context.tokens.fail(use.where, msg("'{}' is not declared", use.name));
            return;
        }
}

void resolve_places(ParseContext& context) {
    const auto& files = context.module.files;
    const auto location = [&](const LineEntry& entry) -> SourceLocation {
        if (entry.file >= files.size() || files[entry.file].empty()) return {};
        return {files[entry.file], entry.line, entry.column};
    };
    for (size_t f = 0; f < context.places.size(); ++f) {
        auto& body = context.module.functions[f].body;
        for (size_t i = 0; i < body.size(); ++i) {
            body[i].source = location(context.places[f][i].own);
            for (const LineEntry& call : context.places[f][i].inlined_at) body[i].inlined_at.push_back(location(call));
            const auto is_unknown = [](const SourceLocation& place) { return place.file.empty(); };
            if (is_unknown(body[i].source) || std::ranges::any_of(body[i].inlined_at, is_unknown))
                body[i].inlined_at.clear();
        }
    }
}

void mark_noreturn_calls(Module& module) {
    std::unordered_set<std::string_view> noreturn{"__assertfail"};
    for (const Function& function : module.functions)
        if (function.noreturn) noreturn.insert(function.name);
    for (Function& function : module.functions)
        for (Instruction& instruction : function.body)
            for (CallOperands& call : instruction.call)
                if (const auto* callee = std::get_if<SymbolRef>(&call.callee.value))
                    call.noreturn = noreturn.contains(callee->name);
}

} // namespace

void finish_module(ParseContext& context) {
    check_symbols(context);
    if (context.tokens.failed()) return;
    resolve_places(context);
    mark_noreturn_calls(context.module);
}

} // namespace warpscope::ptx
