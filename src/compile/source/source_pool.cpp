#include "compile/source/source_pool.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "compile/source/includes.hpp"
#include "source/launch_marks.hpp"

namespace warpscope::compile {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

} // namespace

SourcePool::SourcePool(const CompileRequest& request)
    : folder_(folder_of(request))
    , include_folders_(request.include_folders) {
    add_text({}, request.source);
    for (IncludedFile& file : included_files(request))
        if (!by_path_.contains(file.path)) add_text(file.path, std::move(file.text));
    for (size_t i = 0; i < texts.size(); ++i) {
        for (const source::Token& token : texts[i].tokens) {
            const auto macro = source::macro_in(token);
            if (!macro) continue;
            std::vector<std::string_view>& body = macros[macro->name];
            body.insert(body.end(), macro->parameters.begin(), macro->parameters.end());
            for (const source::Token& word : macro->body)
                if (word.is_word()) body.push_back(word.text);
        }
        add_declarations(i, texts[i].declarations, "");
    }
}

void SourcePool::add_text(std::filesystem::path path, std::string text) {
    if (!path.empty()) by_path_[path] = texts.size();
    PooledText& added = texts.emplace_back();
    if (!path.empty()) added.include_name = fmt::format("ws_own/{}/{}", texts.size() - 1, path.filename().string());
    added.path = std::move(path);
    if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
    added.text = source::join_launch_marks(std::move(text));
    added.tokens = source::tokens_of(added.text);
    added.declarations = source::declarations_of(added.tokens, 0, added.tokens.size());
}

void SourcePool::add_declarations(size_t text, const std::vector<source::Declaration>& all, const std::string& scope) {
    for (const source::Declaration& declaration : all) {
        if (declaration.kind != source::DeclarationKind::scope) {
            declarations.push_back({text, &declaration, scope});
            continue;
        }
        std::string inner = scope;
        for (const std::string_view name : declaration.names)
            if (name != "namespace" && name != "inline") {
                namespaces.insert(name);
                inner += fmt::format("{}::", name);
            }
        add_declarations(text, declaration.inner, inner);
    }
}

size_t SourcePool::find_include(const PooledText& from, std::string_view name, bool in_quotes) const {
    std::vector<std::filesystem::path> folders{folder_};
    if (in_quotes && !from.path.empty()) folders.insert(folders.begin(), from.path.parent_path());
    folders.insert(folders.end(), include_folders_.begin(), include_folders_.end());
    for (const std::filesystem::path& folder : folders)
        if (const auto found = by_path_.find((folder / name).lexically_normal()); found != by_path_.end())
            return found->second;
    return 0;
}

bool SourcePool::denotes_any(std::string_view word, const std::set<std::string_view>& wanted) const {
    std::vector<std::string_view> open{word};
    std::set<std::string_view> seen;
    while (!open.empty()) {
        const std::string_view next = open.back();
        open.pop_back();
        if (wanted.contains(next)) return true;
        const auto macro = macros.find(next);
        if (macro != macros.end() && seen.insert(next).second)
            open.insert(open.end(), macro->second.begin(), macro->second.end());
    }
    return false;
}

bool SourcePool::head_has(const PooledText& text, const source::Declaration& declaration,
                          const std::set<std::string_view>& wanted) const {
    const size_t end = declaration.body_end > declaration.body_first ? declaration.body_first : declaration.end;
    int depth = 0;
    for (size_t i = declaration.first; i < end; ++i) {
        const source::Token& token = text.tokens[i];
        if (token.is("(") || token.is("{")) ++depth;
        if (token.is(")") || token.is("}")) --depth;
        if (token.is("=") && depth == 0 && declaration.kind == source::DeclarationKind::variable) break;
        if (depth == 0 && token.is_word() && denotes_any(token.text, wanted)) return true;
    }
    return false;
}

NamedInclude include_in(const source::Directive& directive) {
    const std::string_view rest = directive.rest;
    if (rest.size() < 3 || (rest.front() != '"' && rest.front() != '<')) return {};
    const size_t end = rest.find(rest.front() == '"' ? '"' : '>', 1);
    if (end == std::string_view::npos) return {};
    return {rest.substr(1, end - 1), rest.front() == '"'};
}

} // namespace warpscope::compile
