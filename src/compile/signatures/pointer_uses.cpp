#include "compile/signatures/pointer_uses.hpp"

#include <algorithm>

namespace warpscope::compile {
namespace {

bool names_store(std::string_view function) {
    return std::ranges::any_of(std::initializer_list<std::string_view>{"store", "Store", "write", "Write"},
                               [&](std::string_view word) { return function.find(word) != std::string_view::npos; });
}

bool is_cast_to_bytes(const source::Tokens& tokens, size_t token) {
    const size_t star = tokens[token - 1].is(")") ? token - 2 : token - 3; // reinterpret_cast<char*>(data)
    const bool is_cast = tokens[star + 1].is(")") || (tokens[star + 1].is(">") && tokens[star + 2].is("("));
    return is_cast && tokens[star].is("*") && (tokens[star - 1].is("char") || tokens[star - 1].is("uint8_t"));
}

} // namespace

Change change_at(const source::Tokens& tokens, size_t next) {
    const bool doubled = tokens[next + 1].is(tokens[next].text);
    if (tokens[next].is("=")) return {.assigned = !doubled, .changed = false};
    const bool counted = doubled && (tokens[next].is("+") || tokens[next].is("-"));
    constexpr std::string_view operators = "+-*/|^&%";
    const bool compound = tokens[next + 1].is("=") && tokens[next].text.size() == 1 &&
                          operators.find(tokens[next].text.front()) != std::string_view::npos;
    return {.assigned = false, .changed = counted || compound};
}

bool is_atomic_operand(const source::Tokens& tokens, size_t token) {
    size_t before = token - 1;
    while (tokens[before].is("&") || tokens[before].is("(")) --before;
    return tokens[before].text.starts_with("atomic");
}

PointerUses::PointerUses(const source::Tokens& tokens, const source::Declaration& kernel,
                         std::vector<SourceParameter>& parameters)
    : tokens_(tokens)
    , kernel_(kernel)
    , parameters_(parameters) {
    for (SourceParameter& parameter : parameters_)
        if (parameter.is_pointer)
            pointers_[parameter.name] = &parameter;
        else if (!parameter.members.empty())
            objects_[parameter.name] = &parameter;
}

SourceParameter* PointerUses::pointer_at(size_t& at) const {
    if (const auto pointer = pointers_.find(tokens_[at].text); pointer != pointers_.end()) return pointer->second;
    const auto object = objects_.find(tokens_[at].text);
    if (object == objects_.end()) return nullptr;
    SourceParameter* named = object->second;
    size_t end = at;
    while (named != nullptr && !named->is_pointer && tokens_[end + 1].is(".")) {
        const auto member = std::ranges::find(named->members, tokens_[end + 2].text, &SourceParameter::name);
        named = member == named->members.end() ? nullptr : &*member;
        end += 2;
    }
    if (named == nullptr || !named->is_pointer) return nullptr;
    at = end;
    return named;
}

void PointerUses::note() {
    find_local_pointers();
    for (size_t i = kernel_.body_first; i < kernel_.body_end; ++i) {
        const size_t first = i;
        if (tokens_[i - 1].is(".")) continue; // a member
        SourceParameter* const pointer = pointer_at(i);
        if (pointer == nullptr || set_from_.contains(first)) continue;
        note_use(i, *pointer, tokens_[first].text != pointer->name);
    }
}

/// Finds `float* row = out + y * width;`, `Body& body = bodies[i];`.
void PointerUses::find_local_pointers() {
    for (size_t i = kernel_.body_first; i + 3 < kernel_.body_end; ++i) {
        const bool after_type = tokens_[i - 1].is_word() || tokens_[i - 1].is(">");
        const bool starred = tokens_[i].is("*") && after_type;
        size_t name = i + 1;
        const bool reference = (tokens_[i].is("&") && after_type) || (tokens_[i].is("auto") && tokens_[name].is("&"));
        if (!starred && !reference && !tokens_[i].is("auto")) continue;
        if (tokens_[i].is("auto") && reference) ++name;
        while (tokens_[name].is("const") || tokens_[name].text.find("restrict") != std::string_view::npos ||
               tokens_[name].is("*"))
            ++name;
        if (!tokens_[name].is_word() || !tokens_[name + 1].is("=") || tokens_[name + 2].is("=") ||
            pointers_.contains(tokens_[name].text))
            continue;
        for (size_t k = name + 2; k < kernel_.body_end && !tokens_[k].is(";"); ++k) {
            const size_t first = k;
            SourceParameter* const from = pointer_at(k);
            const bool address = reference || !tokens_[k + 1].is("[") || tokens_[first - 1].is("&");
            if (from == nullptr || !address) continue;
            from->by_bytes = from->by_bytes || is_cast_to_bytes(tokens_, first);
            pointers_.emplace(tokens_[name].text, from);
            if (reference) references_.insert(tokens_[name].text);
            set_from_.insert({first, name});
            break;
        }
    }
}

/// Recognizes the end of "if (...)".
bool PointerUses::ends_condition(size_t close) const {
    int depth = 0;
    for (size_t i = close; i > kernel_.body_first; --i) {
        depth += tokens_[i].is(")") ? 1 : tokens_[i].is("(") ? -1 : 0;
        if (depth == 0) return tokens_[i - 1].is("if") || tokens_[i - 1].is("for") || tokens_[i - 1].is("while");
    }
    return false;
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

std::optional<Change> PointerUses::change_through_cast(size_t at) const {
    const auto bracket_around = [&](size_t inside) {
        int depth = 0;
        for (size_t i = inside; i-- > kernel_.body_first;) {
            if (tokens_[i].is(";") || tokens_[i].is("{") || tokens_[i].is("}")) return size_t{0};
            depth += tokens_[i].is(")") || tokens_[i].is("]") ? 1 : tokens_[i].is("(") || tokens_[i].is("[") ? -1 : 0;
            if (depth < 0) return tokens_[i].is("(") ? i : size_t{0};
        }
        return size_t{0};
    };
    const auto change_after = [&](size_t next) {
        while (tokens_[next].is(".") && tokens_[next + 1].is_word()) next += 2;
        return change_at(tokens_, next);
    };
    size_t first = at, last = at;
    for (size_t open = bracket_around(at); open != 0 && !tokens_[open - 1].is_word(); open = bracket_around(first)) {
        first = open;
        last = source::closing_bracket(tokens_, open);
        if (tokens_[first - 1].is(")"))
            for (int depth = 0; first-- > kernel_.body_first;) {
                depth += tokens_[first].is(")") ? 1 : tokens_[first].is("(") ? -1 : 0;
                if (depth == 0) break;
            }
        if (tokens_[last + 1].is("[")) return change_after(source::closing_bracket(tokens_, last + 1) + 1);
        const source::Token& before = tokens_[first - 2];
        const bool is_operand = before.is_word() || before.is(")") || before.is("]") || before.is_literal();
        if (tokens_[first - 1].is("*") && !is_operand) return change_after(last + 1);
    }
    return std::nullopt;
}

void PointerUses::note_use(size_t at, SourceParameter& parameter, bool local) {
    const bool first_use = !parameter.is_stored && !parameter.is_loaded && !parameter.is_atomic;
    const bool dereferenced = tokens_[at - 1].is("*") && !tokens_[at - 2].is_word() &&
                              (!tokens_[at - 2].is(")") || ends_condition(at - 2)) && !tokens_[at - 2].is_literal() &&
                              !tokens_[at - 2].is("]");
    const size_t open = at + 1, close = tokens_[open].is("[") ? source::closing_bracket(tokens_, open) : at;
    const bool by_block = !local && close == open + 4 && tokens_[open + 1].is("blockIdx");
    const bool arrow = close == at && tokens_[open].is("-") && tokens_[open + 1].is(">");
    const bool single = !local && (dereferenced || arrow || (close == open + 2 && tokens_[open + 1].is("0")));
    size_t next = close + 1;
    const bool reference = local && references_.contains(tokens_[at].text);
    while (next + 1 < tokens_.size())
        if (tokens_[next].is(".") && tokens_[next + 1].is_word())
            next += 2;
        else if (next > close + 1 && tokens_[next].is("["))
            next = source::closing_bracket(tokens_, next) + 1;
        else if (next == close + 1 && tokens_[next].is("-") && tokens_[next + 1].is(">") && tokens_[next + 2].is_word())
            next += 3;
        else
            break;
    const auto [assigned, changed] = change_at(tokens_, next);
    if (is_atomic_operand(tokens_, at)) {
        parameter.is_atomic = true;
        parameter.single =
            (first_use || parameter.single) && (single || (close == at && !local && !tokens_[open].is("+")));
        return;
    }
    parameter.names_next = parameter.names_next || (close == open + 4 && tokens_[open + 1].is_word() &&
                                                    tokens_[open + 2].is("+") && tokens_[open + 3].is("1"));
    parameter.by_bytes = parameter.by_bytes || is_cast_to_bytes(tokens_, at);
    for (size_t i = open + 1; i < close; ++i)
        parameter.names_before = parameter.names_before || (tokens_[i].is("-") && tokens_[i + 1].is("1"));
    const bool bare = close == at && next == at + 1 && !dereferenced && !reference;
    if (bare && (assigned || changed)) return; // the pointer itself changes
    parameter.by_block = (first_use || parameter.by_block) && by_block;
    parameter.single = (first_use || parameter.single) && single;
    if (bare && names_store(called_with(at))) {
        parameter.is_stored = true;
        return;
    }
    if (const auto through = bare ? change_through_cast(at) : std::nullopt) {
        parameter.is_stored = parameter.is_stored || through->assigned || through->changed;
        parameter.is_loaded = parameter.is_loaded || !through->assigned;
        return;
    }
    parameter.is_passed_on = parameter.is_passed_on || bare;
    parameter.is_stored = parameter.is_stored || assigned || changed;
    parameter.is_loaded = parameter.is_loaded || !assigned;
}

} // namespace warpscope::compile
