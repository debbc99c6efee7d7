#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ptx/lexer.hpp"
#include "ptx/line_places.hpp"
#include "ptx/module.hpp"

namespace warpscope::ptx {

struct ParseContext {
    TokenStream tokens;
    Module module;
    std::unordered_set<std::string_view> symbols;

    struct SymbolUse {
        std::string_view name;
        Token where;
    };
    std::vector<SymbolUse> later;
    std::vector<std::vector<InstructionPlace>> places;
    uint64_t initialized_bytes = 0;

    void note(const Token& where, Message message) { module.notes.push_back({where.line, std::move(message)}); }
    void use_symbol(const Token& where) {
        if (!symbols.contains(where.text)) later.push_back({where.text, where});
    }
};

struct DeclarationHead {
    Space space = Space::global;
    Type type = Type::none;
    uint32_t vector = 1;
    uint32_t alignment = 0; // 0: natural
    bool is_extern = false;
};

[[nodiscard]] DeclarationHead parse_declaration_head(ParseContext& context, Space space);
/// Parses "name[4][5] = {...}".
[[nodiscard]] Variable parse_declarator(ParseContext& context, const DeclarationHead& head);
/// Parses "(.param .b32 a, .reg .u32 b)".
[[nodiscard]] std::vector<Variable> parse_parameters(ParseContext& context);

void parse_body(ParseContext& context, Function& function, std::vector<InstructionPlace>& places);

void finish_module(ParseContext& context);

} // namespace warpscope::ptx
