#include "ptx/debug/variables.hpp"

#include <algorithm>
#include <optional>

#include "ptx/debug/types.hpp"

namespace warpscope::ptx::debug {
namespace {

enum Operation : uint8_t {
    op_address = 0x03,
    op_unsigned = 0x10,
    op_signed = 0x11,
    op_add_unsigned = 0x23,
    op_register = 0x90,
    op_base_register = 0x92,
};

/// Decodes a register name: 0x257231 is "%r1".
std::string register_name(uint64_t number) {
    std::string name;
    for (int shift = 56; shift >= 0; shift -= 8)
        if (const auto letter = static_cast<char>(number >> shift & 0xff); letter != 0) name += letter;
    return name;
}

class VariableReader {
public:
    VariableReader(const Sections& sections, const Module& module, DebugInfo& out)
        : sections_(sections)
        , info_(*sections.find(".debug_info"))
        , module_(module)
        , out_(out)
        , units_(read_entries(sections))
        , types_(units_, info_, out.types) {
        out_.functions.resize(module.functions.size());
    }

    void run() {
        for (const Entry& unit : units_) visit(unit.children);
    }

private:
    void visit(const std::vector<Entry>& entries) {
        for (const Entry& entry : entries) {
            if (entry.tag == Tag::subprogram) {
                begin_function(entry);
            } else if (entry.tag == Tag::variable) {
                Variable variable = describe(entry);
                if (!variable.places.empty() && variable.places.front().kind == PlaceKind::shared)
                    out_.shared.push_back(std::move(variable));
            } else {
                visit(entry.children);
            }
        }
    }

    void begin_function(const Entry& entry) {
        const auto line = line_of(entry.find(Attribute::low_pc));
        if (!line) return; // a declaration
        // Finds the last function whose header precedes the label.
        function_ = nullptr;
        for (const Function& function : module_.functions)
            if (!function.is_declaration && function.ptx_line <= *line &&
                (function_ == nullptr || function.ptx_line > function_->ptx_line))
                function_ = &function;
        if (function_ == nullptr) return;
        function_index_ = static_cast<size_t>(function_ - module_.functions.data());
        scope(entry, 0, 0, static_cast<uint32_t>(function_->body.size()));
        function_ = nullptr;
    }

    void scope(const Entry& entry, uint32_t depth, uint32_t first, uint32_t end) {
        const AttributeValue* const low = entry.find(Attribute::low_pc);
        const AttributeValue* const high = entry.find(Attribute::high_pc);
        if (low != nullptr && high != nullptr && depth > 0) {
            first = instruction_of(low).value_or(first);
            end = instruction_of(high).value_or(end);
        }
        for (const Entry& child : entry.children) {
            switch (child.tag) {
            case Tag::formal_parameter:
            case Tag::variable: {
                Variable variable = describe(child);
                variable.is_parameter = child.tag == Tag::formal_parameter;
                variable.first = first;
                variable.end = end;
                variable.depth = depth;
                if (!variable.name.empty()) out_.functions[function_index_].push_back(std::move(variable));
                break;
            }
            case Tag::lexical_block:
            case Tag::inlined_subroutine: scope(child, depth + 1, first, end); break;
            default: break;
            }
        }
    }

    Variable describe(const Entry& entry) {
        const Entry* named = &entry;
        for (const Attribute link : {Attribute::abstract_origin, Attribute::specification})
            if (const AttributeValue* const to = entry.find(link); to != nullptr)
                if (const Entry* const origin = types_.entry_at(to->number); origin != nullptr) named = origin;
        Variable variable;
        variable.name = named->name();
        variable.type = types_.type_of(*named);
        variable.line = static_cast<uint32_t>(named->number(Attribute::decl_line));
        if (const AttributeValue* const value = entry.find(Attribute::const_value); value != nullptr)
            variable.places.push_back({0, ~0u, PlaceKind::constant, 0, {}, value->number});
        const AttributeValue* const location = entry.find(Attribute::location);
        if (location == nullptr) return variable;
        if (location->is_block)
            add_place(variable, info_, location->block_offset, location->block_bytes, 0, ~0u);
        else
            add_list(variable, location->number);
        return variable;
    }

    /// Adds a location list's entries: start, end, length, expression.
    void add_list(Variable& variable, uint64_t offset) {
        const Section* const lists = sections_.find(".debug_loc");
        if (lists == nullptr) return;
        SectionReader reader(*lists, offset);
        while (!reader.at_end()) {
            const auto from = reader.address();
            (void)reader.fixed(8);
            const auto to = reader.address();
            (void)reader.fixed(8);
            if (!from || !to) break;
            const uint64_t bytes = reader.fixed(2);
            const auto first = instruction_at(from->symbol), end = instruction_at(to->symbol);
            if (first && end) add_place(variable, *lists, reader.offset(), bytes, *first, *end);
            reader.skip(bytes);
        }
    }

    void add_place(Variable& variable, const Section& section, uint64_t offset, uint64_t bytes, uint32_t first,
                   uint32_t end) {
        SectionReader reader(section, offset, offset + bytes);
        Place place;
        place.first = first;
        place.end = end;
        switch (reader.fixed(1)) {
        case op_register:
            place.kind = PlaceKind::register_;
            if (!find_register(reader.uleb(), place)) return;
            break;
        case op_base_register:
            place.kind = PlaceKind::indirect;
            if (!find_register(reader.uleb(), place)) return;
            place.offset = static_cast<uint64_t>(reader.sleb());
            break;
        case op_address:
            if (!find_symbol(reader, place)) return;
            break;
        case op_unsigned:
            place.kind = PlaceKind::constant;
            place.offset = reader.uleb();
            break;
        case op_signed:
            place.kind = PlaceKind::constant;
            place.offset = static_cast<uint64_t>(reader.sleb());
            break;
        default: return;
        }
        variable.places.push_back(std::move(place));
    }

    bool find_register(uint64_t number, Place& place) const {
        if (function_ == nullptr) return false;
        const auto found = std::ranges::find(function_->registers, register_name(number), &RegisterDecl::name);
        if (found == function_->registers.end()) return false; // unused register
        place.register_index = static_cast<uint32_t>(found - function_->registers.begin());
        return true;
    }

    bool find_symbol(SectionReader& reader, Place& place) const {
        const auto address = reader.address();
        (void)reader.fixed(8);
        if (!address) return false;
        place.symbol = address->symbol;
        place.offset = address->added;
        if (!reader.at_end() && reader.fixed(1) == op_add_unsigned) place.offset += reader.uleb();
        std::vector<const std::vector<ptx::Variable>*> lists;
        if (function_ != nullptr) lists = {&function_->variables, &function_->parameters};
        lists.push_back(&module_.variables);
        // nvcc describes a function's shared arrays at module level.
        if (function_ == nullptr)
            for (const Function& function : module_.functions) lists.push_back(&function.variables);
        for (const auto* list : lists) {
            const auto found = std::ranges::find(*list, place.symbol, &ptx::Variable::name);
            if (found == list->end()) continue;
            switch (found->space) {
            case Space::local: place.kind = PlaceKind::local; return true;
            case Space::shared: place.kind = PlaceKind::shared; return true;
            case Space::param: place.kind = PlaceKind::parameter; return true;
            case Space::global:
            case Space::const_: place.kind = PlaceKind::global; return true;
            default: return false;
            }
        }
        return false;
    }

    [[nodiscard]] std::optional<uint32_t> line_of(const AttributeValue* label) const {
        if (label == nullptr || !label->address) return std::nullopt;
        const auto found = sections_.line_of_label.find(label->address->symbol);
        return found == sections_.line_of_label.end() ? std::nullopt : std::optional(found->second);
    }
    [[nodiscard]] std::optional<uint32_t> instruction_of(const AttributeValue* label) const {
        if (label == nullptr || !label->address) return std::nullopt;
        return instruction_at(label->address->symbol);
    }
    [[nodiscard]] std::optional<uint32_t> instruction_at(const std::string& label) const {
        const auto found = sections_.line_of_label.find(label);
        if (found == sections_.line_of_label.end() || function_ == nullptr) return std::nullopt;
        const auto first = std::ranges::lower_bound(function_->body, found->second, {}, &Instruction::ptx_line);
        return static_cast<uint32_t>(first - function_->body.begin());
    }

    const Sections& sections_;
    const Section& info_;
    const Module& module_;
    DebugInfo& out_;
    std::vector<Entry> units_;
    TypeReader types_;
    const Function* function_ = nullptr;
    size_t function_index_ = 0;
};

} // namespace

const Place* Variable::place_at(uint32_t index) const {
    for (const Place& place : places)
        if (index >= place.first && index < place.end) return &place;
    return nullptr;
}

bool DebugInfo::empty() const {
    return std::ranges::all_of(functions, [](const auto& variables) { return variables.empty(); });
}

DebugInfo read_debug_info(std::string_view ptx, const Module& module) {
    DebugInfo out;
    const Sections sections = read_sections(ptx);
    if (sections.find(".debug_info") == nullptr) {
        out.types.emplace_back();
        out.functions.resize(module.functions.size());
        return out;
    }
    VariableReader(sections, module, out).run();
    return out;
}

} // namespace warpscope::ptx::debug
