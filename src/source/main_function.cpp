#include "source/main_function.hpp"

#include "source/tokens.hpp"

namespace warpscope::source {

bool defines_main(std::string_view source) {
    const Tokens tokens = tokens_of(source);
    for (size_t i = 1; i + 1 < tokens.size(); ++i) {
        if (!tokens[i].is("main") || !tokens[i + 1].is("(")) continue;
        // Definitions begin with a type; "return main(" and "x = main(" are calls.
        if (!tokens[i - 1].is_word() || tokens[i - 1].is("return")) continue;
        size_t next = closing_bracket(tokens, i + 1);
        while (next < tokens.size() && !tokens[next].is("{") && !tokens[next].is(";")) ++next;
        if (next < tokens.size() && tokens[next].is("{")) return true;
    }
    return false;
}

} // namespace warpscope::source
