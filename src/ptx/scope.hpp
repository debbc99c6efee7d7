// Names inside a function body: nested scopes of registers, variables and labels. Internal to this module.
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

/// Scopes of one function. Registers enter Function::registers when they are first used, so that a declaration such as
/// `.reg .b32 %r<1000000>` costs nothing; names that are taken already get a suffix, so that they stay unique.
class ScopeStack {
public:
    explicit ScopeStack(Function& function);

    void push() { scopes_.emplace_back(); }
    /// Resolves the labels of the innermost scope; what it does not have is left to the next one.
    void pop();
    [[nodiscard]] size_t depth() const { return scopes_.size(); }

    /// All return false when the innermost scope has that name already.
    [[nodiscard]] bool declare_register(std::string_view name, Type type);
    [[nodiscard]] bool declare_range(std::string_view prefix, uint64_t count, Type type); // prefix0 .. prefix<count-1>
    [[nodiscard]] bool declare_vector(std::string_view name, uint32_t count, Type type);  // name.x .. name.w
    /// Adds to Function::variables, under a unique name.
    [[nodiscard]] bool declare_variable(Variable variable, std::string_view name);
    [[nodiscard]] bool declare_label(std::string_view name, uint32_t target);
    /// A .branchtargets table; its labels are resolved later.
    [[nodiscard]] bool declare_table(std::string_view name, const std::vector<Token>& labels);

    struct Found {
        enum class Kind : uint8_t { register_, vector, variable } kind{};
        uint32_t register_index = 0; // of a register
        uint32_t elements = 0;       // of a vector; see element()
        std::string symbol;          // unique name of a variable
    };
    [[nodiscard]] std::optional<Found> find(std::string_view name);
    /// Register of element `index` of the vector `name`, which find() has found.
    [[nodiscard]] uint32_t element(std::string_view name, uint32_t index);
    /// Takes a name that is not declared for a special register. False where it looks like a mistake: registers have
    /// this name with other digits at the end, or in a scope that has ended.
    [[nodiscard]] bool take_as_special(std::string_view name);
    [[nodiscard]] Type register_type(uint32_t index) const { return function_.registers[index].type; }

    void use_label(const Token& label, uint32_t instruction);
    void use_table(const Token& table, uint32_t instruction);

    /// Ends the function's scope. Returns the first label or table that does not exist.
    [[nodiscard]] std::optional<Token> finish();
    /// Returns whether some label stands after the last instruction.
    [[nodiscard]] bool label_at(uint32_t instruction) const { return last_label_ == instruction; }
    /// Sum over brx.idx instructions of their table's length would exceed what is reasonable.
    [[nodiscard]] bool too_many_targets() const { return too_many_targets_; }

private:
    struct Name {
        Found::Kind kind{};
        Type type{};
        uint32_t elements = 1;           // of a vector
        std::vector<uint32_t> registers; // by element, not_used until an instruction uses it
        std::string symbol;              // variables and parameters
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
        uint32_t index = 0; // instruction, or table
        uint32_t entry = 0;
    };
    struct Scope {
        std::unordered_map<std::string_view, Name> names;
        std::unordered_map<std::string_view, Range> ranges;
        std::unordered_map<std::string_view, uint32_t> labels, tables;
        std::unordered_set<std::string_view> specials; // of the function's scope: names without a declaration
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
    std::unordered_map<uint32_t, uint32_t> table_of_; // brx instruction -> table
    std::unordered_set<std::string> taken_;
    std::unordered_map<std::string, uint32_t> next_suffix_;
    uint32_t last_label_ = ~0u;
    bool too_many_targets_ = false;
};

} // namespace warpscope::ptx
