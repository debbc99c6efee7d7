#pragma once

#include <fmt/format.h>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "catalog/check.hpp"

namespace warpscope::catalog {

using Names = std::vector<std::string>;
using Report = std::function<void(PartRef where, Message message, Message hint)>;
using CheckExpression =
    std::function<void(PartRef where, const Message& what, const Expression& text, const Names& known)>;

template<class Part>
void unique_names(PartRef::Kind kind, const std::vector<Part>& parts, const Report& report) {
    std::set<std::string> seen;
    for (size_t i = 0; i < parts.size(); ++i)
        if (!seen.insert(parts[i].name).second)
            report({kind, i}, fmt::format("the name '{}' is used twice.", parts[i].name), {});
}

class BufferChecks {
public:
    BufferChecks(const Variant& variant, const Report& report, const CheckExpression& expression)
        : variant_(variant)
        , report_(report)
        , expression_(expression) {}

    void check(const Names& known) const {
        buffers(known);
        symbols();
        textures();
    }

private:
    void buffers(const Names& known) const;
    void variable(PartRef where, const BufferSpec& buffer) const;
    void symbols() const;
    void symbol_buffer(PartRef where, const SymbolSpec& symbol) const;
    void textures() const;
    void texture_buffer(PartRef where, const TextureSpec& texture, const BufferSpec& buffer) const;

    const Variant& variant_;
    const Report& report_;
    const CheckExpression& expression_;
};

} // namespace warpscope::catalog
