#include "compile/signatures/kernel_body.hpp"

#include <algorithm>
#include <set>

#include "compile/signatures/array_lengths.hpp"
#include "compile/signatures/block_shape.hpp"
#include "compile/signatures/comment_shapes.hpp"
#include "compile/signatures/index_factor.hpp"
#include "compile/signatures/index_roles.hpp"
#include "compile/signatures/pointer_uses.hpp"
#include "compile/signatures/source_types.hpp"

namespace warpscope::compile {
namespace {

std::string shared_type(const source::Tokens& tokens, size_t at, size_t end) {
    std::vector<std::string_view> words;
    for (size_t i = at + 1; i < end && !tokens[i].is("[") && !tokens[i].is(";"); ++i)
        if (tokens[i].is_word() && !tokens[i].text.starts_with("__")) words.push_back(tokens[i].text);
    return words.empty() ? "char" : std::string(words.front());
}

const std::set<std::string_view> words_of_threads{"threadIdx", "blockDim", "cooperative_groups", "this_thread_block",
                                                  "this_grid", "laneid",   "__syncthreads",      "cub"};

/// Handles "for (int j = 0; j < n; ++j)" at token `at`.
void note_loop(const source::Tokens& tokens, size_t at, SourceKernel& kernel) {
    if (!tokens[at + 1].is("(")) return;
    const size_t close = source::closing_bracket(tokens, at + 1);
    size_t condition = at + 2;
    while (condition < close && !tokens[condition].is(";")) ++condition;
    if (condition + 5 >= close || !tokens[condition + 2].is("<")) return;
    const size_t bound = tokens[condition + 3].is("=") ? condition + 4 : condition + 3;
    const auto by_one = [&](size_t i) { return tokens[i].is("+") && tokens[i + 1].is("+"); };
    if (!tokens[bound + 1].is(";") || (!by_one(bound + 2) && !by_one(bound + 3))) return;
    for (SourceParameter& parameter : kernel.parameters)
        if (!parameter.is_pointer && tokens[bound].is(parameter.name)) parameter.bounds_loop = true;
}

/// Handles "color[i] != -1" and "atomicCAS(&key[i], empty, k)".
void note_empty_value(const source::Tokens& tokens, size_t at, const SourceNumbers& numbers, SourceKernel& kernel) {
    const auto array = std::ranges::find(kernel.parameters, tokens[at].text, &SourceParameter::name);
    if (array == kernel.parameters.end() || !array->is_pointer || !tokens[at + 1].is("[")) return;
    size_t next = source::closing_bracket(tokens, at + 1) + 1;
    if (tokens[next].is(".")) next += 2;
    const uint32_t negative = numbers.number(tokens[next + 3]);
    const bool compares = (tokens[next].is("!") || tokens[next].is("=")) && tokens[next + 1].is("=");
    if (compares && tokens[next + 2].is("-") && negative > 0) array->empty_value = -int64_t{negative};
    const bool exchanges = tokens[at - 1].is("&") && tokens[at - 3].is("atomicCAS") && tokens[next].is(",");
    if (const uint32_t empty = numbers.number(tokens[next + 1]); exchanges && tokens[next + 2].is(",") && empty > 0)
        array->empty_value = empty;
}

void note_name(const source::Token& token, std::vector<SourceParameter>& parameters) {
    for (SourceParameter& parameter : parameters) {
        parameter.is_used = parameter.is_used || token.is(parameter.name);
        note_name(token, parameter.members);
    }
}

} // namespace

KernelBodies::KernelBodies(const SourcePool& pool, const SourceNumbers& numbers)
    : pool_(pool)
    , variables_(device_variables(pool, numbers))
    , macros_(macros_with_parameters(pool)) {
    for (const PooledDeclaration& one : pool.declarations) {
        const source::Declaration& declaration = *one.declaration;
        const source::Tokens& tokens = pool.texts[one.text].tokens;
        const bool callable =
            declaration.kind == source::DeclarationKind::function || declaration.kind == source::DeclarationKind::type;
        if (callable && declaration.body_end > declaration.body_first)
            for (const std::string_view name : declaration.names) called_.emplace(name, &one);
        if (declaration.kind == source::DeclarationKind::variable && tokens[declaration.first].is("extern") &&
            pool.head_has(pool.texts[one.text], declaration, {"__shared__"}))
            for (const std::string_view name : declaration.names)
                shared_of_file_.emplace(name, shared_type(tokens, declaration.first, declaration.end));
    }
}

void KernelBodies::read(const PooledDeclaration& one, const SourceNumbers& numbers, SourceKernel& kernel) const {
    const auto [tokens, declaration] = with_macro_calls(pool_.texts[one.text].tokens, *one.declaration, macros_);
    bool names_block = false;
    for (size_t i = declaration.body_first; i < declaration.body_end; ++i) {
        const source::Token& token = tokens[i];
        if (!token.is_word()) continue;
        if (token.is("blockIdx")) {
            names_block = true;
            kernel.uses_block_x = kernel.uses_block_x || !tokens[i + 1].is(".") || tokens[i + 2].is("x");
            kernel.uses_block_y = kernel.uses_block_y || !tokens[i + 1].is(".") || tokens[i + 2].is("y");
        }
        if ((token.is("threadIdx") || token.is("blockIdx")) && tokens[i + 1].is(".")) {
            const uint32_t named = tokens[i + 2].is("y") ? 2u : tokens[i + 2].is("z") ? 3u : 1u;
            kernel.dimensions = std::max(kernel.dimensions, named);
            if (token.is("threadIdx")) kernel.thread_dimensions = std::max(kernel.thread_dimensions, named);
        }
        if (token.is("for")) note_loop(tokens, i, kernel);
        if (token.text.starts_with("tex") && tokens[i + 1].is("<")) note_fetch(tokens, i, kernel);
        note_name(token, kernel.parameters);
        note_empty_value(tokens, i, numbers, kernel);
        if (const auto size = numbers.block_size(token.text))
            if (auto& extent = token.text.ends_with("Y") ? kernel.block_height : kernel.block_width; !extent)
                extent = size;
    }
    PointerUses(tokens, declaration, kernel.parameters).note();
    note_reached(one, kernel);
    kernel.uses_block_x = kernel.uses_block_x || (kernel.uses_block_index && !names_block);
    kernel.uses_block_y = kernel.uses_block_y || (kernel.uses_block_index && !names_block);
    note_block_shape(tokens, declaration, numbers, kernel);
    note_channels(tokens, declaration, numbers, kernel);
    note_index_roles(tokens, declaration, numbers, kernel);
    note_array_lengths(tokens, declaration, numbers, kernel);
    note_comments(head_of(one), kernel);
}

std::string_view KernelBodies::head_of(const PooledDeclaration& one) const {
    const PooledText& text = pool_.texts[one.text];
    const source::Declaration& declaration = *one.declaration;
    const size_t first = declaration.first == 0 ? 0 : text.tokens[declaration.first - 1].end;
    const size_t end = text.tokens[declaration.body_first].begin;
    return end < first ? std::string_view() : std::string_view(text.text).substr(first, end - first);
}

std::vector<const PooledDeclaration*> KernelBodies::reached_from(const PooledDeclaration& kernel) const {
    std::vector<const PooledDeclaration*> reached{&kernel};
    for (size_t next = 0; next < reached.size(); ++next) {
        const source::Tokens& tokens = pool_.texts[reached[next]->text].tokens;
        const source::Declaration& body = *reached[next]->declaration;
        for (size_t i = body.body_first; i < body.body_end; ++i) {
            const auto [first, end] = called_.equal_range(tokens[i].text);
            for (auto one = first; one != end; ++one)
                if (std::ranges::find(reached, one->second) == reached.end()) reached.push_back(one->second);
        }
    }
    return reached;
}

void KernelBodies::note_reached(const PooledDeclaration& kernel, SourceKernel& out) const {
    for (const PooledDeclaration* one : reached_from(kernel)) {
        const source::Tokens& tokens = pool_.texts[one->text].tokens;
        for (size_t i = one->declaration->body_first; i < one->declaration->body_end; ++i) {
            const source::Token& token = tokens[i];
            if (!token.is_word()) continue;
            out.uses_threads =
                out.uses_threads || token.text.ends_with("_sync") || pool_.denotes_any(token.text, words_of_threads);
            out.uses_block_index = out.uses_block_index || pool_.denotes_any(token.text, {"blockIdx"});
            out.uses_block_size = out.uses_block_size || token.is("blockDim");
            out.uses_wmma = out.uses_wmma || token.is("mma_sync");
            out.uses_shared = out.uses_shared || token.is("__shared__");
            note_variable(tokens, i, out);
            if (!out.dynamic_shared.empty()) continue;
            if (token.is("extern")) out.dynamic_shared = shared_type(tokens, i, one->declaration->body_end);
            if (const auto file = shared_of_file_.find(token.text); file != shared_of_file_.end())
                out.dynamic_shared = file->second;
        }
    }
    out.uses_shared = out.uses_shared || !out.dynamic_shared.empty();
}

void KernelBodies::note_variable(const source::Tokens& tokens, size_t at, SourceKernel& kernel) const {
    const auto known = std::ranges::find_if(variables_, [&](const SourceVariable& variable) {
        return std::string_view(variable.name).substr(variable.name.rfind(':') + 1) == tokens[at].text;
    });
    if (known == variables_.end()) return;
    size_t next = at + 1;
    while (tokens[next].is("[")) next = source::closing_bracket(tokens, next) + 1;
    while (tokens[next].is(".") && tokens[next + 1].is_word()) next += 2;
    const bool atomic = is_atomic_operand(tokens, at);
    const auto [assigned, changed] = change_at(tokens, next);
    if (!atomic && !assigned && !changed) return;
    auto noted = std::ranges::find(kernel.stored_variables, known->name, &SourceVariable::name);
    if (noted == kernel.stored_variables.end()) noted = kernel.stored_variables.insert(noted, *known);
    noted->is_atomic = noted->is_atomic || atomic;
}

void KernelBodies::note_channels(const source::Tokens& tokens, const source::Declaration& declaration,
                                 const SourceNumbers& numbers, SourceKernel& kernel) {
    std::set<std::string_view> widths{"gridDim"};
    for (const SourceParameter& parameter : kernel.parameters)
        if (!parameter.is_pointer && !parameter.is_texture) widths.insert(parameter.name);
    const IndexFactors factors(tokens, declaration.body_first, declaration.body_end, std::move(widths),
                               kernel.dimensions >= 2,
                               [&numbers](const source::Token& token) { return numbers.number(token); });
    for (size_t i = declaration.body_first; i + 1 < declaration.body_end; ++i)
        for (SourceParameter& parameter : kernel.parameters) {
            if (!parameter.is_pointer || !tokens[i].is(parameter.name)) continue;
            size_t end = i + 2;
            if (tokens[i + 1].is("["))
                end = source::closing_bracket(tokens, i + 1);
            else if (tokens[i + 1].is("+"))
                while (end < declaration.body_end && !tokens[end].is(";") && !tokens[end].is(",")) ++end;
            parameter.channels = std::max(parameter.channels, factors.factor(i + 2, end));
        }
}

void KernelBodies::note_fetch(const source::Tokens& tokens, size_t at, SourceKernel& kernel) const {
    const size_t open = source::after_template_arguments(tokens, at + 1);
    if (open + 1 >= tokens.size() || !tokens[open].is("(")) return;
    for (SourceParameter& parameter : kernel.parameters) {
        if (!parameter.is_texture || !parameter.fetched_by.empty() || !tokens[open + 1].is(parameter.name)) continue;
        std::vector<std::string> words;
        for (size_t k = at + 2; k + 1 < open; ++k) words.emplace_back(tokens[k].text);
        parameter.type = resolved_type(pool_, words);
        parameter.fetched_by = tokens[at].text;
        const size_t close = source::closing_bracket(tokens, open);
        for (size_t k = open + 2; k < close; ++k)
            for (const std::string_view sign : {"u", "v", "tu", "tv", "/"})
                parameter.fetched_normalized = parameter.fetched_normalized || tokens[k].is(sign);
    }
}

} // namespace warpscope::compile
