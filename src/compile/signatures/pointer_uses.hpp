// What a kernel's body does with its pointers. Private to src/compile.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "compile/kernel_signatures.hpp"
#include "compile/source/declarations.hpp"

namespace warpscope::compile {

/// Returns whether what ends before token `next` is assigned to, and whether by "=" alone.
struct Change {
    bool assigned = false, changed = false;
};
[[nodiscard]] Change change_at(const std::vector<Token>& tokens, size_t next);
/// Returns whether the token is handed to an atomic function: "atomicAdd(&total".
[[nodiscard]] bool is_atomic_operand(const std::vector<Token>& tokens, size_t token);

class PointerUses {
public:
    PointerUses(const std::vector<Token>& tokens, const Declaration& kernel, std::vector<SourceParameter>& parameters);

    /// Reads them all.
    void note();

private:
    void find_local_pointers();
    /// The pointer that token `at` names: a parameter, a local one, or the member of a parameter ("image.pixels"),
    /// whose last token `at` becomes. Null where it names none.
    [[nodiscard]] SourceParameter* pointer_at(size_t& at) const;
    void note_use(size_t at, SourceParameter& parameter, bool local);
    /// What becomes of the memory that an address in brackets leads to, as behind a cast: "((float*)((char*)out + y *
    /// pitch))[x] = ...", of the token of `out`. Nothing where it leads nowhere.
    [[nodiscard]] std::optional<Change> change_through_cast(size_t at) const;
    /// The function that is called with the expression in which a token stands; empty where it is no argument.
    [[nodiscard]] std::string_view called_with(size_t token) const;

    const std::vector<Token>& tokens_;
    const Declaration& kernel_;
    std::vector<SourceParameter>& parameters_;
    std::map<std::string_view, SourceParameter*> pointers_; // the parameters, and local ones that are set from them
    std::map<std::string_view, SourceParameter*> objects_;  // parameters of classes with members
    std::set<std::string_view> references_;                 // of the local ones: `Body& body = bodies[i];`
    std::set<size_t> set_from_;                             // tokens that only say where a local pointer begins
};

} // namespace warpscope::compile
