
#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <iterator>
#include <unordered_map>
#include <unordered_set>

#include "ptx/line_places.hpp"
#include "ptx/modifiers.hpp"
#include "ptx/parser.hpp"
#include "ptx/print/variable_text.hpp"

namespace warpscope::ptx {
namespace {

std::string immediate_text(const Immediate& immediate) {
    if (immediate.floating)
        return immediate.single ? fmt::format("0f{:08x}", immediate.bits) : fmt::format("0d{:016x}", immediate.bits);
    return fmt::format("{}", static_cast<int64_t>(immediate.bits));
}

std::string special_text(const SpecialRegister& special) {
    if (special.which == Special::envreg) return fmt::format("%envreg{}", special.component);
    if (special.which == Special::pm) return fmt::format("%pm{}", special.component);
    if (special.which == Special::pm_64) return fmt::format("%pm{}_64", special.component);
    if (!has_component(special.which)) return fmt::format("%{}", name_of(special.which));
    return fmt::format("%{}.{}", name_of(special.which), "xyzw"[special.component]);
}

std::string part_text(const RegisterPart& part) {
    if (part.bits == 0) return {};
    return fmt::format(".{}{:0{}x}", part.bits == 8 ? 'b' : 'h', part.digits, part.count);
}

std::string symbol_text(const SymbolRef& symbol) { return symbol.name + offset_text(symbol.offset); }

std::string label_text(uint32_t instruction) { return fmt::format("L{}", instruction); }

struct FileNumbers {
    explicit FileNumbers(const Module& module)
        : unknown(module.files.size()) {
        for (size_t i = 0; i < module.files.size(); ++i)
            if (!module.files[i].empty()) numbers.emplace(module.files[i], i);
    }
    [[nodiscard]] size_t of(std::string_view file) const {
        const auto found = numbers.find(file);
        return found == numbers.end() ? unknown : found->second;
    }

    std::unordered_map<std::string_view, size_t> numbers;
    size_t unknown;
};

/// Name for all inlined functions, because modules lack the real names.
constexpr const char* inlined_name = "$ws_inlined";

bool has_inlined(const Module& module) {
    return std::ranges::any_of(module.functions, [](const Function& function) {
        return std::ranges::any_of(function.body, [](const Instruction& i) { return !i.inlined_at.empty(); });
    });
}

class FunctionPrinter {
public:
    FunctionPrinter(const Function& function, const FileNumbers& files, std::string& out,
                    const Weaving* weaving = nullptr)
        : function_(function)
        , files_(files)
        , out_(out)
        , weaving_(weaving) {}

    void print() {
        if (function_.is_declaration) return declare(".extern ");
        header(function_.is_entry ? ".visible " : "");
        out_ += "\n{\n";
        registers();
        for (const Variable& variable : function_.variables) print("    {};\n", variable_text(variable));
        for (const CallPrototype& prototype : function_.prototypes) this->prototype(prototype);
        if (weaving_ != nullptr) out_ += weaving_->prologue;
        body();
        out_ += "}\n";
    }

    void declare(std::string_view linkage) {
        header(linkage);
        out_ += ";\n";
    }

private:
    template<class... Arguments>
    void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(arguments)...);
    }

    static std::string list_text(const std::vector<Variable>& variables) {
        std::vector<std::string> texts;
        for (const Variable& variable : variables) texts.push_back(variable_text(variable));
        return fmt::format("({})", fmt::join(texts, ", "));
    }

    void header(std::string_view linkage) {
        out_ += linkage;
        out_ += function_.is_entry ? ".entry " : ".func ";
        if (!function_.results.empty()) print("{} ", list_text(function_.results));
        std::vector<Variable> parameters = function_.parameters;
        if (weaving_ != nullptr)
            parameters.insert(parameters.end(), weaving_->parameters.begin(), weaving_->parameters.end());
        print("{} {}", weaving_ != nullptr ? weaving_->name : function_.name, list_text(parameters));
        const auto& block = function_.required_block;
        const bool required = block[0] != 0 || block[1] != 0 || block[2] != 0;
        if (required) print(" .reqntid {}, {}, {}", block[0], block[1], block[2]);
        const uint64_t from_block = required ? uint64_t{block[0]} * block[1] * block[2] : 0;
        if (function_.max_threads != from_block) print(" .maxntid {}", function_.max_threads);
        if (function_.noreturn) out_ += " .noreturn";
    }

    void registers() {
        constexpr size_t widest_line = 100;
        std::unordered_set<std::string_view> declared;
        for (const auto* list : {&function_.results, &function_.parameters})
            for (const Variable& variable : *list)
                if (variable.space == Space::reg) declared.insert(variable.name);
        std::unordered_map<uint8_t, std::vector<std::string_view>> by_type;
        for (const RegisterDecl& reg : function_.registers)
            if (!declared.contains(reg.name)) by_type[static_cast<uint8_t>(reg.type)].push_back(reg.name);
        for (uint8_t type = 0; type <= static_cast<uint8_t>(Type::f32x2); ++type) {
            std::string line;
            for (const std::string_view name : by_type[type]) {
                if (line.size() > widest_line) {
                    print("{};\n", line);
                    line.clear();
                }
                line += line.empty() ? fmt::format("    .reg .{} ", name_of(static_cast<Type>(type))) : ", ";
                line += name;
            }
            if (!line.empty()) print("{};\n", line);
        }
    }

    void prototype(const CallPrototype& prototype) {
        if (!prototype.targets.empty()) {
            print("{}: .calltargets {};\n", prototype.name, fmt::join(prototype.targets, ", "));
            return;
        }
        print("{}: .callprototype ", prototype.name);
        if (!prototype.results.empty()) print("{} ", list_text(prototype.results));
        print("_ {};\n", list_text(prototype.parameters));
    }

    void body() {
        std::vector<bool> labeled(function_.body.size() + 1, false);
        for (const Instruction& instruction : function_.body) {
            for (const uint32_t target : instruction.branch_targets) labeled[target] = true;
            for (const Operand& operand : instruction.operands)
                if (const auto* label = std::get_if<LabelRef>(&operand.value)) labeled[label->target] = true;
        }
        const Instruction* before = nullptr;
        for (uint32_t i = 0; i < function_.body.size(); ++i) {
            const Instruction& instruction = function_.body[i];
            if (labeled[i]) print("{}:\n", label_text(i));
            const bool moved = before == nullptr ? !instruction.source.file.empty()
                                                 : before->source != instruction.source ||
                                                       before->inlined_at != instruction.inlined_at;
            if (moved) place(instruction);
            before = &instruction;
            if (weaving_ != nullptr)
                if (const auto woven = weaving_->before.find(i); woven != weaving_->before.end()) out_ += woven->second;
            this->instruction(instruction, i);
        }
    }

    void place(const Instruction& instruction) {
        const auto text = [&](const SourceLocation& location) {
            return fmt::format("{} {} {}", files_.of(location.file), location.line, location.column);
        };
        // ptxas requires a function name for inlined_at, and an earlier .loc with the call's location.
        std::string call;
        const auto next = [&](const SourceLocation& location) {
            const std::string inlined =
                call.empty() ? "" : fmt::format(", function_name {}, inlined_at {}", inlined_name, call);
            call = text(location);
            print("    .loc {}{}\n", call, inlined);
        };
        std::for_each(instruction.inlined_at.rbegin(), instruction.inlined_at.rend(), next);
        next(instruction.source);
    }

    void instruction(const Instruction& instruction, uint32_t index) {
        if (instruction.opcode == Opcode::brx) {
            std::vector<std::string> labels;
            for (const uint32_t target : instruction.branch_targets) labels.push_back(label_text(target));
            print("T{}: .branchtargets {};\n", index, fmt::join(labels, ", "));
        }
        if (instruction.used_bytes != ~0u) print("    .pragma \"used_bytes_mask {}\";\n", instruction.used_bytes);
        out_ += "    ";
        if (instruction.predicated)
            print("@{}{} ", instruction.predicate.negated ? "!" : "",
                  function_.registers[instruction.predicate.index].name);
        const std::string_view mnemonic = mnemonic_of(instruction);
        out_ += mnemonic;
        if (!parses_operands(instruction.opcode, instruction.modifiers))
            out_ += std::string_view(instruction.text)
                        .substr(static_cast<size_t>(mnemonic.data() + mnemonic.size() - instruction.text.data()));
        else if (!instruction.call.empty())
            print(" {}", call_text(instruction.call.front()));
        else
            operands(instruction);
        if (instruction.opcode == Opcode::brx) print(", T{}", index);
        out_ += ";\n";
    }

    void operands(const Instruction& instruction) {
        for (size_t i = 0; i < instruction.operands.size(); ++i) {
            out_ += i == 0 ? " " : i == 1 && is_pair(instruction) ? "|" : ", ";
            const auto* const place = std::get_if<VectorOperand>(&instruction.operands[i].value);
            out_ += instruction.opcode == Opcode::tex && i == 1 && place != nullptr
                        ? texture_text(*place)
                        : operand_text(instruction.operands[i]);
        }
    }

    [[nodiscard]] bool is_pair(const Instruction& instruction) const {
        if (info_of(instruction.opcode).operands.find('|') == std::string_view::npos) return false;
        const auto& second = instruction.operands[1].value;
        if (const auto* reg = std::get_if<Register>(&second)) return function_.registers[reg->index].type == Type::pred;
        return std::holds_alternative<Sink>(second);
    }

    [[nodiscard]] std::string call_text(const CallOperands& call) const {
        std::string text;
        if (!call.results.empty()) text += fmt::format("({}), ", joined(call.results));
        text += operand_text(call.callee);
        if (!call.arguments.empty() || !call.prototype.empty()) text += fmt::format(", ({})", joined(call.arguments));
        if (!call.prototype.empty()) text += ", " + call.prototype;
        return text;
    }

    [[nodiscard]] std::string joined(const std::vector<Operand>& operands) const {
        std::vector<std::string> texts;
        for (const Operand& operand : operands) texts.push_back(operand_text(operand));
        return fmt::format("{}", fmt::join(texts, ", "));
    }

    [[nodiscard]] std::string register_text(const Register& reg) const {
        return fmt::format("{}{}{}{}", reg.negated ? "!" : "", reg.part.minus ? "-" : "",
                           function_.registers[reg.index].name, part_text(reg.part));
    }

    [[nodiscard]] std::string operand_text(const Operand& operand) const {
        return std::visit([&](const auto& value) { return text(value); }, operand.value);
    }
    [[nodiscard]] std::string text(const Register& reg) const { return register_text(reg); }
    [[nodiscard]] static std::string text(const Immediate& immediate) { return immediate_text(immediate); }
    [[nodiscard]] static std::string text(const SpecialRegister& special) { return special_text(special); }
    [[nodiscard]] static std::string text(const SymbolRef& symbol) { return symbol_text(symbol); }
    [[nodiscard]] static std::string text(const LabelRef& label) { return label_text(label.target); }
    [[nodiscard]] static std::string text(const Sink&) { return "_"; }
    [[nodiscard]] std::string text(const VectorOperand& vector) const {
        return fmt::format("{{{}}}", joined(vector.elements));
    }
    [[nodiscard]] std::string texture_text(const VectorOperand& place) const {
        return fmt::format("[{}, {{{}}}]", operand_text(place.elements.front()),
                           joined({place.elements.begin() + 1, place.elements.end()}));
    }
    [[nodiscard]] std::string text(const Address& address) const {
        return fmt::format("[{}{}]", std::visit([&](const auto& base) { return text(base); }, address.base),
                           offset_text(address.offset));
    }

    const Function& function_;
    const FileNumbers& files_;
    std::string& out_;
    const Weaving* weaving_;
};

bool is_in_a_table(const Module& module, const Function& function) {
    return std::ranges::any_of(module.variables, [&](const Variable& variable) {
        return std::ranges::find(variable.relocations, function.name, &Variable::Relocation::symbol) !=
               variable.relocations.end();
    });
}

std::string text_of(const Module& module, bool declares_tables) {
    std::string out =
        fmt::format(".version {}\n.target {}\n.address_size {}\n", module.version, module.target, module.address_size);
    for (size_t i = 0; i < module.files.size(); ++i)
        if (!module.files[i].empty()) out += fmt::format(".file {} \"{}\"\n", i, escaped_name(module.files[i]));
    const FileNumbers files(module);
    for (const Function& function : module.functions)
        if (declares_tables && !function.is_declaration && is_in_a_table(module, function))
            FunctionPrinter(function, files, out).declare("");
    for (const Variable& variable : module.variables) out += variable_text(variable) + ";\n";
    for (const Function& function : module.functions) {
        out += '\n';
        FunctionPrinter(function, files, out).print();
    }
    for (const Alias& alias : module.aliases) out += fmt::format(".alias {}, {};\n", alias.name, alias.target);
    if (has_inlined(module)) out += fmt::format(".section .debug_str\n{{\n{}:\n.b8 0\n}}\n", inlined_name);
    return out;
}

} // namespace

std::string to_text(const Module& module) { return text_of(module, false); }

std::string assembler_text(const Module& module) { return text_of(module, true); }

std::string to_text(const Module& module, const Function& function, const Weaving& weaving) {
    std::string out = "\n";
    FunctionPrinter(function, FileNumbers(module), out, &weaving).print();
    return out;
}

} // namespace warpscope::ptx
