#pragma once

#include "compile/source/source_pool.hpp"

namespace warpscope::compile {

using MacroMap = std::map<std::string_view, source::Macro>;

[[nodiscard]] MacroMap macros_with_parameters(const SourcePool& pool);

struct ExpandedFunction {
    source::Tokens tokens; // of one function; they refer to the source
    source::Declaration declaration;
};
[[nodiscard]] ExpandedFunction with_macro_calls(const source::Tokens& tokens, const source::Declaration& function,
                                                const MacroMap& macros);

} // namespace warpscope::compile
