#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ptx/lexer.hpp"
#include "ptx/module.hpp"

namespace warpscope::ptx {

/// Nested scopes of a function. Registers enter Function::registers on first use, so `.reg .b32 %r<1000000>` costs
/// nothing. A name that another scope uses gets a suffix.
class ScopeStack {
public:
    explicit ScopeStack(Function& function);

    void push() { scopes_.emplace_back(); }
    /// Resolves labels. Moves unresolved uses to the enclosing scope.
    void pop();
    [[nodiscard]] size_t depth() const { return scopes_.size(); }

    /// These functions return false if the innermost scope already has that name.
    [[nodiscard]] bool declare_register(std::string_view name, Type type);
    [[nodiscard]] bool declare_range(std::string_view prefix, uint64_t count, Type type); // prefix0 .. prefix<count-1>
    [[nodiscard]] bool declare_vector(std::string_view name, uint32_t count, Type type);  // name.x .. name.w
    [[nodiscard]] bool declare_variable(Variable variable, std::string_view name);
    [[nodiscard]] bool declare_label(std::string_view name, uint32_t target);
    [[nodiscard]] bool declare_table(std::string_view name, const std::vector<Token>& labels);

    struct Found {
        enum class Kind : uint8_t { register_, vector, variable } kind{};
        uint32_t register_index = 0;
        uint32_t elements = 0;
        std::string symbol;
    };
    [[nodiscard]] std::optional<Found> find(std::string_view name);
    /// Requires that find() returned the vector.
    [[nodiscard]] uint32_t element(std::string_view name, uint32_t index);
    /// Declares an unknown special register. Returns false for a probable mistake: %r7 if other %r registers exist.
    [[nodiscard]] bool take_as_special(std::string_view name);
    [[nodiscard]] Type register_type(uint32_t index) const { return function_.registers[index].type; }

    void use_label(const Token& label, uint32_t instruction);
    void use_table(const Token& table, uint32_t instruction);

    [[nodiscard]] std::optional<Token> finish();
    [[nodiscard]] bool label_at(uint32_t instruction) const { return last_label_ == instruction; }
    [[nodiscard]] bool too_many_targets() const { return too_many_targets_; }

private:
    struct Name {
        Found::Kind kind{};
        Type type{};
        uint32_t elements = 1;
        std::vector<uint32_t> registers; // by element; not_used before the first use
        std::string symbol;
    };
    struct Range {
        uint64_t count = 0;
        Type type{};
    };
    struct Table {
        std::vector<uint32_t> targets;
    };
    struct Use {
        enum class Kind : uint8_t { branch, table_entry, table } kind{};
        Token name;
        uint32_t index = 0;
        uint32_t entry = 0;
    };
    struct Scope {
        std::unordered_map<std::string_view, Name> names;
        std::unordered_map<std::string_view, Range> ranges;
        std::unordered_map<std::string_view, uint32_t> labels, tables;
        std::unordered_set<std::string_view> specials;
        std::vector<Use> uses;
    };

    Name* find_in(Scope& scope, std::string_view name);
    Name* find_anywhere(std::string_view name);
    bool resolve(const Scope& scope, const Use& use);
    uint32_t materialise(Name& name, std::string_view written, uint32_t element);
    std::string unique(std::string_view wanted);

    Function& function_;
    std::vector<Scope> scopes_;
    std::vector<Table> tables_;
    std::unordered_map<uint32_t, uint32_t> table_of_; // key: brx instruction
    std::unordered_set<std::string> taken_;
    std::unordered_map<std::string, uint32_t> next_suffix_;
    uint32_t last_label_ = ~0u;
    bool too_many_targets_ = false;
};

} // namespace warpscope::ptx
