#include "compile/signatures/pointer_uses.hpp"

#include <algorithm>

namespace warpscope::compile {
namespace {

/// Returns whether a function of this name stores through the pointer that it is given: "store_matrix_sync".
bool names_store(std::string_view function) {
    return std::ranges::any_of(std::initializer_list<std::string_view>{"store", "Store", "write", "Write"},
                               [&](std::string_view word) { return function.find(word) != std::string_view::npos; });
}

/// "(const char*)in", of the token of `in`.
bool is_cast_to_bytes(const std::vector<Token>& tokens, size_t token) {
    return tokens[token - 1].is(")") && tokens[token - 2].is("*") && tokens[token - 3].is("char");
}

} // namespace

Change change_at(const std::vector<Token>& tokens, size_t next) {
    const bool doubled = tokens[next + 1].is(tokens[next].text);
    if (tokens[next].is("=")) return {.assigned = !doubled, .changed = false};
    const bool counted = doubled && (tokens[next].is("+") || tokens[next].is("-"));
    constexpr std::string_view operators = "+-*/|^&%";
    const bool compound = tokens[next + 1].is("=") && tokens[next].text.size() == 1 &&
                          operators.find(tokens[next].text.front()) != std::string_view::npos;
    return {.assigned = false, .changed = counted || compound};
}

bool is_atomic_operand(const std::vector<Token>& tokens, size_t token) {
    size_t before = token - 1;
    while (tokens[before].is("&") || tokens[before].is("(")) --before;
    return tokens[before].text.starts_with("atomic");
}

PointerUses::PointerUses(const std::vector<Token>& tokens, const Declaration& kernel,
                         std::vector<SourceParameter>& parameters)
    : tokens_(tokens)
    , kernel_(kernel)
    , parameters_(parameters) {
    for (SourceParameter& parameter : parameters_)
        if (parameter.is_pointer) pointers_[parameter.name] = &parameter;
}

void PointerUses::note() {
    find_local_pointers();
    for (size_t i = kernel_.body_first; i < kernel_.body_end; ++i) {
        const auto pointer = pointers_.find(tokens_[i].text);
        if (pointer == pointers_.end() || set_from_.contains(i)) continue;
        note_use(i, *pointer->second, pointer->first != pointer->second->name);
    }
}

/// `float* row = out + y * width;`
void PointerUses::find_local_pointers() {
    for (size_t i = kernel_.body_first; i + 3 < kernel_.body_end; ++i) {
        const bool starred = tokens_[i].is("*") && (tokens_[i - 1].is_word() || tokens_[i - 1].is(">"));
        if (!starred && !tokens_[i].is("auto")) continue;
        size_t name = i + 1;
        while (tokens_[name].is("const") || tokens_[name].text.find("restrict") != std::string_view::npos ||
               tokens_[name].is("*"))
            ++name;
        if (!tokens_[name].is_word() || !tokens_[name + 1].is("=") || tokens_[name + 2].is("=") ||
            pointers_.contains(tokens_[name].text))
            continue;
        for (size_t k = name + 2; k < kernel_.body_end && !tokens_[k].is(";"); ++k) {
            const auto from = pointers_.find(tokens_[k].text);
            const bool address = !tokens_[k + 1].is("[") || tokens_[k - 1].is("&");
            if (from == pointers_.end() || !address) continue;
            from->second->by_bytes = from->second->by_bytes || is_cast_to_bytes(tokens_, k);
            pointers_.emplace(tokens_[name].text, from->second);
            set_from_.insert({k, name});
            break;
        }
    }
}

std::string_view PointerUses::called_with(size_t token) const {
    int depth = 0;
    for (size_t i = token; i-- > kernel_.body_first;) {
        if (tokens_[i].is(";") || tokens_[i].is("{") || tokens_[i].is("}")) return {};
        depth += tokens_[i].is(")") || tokens_[i].is("]") ? 1 : tokens_[i].is("(") || tokens_[i].is("[") ? -1 : 0;
        if (depth < 0) return tokens_[i].is("(") && tokens_[i - 1].is_word() ? tokens_[i - 1].text : std::string_view();
    }
    return {};
}

void PointerUses::note_use(size_t at, SourceParameter& parameter, bool local) {
    const bool first_use = !parameter.is_stored && !parameter.is_loaded && !parameter.is_atomic;
    const bool dereferenced = tokens_[at - 1].is("*") && !tokens_[at - 2].is_word() && !tokens_[at - 2].is(")") &&
                              tokens_[at - 2].kind != TokenKind::literal && !tokens_[at - 2].is("]");
    const size_t open = at + 1, close = tokens_[open].is("[") ? closing_bracket(tokens_, open) : at;
    const bool by_block = !local && close == open + 4 && tokens_[open + 1].is("blockIdx");
    const bool single = !local && (dereferenced || (close == open + 2 && tokens_[open + 1].is("0")));
    size_t next = close + 1;
    while (next + 1 < tokens_.size() && tokens_[next].is(".") && tokens_[next + 1].is_word()) next += 2; // .x
    const auto [assigned, changed] = change_at(tokens_, next);
    if (is_atomic_operand(tokens_, at)) {
        parameter.is_atomic = true;
        parameter.single = (first_use || parameter.single) && (single || (close == at && !local));
        return;
    }
    parameter.names_next = parameter.names_next || (close == open + 4 && tokens_[open + 1].is_word() &&
                                                    tokens_[open + 2].is("+") && tokens_[open + 3].is("1"));
    parameter.by_bytes = parameter.by_bytes || is_cast_to_bytes(tokens_, at);
    const bool member = tokens_[next].is("-") && tokens_[next + 1].is(">");
    const bool bare = close == at && !dereferenced && !member;
    if (bare && (assigned || changed)) return; // the pointer itself moves on
    parameter.by_block = (first_use || parameter.by_block) && by_block;
    parameter.single = (first_use || parameter.single) && single;
    if (bare && names_store(called_with(at))) {
        parameter.is_stored = true;
        return;
    }
    parameter.is_handed_on = parameter.is_handed_on || bare;
    parameter.is_stored = parameter.is_stored || assigned || changed;
    parameter.is_loaded = parameter.is_loaded || !assigned;
}

} // namespace warpscope::compile
