
#include <bit>
#include <cstring>
#include <fmt/format.h>

#include "base/buffer.hpp"
#include "ptx/constant.hpp"
#include "ptx/modifiers.hpp"
#include "ptx/parse_context.hpp"

namespace warpscope::ptx {
namespace {

constexpr uint64_t max_elements = uint64_t{1} << 40;
constexpr uint64_t max_initialized_bytes = uint64_t{1} << 28; // whole module
constexpr int deepest_braces = 16;

uint32_t default_alignment(const DeclarationHead& head) { return std::max(1u, size_of(head.type) * head.vector); }

class InitializerParser {
public:
    InitializerParser(ParseContext& context, Variable& variable)
        : context_(context)
        , tokens_(context.tokens)
        , variable_(variable) {}

    void parse() {
        if (tokens_.at("{"))
            braces(1);
        else
            element();
    }

private:
    void braces(int depth) {
        const Token open = tokens_.next();
        if (depth > deepest_braces) {
            tokens_.fail(open, msg("this initializer is nested more than {} deep", deepest_braces));
            return;
        }
        while (!tokens_.at_end() && !tokens_.at("}")) {
            if (tokens_.at("{"))
                braces(depth + 1);
            else
                element();
            if (!tokens_.accept(",")) break;
        }
        tokens_.expect("}", "',' or '}' in an initializer");
    }

    void element() {
        const uint64_t offset = variable_.initial.size();
        const uint32_t bytes = size_of(variable_.type);
        context_.initialized_bytes += bytes;
        if (context_.initialized_bytes > max_initialized_bytes) {
            tokens_.fail(tokens_.peek(), too_large());
            return;
        }
        variable_.initial.resize(offset + bytes);
        if (tokens_.at(TokenKind::identifier) && !tokens_.at("WARP_SZ")) {
            address(offset, bytes, 0);
            return;
        }
        const Token first = tokens_.peek();
        const Immediate value = parse_constant(tokens_);
        if (tokens_.accept("(")) { // 0xff00(symbol): one byte of the address
            const auto shift = static_cast<uint32_t>(value.bits == 0 ? 64 : std::countr_zero(value.bits));
            if (value.floating || shift % 8 != 0 || shift > 56 || value.bits != uint64_t{0xff} << shift)
                tokens_.fail(first, msg("a mask of an address must be 0xff shifted by a multiple of 8"));
            address(offset, 1, shift);
            tokens_.expect(")");
            return;
        }
        store(offset, bytes, value);
    }

    void address(uint64_t offset, uint32_t bytes, uint32_t shift) {
        Variable::Relocation relocation{offset, {}, 0, false, bytes, shift};
        relocation.generic = tokens_.at("generic") && tokens_.peek(1).is("(");
        if (relocation.generic) {
            tokens_.next();
            tokens_.next();
        }
        const Token symbol = tokens_.peek();
        relocation.symbol = tokens_.expect_identifier("a variable's or function's name");
        if (relocation.generic) tokens_.expect(")");
        while (tokens_.at("+") || tokens_.at("-")) {
            const bool minus = tokens_.next().is("-");
            const uint64_t term = parse_constant_term(tokens_).bits;
            const uint64_t sum = static_cast<uint64_t>(relocation.addend) + (minus ? 0 - term : term);
            relocation.addend = static_cast<int64_t>(sum);
        }
        if (tokens_.failed()) return;
        context_.use_symbol(symbol);
        variable_.relocations.push_back(std::move(relocation));
    }

    void store(uint64_t offset, uint32_t bytes, const Immediate& value) {
        uint64_t bits = value.bits;
        const Type type = variable_.type;
        const bool wide_literal = value.floating && !value.single;
        if (type == Type::f32 && wide_literal)
            bits = std::bit_cast<uint32_t>(static_cast<float>(std::bit_cast<double>(value.bits)));
        else if (type == Type::f16 && value.floating)
            bits = half_from_float(value.single ? std::bit_cast<float>(static_cast<uint32_t>(value.bits))
                                                : static_cast<float>(std::bit_cast<double>(value.bits)));
        else if (type == Type::f64 && value.floating && value.single)
            bits =
                std::bit_cast<uint64_t>(static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(value.bits))));
        std::memcpy(variable_.initial.data() + offset, &bits, std::min<size_t>(bytes, sizeof bits));
    }

    std::string too_large() const {
        return fmt::format("the initializers of this module fill more than {} MiB", max_initialized_bytes >> 20);
    }

    ParseContext& context_;
    TokenStream& tokens_;
    Variable& variable_;
};

void parse_initializer(ParseContext& context, Variable& variable, bool size_from_initializer) {
    const Token first = context.tokens.peek();
    InitializerParser(context, variable).parse();
    if (context.tokens.failed()) return;
    if (size_from_initializer) variable.bytes = variable.initial.size();
    if (variable.initial.size() > variable.bytes) {
        context.tokens.fail(first, msg("the initializer of '{}' has {} bytes but the variable only {}", variable.name,
                                       variable.initial.size(), variable.bytes));
        return;
    }
    context.initialized_bytes += variable.bytes - variable.initial.size();
    if (context.initialized_bytes > max_initialized_bytes) {
        context.tokens.fail(
            first, msg("the initialized variables of this module fill more than {} MiB", max_initialized_bytes >> 20));
        return;
    }
    variable.initial.resize(variable.bytes);
}

/// Skips ".ptr .global .align 16", which describes the pointer's target.
void skip_pointer_attribute(TokenStream& tokens) {
    while (tokens.at(TokenKind::dot_word)) {
        if (tokens.at(".align")) {
            tokens.next();
            (void)tokens.expect_integer("the alignment of a pointer's target");
        } else if (space_from_name(tokens.peek().text.substr(1))) {
            tokens.next();
        } else {
            return;
        }
    }
}

} // namespace

DeclarationHead parse_declaration_head(ParseContext& context, Space space) {
    TokenStream& tokens = context.tokens;
    DeclarationHead head;
    head.space = space;
    while (tokens.at(TokenKind::dot_word)) {
        const Token token = tokens.next();
        const std::string_view word = token.text.substr(1);
        if (const auto type = type_from_name(word)) {
            head.type = *type;
        } else if (word == "align") {
            const Token number = tokens.peek();
            const uint64_t alignment = tokens.expect_integer("an alignment");
            if (!tokens.failed() && (!std::has_single_bit(alignment) || alignment > 65536))
                tokens.fail(number, msg("an alignment must be a power of two up to 65536, not {}", alignment));
            head.alignment = static_cast<uint32_t>(alignment);
        } else if (word == "v2" || word == "v4" || word == "v8") {
            head.vector = static_cast<uint32_t>(word[1] - '0');
        } else if (word == "ptr") {
            skip_pointer_attribute(tokens);
        } else if (word == "texref" || word == "samplerref" || word == "surfref") {
            head.type = Type::b64;
            context.note(token, msg("'{}' is an opaque handle; reads through it are not supported", token.text));
        } else {
            if (tokens.at("(")) tokens.skip_balanced();
            if (word != "attribute") context.note(token, msg("'{}' of a declaration skipped", token.text));
        }
    }
    if (!tokens.failed() && head.type == Type::none) tokens.fail_expected("a type such as .f32 in this declaration");
    if (head.alignment == 0) head.alignment = default_alignment(head);
    return head;
}

Variable parse_declarator(ParseContext& context, const DeclarationHead& head) {
    TokenStream& tokens = context.tokens;
    Variable variable;
    variable.ptx_line = tokens.peek().line;
    variable.name = tokens.expect_identifier("a variable's name");
    variable.space = head.space;
    variable.type = head.type;
    variable.alignment = head.alignment;
    variable.is_extern = head.is_extern;
    uint64_t elements = head.vector;
    bool unsized = false;
    while (tokens.accept("[")) {
        const Token size = tokens.peek();
        if (tokens.at("]"))
            unsized = true;
        else
            elements *= parse_size(tokens, "an array's size", max_elements / std::max<uint64_t>(elements, 1));
        tokens.expect("]");
        if (elements > max_elements) tokens.fail(size, msg("this array is too large"));
    }
    variable.bytes = unsized ? 0 : elements * size_of(head.type);
    if (tokens.accept("=")) parse_initializer(context, variable, unsized);
    return variable;
}

std::vector<Variable> parse_parameters(ParseContext& context) {
    TokenStream& tokens = context.tokens;
    std::vector<Variable> parameters;
    tokens.expect("(");
    while (!tokens.at_end() && !tokens.at(")")) {
        const Token word = tokens.next();
        const bool is_reg = word.is(".reg");
        if (!is_reg && !word.is(".param")) {
            tokens.fail(word, msg("expected .param or .reg but found {}", describe(word)));
            break;
        }
        const DeclarationHead head = parse_declaration_head(context, is_reg ? Space::reg : Space::param);
        parameters.push_back(parse_declarator(context, head));
        if (!tokens.accept(",")) break;
    }
    tokens.expect(")", "',' or ')' after a parameter");
    return parameters;
}

} // namespace warpscope::ptx
