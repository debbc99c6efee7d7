#include "ptx/parse_operand.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <iterator>

#include "ptx/constant.hpp"
#include "ptx/modifiers.hpp"

namespace warpscope::ptx {
namespace {

std::optional<RegisterPart> part_of(std::string_view dot_word) {
    if (dot_word.size() < 3 || dot_word.size() > 6 || (dot_word[1] != 'b' && dot_word[1] != 'h')) return std::nullopt;
    RegisterPart part{static_cast<uint8_t>(dot_word[1] == 'b' ? 8 : 16), 0, 0, false};
    for (const char digit : dot_word.substr(2)) {
        if (digit < '0' || digit > '7') return std::nullopt;
        part.digits = static_cast<uint16_t>(part.digits << 4 | (digit - '0'));
        part.count += 1;
    }
    return part;
}

std::optional<uint8_t> number_below(uint8_t count, std::string_view digits) {
    uint8_t number = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc{} || stop != digits.data() + digits.size() || number >= count) return std::nullopt;
    return number;
}

std::optional<SpecialRegister> numbered(std::string_view word) {
    constexpr std::string_view wide = "_64";
    if (word.starts_with("envreg")) {
        if (const auto number = number_below(32, word.substr(6))) return SpecialRegister{Special::envreg, *number};
    } else if (word.starts_with("pm")) {
        const bool is_wide = word.ends_with(wide);
        const auto number = number_below(8, word.substr(2, word.size() - 2 - (is_wide ? wide.size() : 0)));
        if (number) return SpecialRegister{is_wide ? Special::pm_64 : Special::pm, *number};
    }
    return std::nullopt;
}

std::optional<uint8_t> component_of(std::string_view dot_word) {
    if (dot_word.size() != 2) return std::nullopt;
    constexpr std::string_view spatial = "xyzw", color = "rgba";
    size_t index = spatial.find(dot_word[1]);
    if (index == std::string_view::npos) index = color.find(dot_word[1]);
    if (index == std::string_view::npos) return std::nullopt;
    return static_cast<uint8_t>(index);
}

} // namespace

void OperandParser::list(std::vector<Operand>& operands) {
    if (tokens_.at(";")) return;
    do {
        operands.push_back(operand());
        if (tokens_.at("|") && !tokens_.failed()) {
            tokens_.next();
            operands.push_back(operand());
        }
    } while (!tokens_.failed() && tokens_.accept(","));
}

Operand OperandParser::operand() {
    if (tokens_.at("{")) return vector();
    if (tokens_.at("[")) return address();
    return scalar_in_vector();
}

Operand OperandParser::scalar_in_vector() {
    const bool negated_register = (tokens_.at("!") || (video_ && tokens_.at("-"))) &&
                                  tokens_.peek(1).kind == TokenKind::identifier && !tokens_.peek(1).is("WARP_SZ");
    if (negated_register) {
        const Token sign = tokens_.next();
        Operand result = named();
        if (auto* reg = std::get_if<Register>(&result.value))
            (sign.is("!") ? reg->negated : reg->part.minus) = true;
        else
            tokens_.fail(sign, sign.is("!") ? msg("'{}' precedes something that is not a predicate register", sign.text)
                                            : msg("'{}' precedes something that is not a register", sign.text));
        return result;
    }
    if (tokens_.at(TokenKind::identifier) && !tokens_.at("WARP_SZ")) return named();
    if (at_constant(tokens_)) return {parse_constant(tokens_)};
    tokens_.fail_expected("an operand");
    return {};
}

Operand OperandParser::named() {
    const Token name = tokens_.next();
    if (name.text == "_") return {Sink{}};
    if (const auto found = scopes_.find(name.text)) {
        switch (found->kind) {
        case ScopeStack::Found::Kind::register_: return {Register{found->register_index, false, part()}};
        case ScopeStack::Found::Kind::variable: return {SymbolRef{found->symbol, offset()}};
        case ScopeStack::Found::Kind::vector: break;
        }
        return register_vector(name, found->elements);
    }
    if (name.text.starts_with('%')) return special(name);
    context_.use_symbol(name);
    return {SymbolRef{std::string(name.text), offset()}};
}

RegisterPart OperandParser::part() {
    if (!video_ || !tokens_.at(TokenKind::dot_word)) return {};
    const Token dot = tokens_.next();
    const auto found = part_of(dot.text);
    if (!found) tokens_.fail(dot, msg("'{}' names no bytes or halves of a register", dot.text));
    return found.value_or(RegisterPart{});
}

/// Parses "v.x" (one register) or "v" (all).
Operand OperandParser::register_vector(const Token& name, uint32_t elements) {
    if (tokens_.at(TokenKind::dot_word)) {
        const Token dot = tokens_.next();
        const auto component = component_of(dot.text);
        if (component && *component < elements) return {Register{scopes_.element(name.text, *component), false}};
        tokens_.fail(dot, msg("the register vector '{}' has no element '{}'", name.text, dot.text));
        return {};
    }
    VectorOperand all;
    for (uint32_t i = 0; i < elements; ++i) all.elements.push_back({Register{scopes_.element(name.text, i), false}});
    return {std::move(all)};
}

Operand OperandParser::special(const Token& name) {
    const std::string_view word = name.text.substr(1);
    if (const auto one = numbered(word)) return {*one};
    if (const auto which = special_from_name(word); which && *which < Special::envreg) {
        if (!has_component(*which)) return {SpecialRegister{*which, 0}};
        const Token dot = tokens_.peek();
        const auto component = dot.kind == TokenKind::dot_word ? component_of(dot.text) : std::nullopt;
        if (!component) {
            tokens_.fail_expected(fmt::format("a component such as .x after '{}'", name.text));
            return {};
        }
        tokens_.next();
        return {SpecialRegister{*which, *component}};
    }
    // May be a special register of a newer PTX version. The decoder reports it.
    if (!tokens_.failed() && scopes_.take_as_special(name.text)) return {SymbolRef{std::string(name.text), 0}};
    tokens_.fail(name, msg("register '{}' is not declared", name.text), msg("and it is not a known special register"));
    return {};
}

Operand OperandParser::vector() {
    const Token open = tokens_.next();
    VectorOperand result;
    do {
        Operand element = scalar_in_vector();
        if (std::holds_alternative<VectorOperand>(element.value))
            tokens_.fail(open, msg("a vector operand cannot hold another vector"));
        result.elements.push_back(std::move(element));
    } while (!tokens_.failed() && tokens_.accept(","));
    tokens_.expect("}", "',' or '}' in a vector operand");
    return {std::move(result)};
}

int64_t OperandParser::offset() {
    uint64_t sum = 0;
    while (tokens_.at("+") || tokens_.at("-")) {
        const bool minus = tokens_.next().is("-");
        const Token first = tokens_.peek();
        const Immediate term = parse_constant_term(tokens_);
        if (term.floating) tokens_.fail(first, msg("an offset must be an integer"));
        sum += minus ? 0 - term.bits : term.bits;
    }
    return static_cast<int64_t>(sum);
}

Operand OperandParser::address() {
    tokens_.next();
    const Token first = tokens_.peek();
    Address result;
    if (tokens_.at(TokenKind::identifier) && !tokens_.at("WARP_SZ")) {
        Operand base = named();
        if (const auto* reg = std::get_if<Register>(&base.value)) {
            result.base = *reg;
            result.offset = offset();
        } else if (auto* symbol = std::get_if<SymbolRef>(&base.value)) {
            result.offset = symbol->offset;
            symbol->offset = 0;
            result.base = std::move(*symbol);
        } else if (!tokens_.failed()) {
            tokens_.fail(first, msg("{} cannot be the base of an address", describe(first)));
        }
    } else if (at_constant(tokens_)) {
        const Immediate base = parse_constant(tokens_);
        if (base.floating) tokens_.fail(first, msg("an address must be an integer"));
        result.base = base;
    } else {
        tokens_.fail_expected("a register, a variable or a number as the address");
    }
    if (tokens_.accept(",")) return texture_place(std::move(result));
    tokens_.expect("]", "']' after an address");
    tokens_.accept(".unified");
    return {std::move(result)};
}

/// Parses "[handle, {x, y}]" into one vector.
Operand OperandParser::texture_place(Address handle) {
    VectorOperand place;
    if (auto* reg = std::get_if<Register>(&handle.base))
        place.elements.push_back({*reg});
    else if (auto* symbol = std::get_if<SymbolRef>(&handle.base))
        place.elements.push_back({std::move(*symbol)});
    else
        place.elements.push_back({std::get<Immediate>(handle.base)});
    Operand coordinates = operand();
    if (auto* all = std::get_if<VectorOperand>(&coordinates.value))
        std::ranges::move(all->elements, std::back_inserter(place.elements));
    else
        place.elements.push_back(std::move(coordinates));
    tokens_.expect("]", "']' after a texture and its coordinates");
    return {std::move(place)};
}

std::vector<Operand> OperandParser::bracketed() {
    std::vector<Operand> operands;
    tokens_.expect("(");
    while (!tokens_.at_end() && !tokens_.at(")")) {
        operands.push_back(operand());
        if (!tokens_.accept(",")) break;
    }
    tokens_.expect(")", "',' or ')' in the list of a call");
    return operands;
}

CallOperands OperandParser::call() {
    CallOperands result;
    if (tokens_.at("(")) {
        result.results = bracketed();
        tokens_.expect(",");
    }
    if (!tokens_.at(TokenKind::identifier)) {
        tokens_.fail_expected("a function or a register that holds its address");
        return result;
    }
    const Token callee = tokens_.peek();
    result.callee = named();
    if (std::holds_alternative<VectorOperand>(result.callee.value))
        tokens_.fail(callee, msg("'{}' is a vector of registers and cannot be called", callee.text));
    if (!tokens_.accept(",")) return result;
    if (tokens_.at("(")) {
        result.arguments = bracketed();
        if (!tokens_.accept(",")) return result;
    }
    result.prototype = tokens_.expect_identifier("a prototype or a list of functions");
    return result;
}

} // namespace warpscope::ptx
