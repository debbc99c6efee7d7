#include "source/launches.hpp"

namespace warpscope::source {
namespace {

/// Returns the index of the '<' of template arguments that end before `end`, or `end`.
size_t template_arguments_before(const Tokens& tokens, size_t end) {
    if (!tokens[end - 1].is(">")) return end;
    int depth = 0, parentheses = 0;
    for (size_t i = end; i-- > 0;) {
        parentheses += tokens[i].is(")") ? 1 : tokens[i].is("(") ? -1 : 0;
        if (parentheses > 0) continue; // "(a > b)" compares
        depth += tokens[i].is(">") ? 1 : tokens[i].is("<") ? -1 : 0;
        if (depth == 0) return i;
        if (tokens[i].is(";") || tokens[i].is("{") || tokens[i].is("}")) break;
    }
    return end;
}

/// Returns the parenthesis after the configuration that starts at `open`, or tokens.size().
size_t after_configuration(const Tokens& tokens, size_t open) {
    for (size_t i = open + 1; i + 3 < tokens.size() && !tokens[i].is(";"); ++i) {
        if (tokens[i].is("(") || tokens[i].is("{") || tokens[i].is("["))
            i = closing_bracket(tokens, i);
        else if (tokens[i].is(">") && tokens[i + 1].is(">") && tokens[i + 2].is(">"))
            return i + 3;
    }
    return tokens.size();
}

} // namespace

std::vector<Launch> launches_in(const Tokens& tokens) {
    std::vector<Launch> launches;
    for (size_t i = 1; i < tokens.size(); ++i) {
        if (!tokens[i].is("<<<")) continue;
        Launch launch{.template_end = i};
        launch.name_end = launch.name = template_arguments_before(tokens, i);
        while (launch.name > 0 && (tokens[launch.name - 1].is_word() || tokens[launch.name - 1].is("::")) &&
               !tokens[launch.name - 1].is("return") && !tokens[launch.name - 1].is("else"))
            --launch.name;
        if (launch.name == launch.name_end) continue;
        const size_t open = after_configuration(tokens, i);
        if (open < tokens.size() && tokens[open].is("(")) {
            launch.passed_first = open + 1;
            launch.passed_end = closing_bracket(tokens, open);
        }
        launches.push_back(launch);
    }
    return launches;
}

} // namespace warpscope::source
