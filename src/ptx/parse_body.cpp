
#include <cstdlib>
#include <fmt/format.h>
#include <utility>

#include "ptx/constant.hpp"
#include "ptx/modifiers.hpp"
#include "ptx/parse_context.hpp"
#include "ptx/parse_operand.hpp"
#include "ptx/scope.hpp"

namespace warpscope::ptx {
namespace {

constexpr size_t deepest_scope = 64;
constexpr uint64_t max_registers = uint64_t{1} << 32;

bool ends_flow(const Instruction& instruction) {
    if (instruction.predicated) return false;
    switch (instruction.opcode) {
    case Opcode::ret:
    case Opcode::exit:
    case Opcode::trap:
    case Opcode::bra:
    case Opcode::brx: return true;
    default: return false;
    }
}

class BodyParser {
public:
    BodyParser(ParseContext& context, Function& function, std::vector<InstructionPlace>& places)
        : context_(context)
        , tokens_(context.tokens)
        , function_(function)
        , places_(places)
        , scopes_(function) {}

    void parse() {
        const Token open = tokens_.peek();
        tokens_.expect("{", "'{' at the beginning of a body");
        while (!tokens_.at_end()) {
            if (tokens_.at("}")) {
                tokens_.next();
                if (scopes_.depth() == 1) {
                    finish();
                    return;
                }
                scopes_.pop();
            } else {
                statement();
            }
        }
        tokens_.fail(open, msg("the body of '{}' that begins here is never closed", function_.name));
    }

private:
    void statement() {
        const Token first = tokens_.peek();
        if (tokens_.accept(";")) return;
        if (tokens_.accept("{")) {
            scopes_.push();
            if (scopes_.depth() > deepest_scope)
                tokens_.fail(first, msg("scopes are nested more than {} deep", deepest_scope));
        } else if (first.kind == TokenKind::dot_word) {
            directive();
        } else if (first.kind == TokenKind::identifier && tokens_.peek(1).is(":")) {
            label();
        } else if (first.kind == TokenKind::identifier || first.is("@")) {
            instruction();
        } else {
            tokens_.fail_expected("an instruction, a directive or '}'");
        }
    }

    void directive() {
        const Token token = tokens_.next();
        const std::string_view word = token.text.substr(1);
        if (word == "loc") {
            places_in_force_.parse(tokens_);
        } else if (word == "reg") {
            registers();
        } else if (word == "pragma") {
            pragma();
        } else if (word == "file" || word == "extern" || word == "visible" || word == "weak") {
            if (word == "file") tokens_.skip_directive();
        } else if (const auto space = space_from_name(word)) {
            variables(*space);
        } else {
            context_.note(token, msg("directive '{}' skipped", token.text));
            tokens_.skip_directive();
        }
    }

    void pragma() {
        while (!tokens_.at_end() && !tokens_.accept(";")) {
            const std::string text(tokens_.next().text);
            constexpr std::string_view mask = "used_bytes_mask ", replaced = "instead of ";
            if (text.starts_with(mask))
                used_bytes_ = static_cast<uint32_t>(std::strtoul(text.c_str() + mask.size(), nullptr, 0));
            if (text.starts_with(replaced)) comment_ = " // " + text; // the note of compile/nvrtc/trap_lines.hpp
        }
    }

    void registers() {
        const DeclarationHead head = parse_declaration_head(context_, Space::reg);
        do {
            const Token name = tokens_.peek();
            const std::string_view text = tokens_.expect_identifier("a register's name");
            bool is_new = true;
            if (tokens_.accept("<")) {
                const uint64_t count = parse_size_literal();
                tokens_.expect(">");
                is_new = scopes_.declare_range(text, count, head.type);
            } else if (head.vector > 1) {
                is_new = scopes_.declare_vector(text, head.vector, head.type);
            } else {
                is_new = scopes_.declare_register(text, head.type);
            }
            if (!is_new) already_declared(name);
        } while (!tokens_.failed() && tokens_.accept(","));
        tokens_.expect(";", "',' or ';' after a register");
    }

    uint64_t parse_size_literal() {
        const Token number = tokens_.peek();
        const uint64_t count = tokens_.expect_integer("a number of registers");
        if (count > max_registers) tokens_.fail(number, msg("this is more registers than PTX allows"));
        return count;
    }

    void variables(Space space) {
        const DeclarationHead head = parse_declaration_head(context_, space);
        do {
            const Token name = tokens_.peek();
            Variable variable = parse_declarator(context_, head);
            if (tokens_.failed()) return;
            variable.is_extern = variable.bytes == 0;
            if (!scopes_.declare_variable(std::move(variable), name.text)) already_declared(name);
        } while (!tokens_.failed() && tokens_.accept(","));
        tokens_.expect(";", "',' or ';' after a variable");
    }

    void already_declared(const Token& name) {
        if (!tokens_.failed()) tokens_.fail(name, msg("'{}' is declared twice in the same scope", name.text));
    }

    void label() {
        const Token name = tokens_.next();
        tokens_.next();
        if (tokens_.accept(".branchtargets")) {
            if (!scopes_.declare_table(name.text, label_list())) already_declared(name);
        } else if (tokens_.accept(".calltargets")) {
            CallPrototype prototype;
            prototype.name = name.text;
            for (const Token& target : label_list()) {
                context_.use_symbol(target);
                prototype.targets.emplace_back(target.text);
            }
            function_.prototypes.push_back(std::move(prototype));
        } else if (tokens_.accept(".callprototype")) {
            call_prototype(name);
        } else if (!scopes_.declare_label(name.text, static_cast<uint32_t>(function_.body.size()))) {
            already_declared(name);
        }
    }

    std::vector<Token> label_list() {
        std::vector<Token> labels;
        do {
            labels.push_back(tokens_.peek());
            (void)tokens_.expect_identifier("a label or function");
        } while (!tokens_.failed() && tokens_.accept(","));
        tokens_.expect(";", "',' or ';' in a list of targets");
        if (tokens_.failed()) labels.clear();
        return labels;
    }

    void call_prototype(const Token& name) {
        CallPrototype prototype;
        prototype.name = name.text;
        if (tokens_.at("(")) prototype.results = parse_parameters(context_);
        tokens_.expect("_", "'_' in place of the function's name");
        if (tokens_.at("(")) prototype.parameters = parse_parameters(context_);
        while (tokens_.at(TokenKind::dot_word)) { // .noreturn, .abi_preserve 8
            tokens_.next();
            if (tokens_.at(TokenKind::integer)) tokens_.next();
        }
        tokens_.expect(";");
        function_.prototypes.push_back(std::move(prototype));
    }

    void instruction() {
        Instruction instruction;
        instruction.ptx_line = tokens_.peek().line;
        std::string guard_text;
        if (tokens_.at("@")) guard_text = guard(instruction);
        const Token name = tokens_.peek();
        instruction.opcode = opcode_from_name(tokens_.expect_identifier("an opcode"));
        std::string mnemonic(name.text);
        while (tokens_.at(TokenKind::dot_word)) {
            const Token suffix = tokens_.next();
            mnemonic += suffix.text;
            apply_suffix(instruction.modifiers, instruction.opcode, suffix.text.substr(1));
        }
        const Token first_operand = tokens_.peek();
        operands(instruction, name);
        const std::string operand_text =
            first_operand.is(";") ? std::string{} : tokens_.spaced_text_since(first_operand);
        tokens_.expect(";", "',' or ';' after an operand");
        instruction.text = guard_text + mnemonic + (operand_text.empty() ? "" : " ") + operand_text +
                           std::exchange(comment_, std::string());
        if (tokens_.failed()) return;
        instruction.used_bytes = std::exchange(used_bytes_, ~0u);
        function_.body.push_back(std::move(instruction));
        places_.push_back(places_in_force_.current());
    }

    std::string guard(Instruction& instruction) {
        tokens_.next();
        const bool negated = tokens_.accept("!");
        const Token name = tokens_.peek();
        (void)tokens_.expect_identifier("a predicate after '@'");
        if (tokens_.failed()) return {};
        const auto found = scopes_.find(name.text);
        const bool is_register = found && found->kind == ScopeStack::Found::Kind::register_;
        if (!is_register)
            tokens_.fail(name, msg("predicate '{}' is not declared", name.text));
        else if (scopes_.register_type(found->register_index) != Type::pred)
            tokens_.fail(name, msg("'{}' guards an instruction but is not of type .pred", name.text));
        if (tokens_.failed()) return {};
        instruction.predicated = true;
        instruction.predicate = {found->register_index, negated};
        return fmt::format("@{}{} ", negated ? "!" : "", name.text);
    }

    void operands(Instruction& instruction, const Token& name) {
        const OpcodeInfo& info = info_of(instruction.opcode);
        if (!parses_operands(instruction.opcode, instruction.modifiers)) {
            skip_operands();
            return;
        }
        OperandParser parser(context_, scopes_, info.kind == OpcodeKind::video);
        const auto index = static_cast<uint32_t>(function_.body.size());
        if (instruction.opcode == Opcode::call) {
            instruction.call.push_back(parser.call());
        } else if (instruction.opcode == Opcode::bra) {
            scopes_.use_label(tokens_.peek(), index);
            (void)tokens_.expect_identifier("a label");
            instruction.operands.push_back({LabelRef{}});
        } else if (instruction.opcode == Opcode::brx) {
            instruction.operands.push_back(parser.operand());
            tokens_.expect(",");
            scopes_.use_table(tokens_.peek(), index);
            (void)tokens_.expect_identifier("a table of labels");
        } else {
            parser.list(instruction.operands);
        }
        const size_t count = instruction.operands.size();
        if (!tokens_.at(";") || (count >= info.min_operands && count <= info.max_operands)) return;
        const std::string allowed = info.min_operands == info.max_operands
                                        ? fmt::format("{}", info.min_operands)
                                        : fmt::format("{} to {}", info.min_operands, info.max_operands);
        tokens_.fail(name, msg("'{}' takes {} operands but {} are given", name.text, allowed, count),
                     msg("its form is: {} {}", name.text, info.operands));
    }

    void skip_operands() {
        while (!tokens_.at_end() && !tokens_.at(";")) {
            if (tokens_.at("{") || tokens_.at("(") || tokens_.at("["))
                tokens_.skip_balanced();
            else if (tokens_.at("}"))
                return;
            else
                tokens_.next();
        }
    }

    void finish() {
        if (tokens_.failed()) return;
        if (const auto missing = scopes_.finish()) {
            tokens_.fail(*missing, msg("label '{}' does not exist in '{}'", missing->text, function_.name));
            return;
        }
        if (scopes_.too_many_targets()) {
            tokens_.fail(tokens_.peek(), msg("the jump tables of '{}' are too large", function_.name));
            return;
        }
        const auto end = static_cast<uint32_t>(function_.body.size());
        if (!function_.body.empty() && ends_flow(function_.body.back()) && !scopes_.label_at(end)) return;
        Instruction implied;
        implied.opcode = Opcode::ret;
        implied.ptx_line = end == 0 ? function_.ptx_line : function_.body.back().ptx_line;
        implied.text = "ret";
        function_.body.push_back(std::move(implied));
        places_.push_back(places_in_force_.current());
    }

    ParseContext& context_;
    TokenStream& tokens_;
    Function& function_;
    std::vector<InstructionPlace>& places_;
    ScopeStack scopes_;
    LinePlaces places_in_force_;
    uint32_t used_bytes_ = ~0u; // from a pragma
    std::string comment_;
};

} // namespace

void parse_body(ParseContext& context, Function& function, std::vector<InstructionPlace>& places) {
    BodyParser(context, function, places).parse();
}

} // namespace warpscope::ptx
