#include "ptx/scope.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "ptx/lexer.hpp"

namespace warpscope::ptx {
namespace {

constexpr uint64_t max_branch_targets = uint64_t{1} << 20; // per function

constexpr uint32_t not_used = ~0u;

std::optional<uint64_t> number_after(std::string_view name, size_t prefix_length) {
    const std::string_view digits = name.substr(prefix_length);
    if (digits.size() > 1 && digits[0] == '0') return std::nullopt;
    uint64_t number = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc{} || stop != digits.data() + digits.size()) return std::nullopt;
    return number;
}

} // namespace

ScopeStack::ScopeStack(Function& function)
    : function_(function) {
    push();
    const auto declare = [&](const Variable& parameter) {
        taken_.insert(parameter.name);
        Name name;
        name.kind = parameter.space == Space::reg ? Found::Kind::register_ : Found::Kind::variable;
        name.type = parameter.type;
        name.symbol = parameter.name;
        scopes_.back().names.emplace(parameter.name, std::move(name));
    };
    for (const Variable& result : function.results) declare(result);
    for (const Variable& parameter : function.parameters) declare(parameter);
}

bool ScopeStack::declare_register(std::string_view name, Type type) {
    return scopes_.back().names.try_emplace(name, Name{Found::Kind::register_, type, 1, {}, {}}).second;
}

bool ScopeStack::declare_range(std::string_view prefix, uint64_t count, Type type) {
    return scopes_.back().ranges.try_emplace(prefix, Range{count, type}).second;
}

bool ScopeStack::declare_vector(std::string_view name, uint32_t count, Type type) {
    return scopes_.back().names.try_emplace(name, Name{Found::Kind::vector, type, count, {}, {}}).second;
}

bool ScopeStack::declare_variable(Variable variable, std::string_view name) {
    const auto [place, added] =
        scopes_.back().names.try_emplace(name, Name{Found::Kind::variable, variable.type, 1, {}, {}});
    if (!added) return false;
    variable.name = place->second.symbol = unique(name);
    function_.variables.push_back(std::move(variable));
    return true;
}

bool ScopeStack::declare_label(std::string_view name, uint32_t target) {
    last_label_ = target;
    return scopes_.back().labels.try_emplace(name, target).second;
}

bool ScopeStack::declare_table(std::string_view name, const std::vector<Token>& labels) {
    const auto index = static_cast<uint32_t>(tables_.size());
    if (!scopes_.back().tables.try_emplace(name, index).second) return false;
    tables_.push_back({std::vector<uint32_t>(labels.size())});
    for (uint32_t entry = 0; entry < labels.size(); ++entry)
        scopes_.back().uses.push_back({Use::Kind::table_entry, labels[entry], index, entry});
    return true;
}

void ScopeStack::use_label(const Token& label, uint32_t instruction) {
    scopes_.back().uses.push_back({Use::Kind::branch, label, instruction, 0});
}

void ScopeStack::use_table(const Token& table, uint32_t instruction) {
    scopes_.back().uses.push_back({Use::Kind::table, table, instruction, 0});
}

std::string ScopeStack::unique(std::string_view wanted) {
    std::string name(wanted);
    while (!taken_.insert(name).second) name = fmt::format("{}${}", wanted, ++next_suffix_[std::string(wanted)]);
    return name;
}

uint32_t ScopeStack::materialise(Name& name, std::string_view written, uint32_t element) {
    name.registers.resize(name.elements, not_used);
    uint32_t& index = name.registers[element];
    if (index != not_used) return index;
    index = static_cast<uint32_t>(function_.registers.size());
    constexpr std::string_view components = "xyzwstuv";
    std::string unique_name;
    if (name.kind == Found::Kind::vector)
        unique_name = unique(fmt::format("{}${}", written, components[element]));
    else // register parameters keep their reserved names
        unique_name = name.symbol.empty() ? unique(written) : name.symbol;
    function_.registers.push_back({std::move(unique_name), name.type});
    return index;
}

ScopeStack::Name* ScopeStack::find_in(Scope& scope, std::string_view name) {
    if (const auto found = scope.names.find(name); found != scope.names.end()) return &found->second;
    if (scope.ranges.empty() || name.empty() || !is_digit(name.back())) return nullptr; // empty name: after an error
    for (size_t prefix = name.size() - 1; prefix > 0 && is_digit(name[prefix]); --prefix) {
        const auto range = scope.ranges.find(name.substr(0, prefix));
        if (range == scope.ranges.end()) continue;
        const auto number = number_after(name, prefix);
        if (!number || *number >= range->second.count) continue;
        return &scope.names.try_emplace(name, Name{Found::Kind::register_, range->second.type, 1, {}, {}})
                    .first->second;
    }
    return nullptr;
}

ScopeStack::Name* ScopeStack::find_anywhere(std::string_view name) {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
        if (Name* found = find_in(*scope, name)) return found;
    return nullptr;
}

bool ScopeStack::take_as_special(std::string_view name) {
    size_t prefix = name.size();
    while (prefix > 0 && is_digit(name[prefix - 1])) prefix -= 1;
    const auto has_others = [&](const Scope& scope) { return scope.ranges.contains(name.substr(0, prefix)); };
    if (prefix < name.size() && std::ranges::any_of(scopes_, has_others)) return false;
    if (scopes_.front().specials.contains(name)) return true;
    if (!taken_.emplace(name).second) return false;
    scopes_.front().specials.insert(name);
    return true;
}

std::optional<ScopeStack::Found> ScopeStack::find(std::string_view name) {
    Name* found = find_anywhere(name);
    if (found == nullptr) return std::nullopt;
    Found result{found->kind, 0, found->elements, {}};
    if (found->kind == Found::Kind::variable) result.symbol = found->symbol;
    if (found->kind == Found::Kind::register_) result.register_index = materialise(*found, name, 0);
    return result;
}

uint32_t ScopeStack::element(std::string_view name, uint32_t index) {
    return materialise(*find_anywhere(name), name, index);
}

bool ScopeStack::resolve(const Scope& scope, const Use& use) {
    const auto& names = use.kind == Use::Kind::table ? scope.tables : scope.labels;
    const auto found = names.find(use.name.text);
    if (found == names.end()) return false;
    switch (use.kind) {
    case Use::Kind::branch: function_.body[use.index].operands[0].value = LabelRef{found->second}; break;
    case Use::Kind::table_entry: tables_[use.index].targets[use.entry] = found->second; break;
    case Use::Kind::table: table_of_[use.index] = found->second; break;
    }
    return true;
}

void ScopeStack::pop() {
    const Scope closed = std::move(scopes_.back());
    scopes_.pop_back();
    for (const Use& use : closed.uses)
        if (!resolve(closed, use)) scopes_.back().uses.push_back(use);
}

std::optional<Token> ScopeStack::finish() {
    const Scope& whole = scopes_.front();
    for (const Use& use : whole.uses)
        if (!resolve(whole, use)) return use.name;
    uint64_t targets = 0;
    for (const auto& [instruction, table] : table_of_) {
        targets += tables_[table].targets.size();
        if (targets > max_branch_targets) {
            too_many_targets_ = true;
            break;
        }
        function_.body[instruction].branch_targets = tables_[table].targets;
    }
    return std::nullopt;
}

} // namespace warpscope::ptx
