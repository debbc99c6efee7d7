#pragma once

#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "compile/kernel_signatures.hpp"
#include "source/declarations.hpp"

namespace warpscope::compile {

struct Change {
    bool assigned = false, changed = false;
};
[[nodiscard]] Change change_at(const source::Tokens& tokens, size_t next);
/// Recognizes "atomicAdd(&total".
[[nodiscard]] bool is_atomic_operand(const source::Tokens& tokens, size_t token);

class PointerUses {
public:
    PointerUses(const source::Tokens& tokens, const source::Declaration& kernel,
                std::vector<SourceParameter>& parameters);

    void note();

private:
    void find_local_pointers();
    /// Returns the parameter that a parameter's name, a local pointer or a member ("image.pixels") refers to, or null.
    /// Moves `at` to the name's last token.
    [[nodiscard]] SourceParameter* pointer_at(size_t& at) const;
    void note_use(size_t at, SourceParameter& parameter, bool local);
    /// Handles "((float*)((char*)out + y * pitch))[x] = ...". `at`: token of `out`.
    [[nodiscard]] std::optional<Change> change_through_cast(size_t at) const;
    [[nodiscard]] bool ends_condition(size_t close) const;
    [[nodiscard]] std::string_view called_with(size_t token) const;

    const source::Tokens& tokens_;
    const source::Declaration& kernel_;
    std::vector<SourceParameter>& parameters_;
    std::map<std::string_view, SourceParameter*> pointers_;
    std::map<std::string_view, SourceParameter*> objects_;
    std::set<std::string_view> references_; // `Body& body = bodies[i];`
    std::set<size_t> set_from_;
};

} // namespace warpscope::compile
