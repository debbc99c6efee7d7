#pragma once

#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "compile/kernel_signatures.hpp"
#include "compile/source/declarations.hpp"

namespace warpscope::compile {

/// Modification by "=" (assigned) or by a compound assignment or increment (changed).
struct Change {
    bool assigned = false, changed = false;
};
[[nodiscard]] Change change_at(const std::vector<Token>& tokens, size_t next);
/// Recognizes "atomicAdd(&total".
[[nodiscard]] bool is_atomic_operand(const std::vector<Token>& tokens, size_t token);

class PointerUses {
public:
    PointerUses(const std::vector<Token>& tokens, const Declaration& kernel, std::vector<SourceParameter>& parameters);

    void note();

private:
    void find_local_pointers();
    /// Returns the parameter, local pointer or member ("image.pixels") at token `at`, which moves to its last token; or
    /// null.
    [[nodiscard]] SourceParameter* pointer_at(size_t& at) const;
    void note_use(size_t at, SourceParameter& parameter, bool local);
    /// Returns the change through a cast: "((float*)((char*)out + y * pitch))[x] = ..."; `at`: token of `out`.
    [[nodiscard]] std::optional<Change> change_through_cast(size_t at) const;
    /// Returns the function called with the token, or an empty text.
    [[nodiscard]] std::string_view called_with(size_t token) const;

    const std::vector<Token>& tokens_;
    const Declaration& kernel_;
    std::vector<SourceParameter>& parameters_;
    std::map<std::string_view, SourceParameter*> pointers_; // parameters and local pointers
    std::map<std::string_view, SourceParameter*> objects_;
    std::set<std::string_view> references_; // `Body& body = bodies[i];`
    std::set<size_t> set_from_;             // tokens in initializers of local pointers
};

} // namespace warpscope::compile
