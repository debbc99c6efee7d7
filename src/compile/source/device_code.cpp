#include "compile/source/device_code.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "compile/prelude/embedded_headers.hpp"
#include "compile/source/host_words.hpp"
#include "compile/source/launched_instances.hpp"
#include "compile/source/source_pool.hpp"

namespace warpscope::compile {
namespace {

using Words = std::set<std::string_view>;

const Words device_words{"__global__", "__device__", "__constant__", "__shared__", "__managed__"};
const Words root_words{"__global__", "__constant__", "__managed__"};
bool known_to_prelude(std::string_view name) {
    return std::ranges::any_of(prelude_headers(), [&](const PreludeHeader& header) { return header.name == name; }) ||
           std::ranges::any_of(header_aliases(), [&](const auto& alias) { return alias.first == name; });
}

class Cutter {
public:
    explicit Cutter(const CompileRequest& request)
        : pool_(request)
        , asked_(request.instances) {
        for (const PooledDeclaration& one : pool_.declarations)
            for (const std::string_view name : one.declaration->names) by_name_[name].push_back(&one);
    }

    std::optional<DeviceCode> cut() {
        out_.instances = launched_instances(pool_);
        for (const PooledDeclaration& one : pool_.declarations)
            if (is_root(one)) keep(one);
        for (const auto& instances : {out_.instances, asked_})
            for (const std::string& instance : instances)
                for (const source::Token& token : source::tokens_of(instance))
                    if (token.is_word()) reach_name(token.text);
        while (!open_.empty()) {
            const PooledDeclaration* next = open_.back();
            open_.pop_back();
            reach_words_of(*next);
        }
        for (size_t i = 0; i < pool_.texts.size(); ++i) {
            std::string text = pool_.texts[i].text;
            for (const PooledDeclaration& one : pool_.declarations)
                if (one.text == i) remove_declaration(one, text);
            texts_.push_back(std::move(text));
        }
        for (size_t i = 0; i < pool_.texts.size(); ++i) replace_includes(pool_.texts[i], texts_[i]);
        if (!host_code_ && out_.omitted.empty()) return std::nullopt;
        out_.source = std::move(texts_.front());
        for (size_t i = 1; i < texts_.size(); ++i)
            out_.headers.emplace_back(pool_.texts[i].include_name,
                                      fmt::format("#line 1 \"{}\"\n{}", pool_.texts[i].path.string(), texts_[i]));
        return std::move(out_);
    }

private:
    [[nodiscard]] const PooledText& text_of(const PooledDeclaration& one) const { return pool_.texts[one.text]; }
    [[nodiscard]] bool head_has(const PooledDeclaration& one, const Words& words) const {
        return pool_.head_has(text_of(one), *one.declaration, words);
    }

    [[nodiscard]] bool is_root(const PooledDeclaration& one) const {
        const source::Declaration& declaration = *one.declaration;
        switch (declaration.kind) {
        case source::DeclarationKind::function:
            if (head_has(one, root_words)) return true;
            if (!head_has(one, device_words)) return false;
            return !head_has(one, {"__host__"}) || std::ranges::count(declaration.names, "operator") > 0;
        case source::DeclarationKind::variable: return head_has(one, device_words);
        case source::DeclarationKind::other:
            return std::ranges::any_of(declaration.names, [&](std::string_view name) {
                return pool_.denotes_any(name, {"__global__", "__device__"});
            });
        default: return false;
        }
    }

    [[nodiscard]] bool may_stay(const PooledDeclaration& one) const {
        const source::Declaration& declaration = *one.declaration;
        const bool judged = declaration.kind == source::DeclarationKind::function ||
                            declaration.kind == source::DeclarationKind::variable ||
                            declaration.kind == source::DeclarationKind::alias;
        if (!judged) return declaration.kind != source::DeclarationKind::using_namespace;
        if (declaration.kind == source::DeclarationKind::function && std::ranges::count(declaration.names, "main") > 0)
            return false;
        return head_has(one, device_words) || !has_host_words(text_of(one).tokens, declaration.first, declaration.end);
    }

    void keep(const PooledDeclaration& one) {
        if (kept_.insert(one.declaration).second) open_.push_back(&one);
    }

    void reach(std::string_view word) {
        if (!reached_.insert(word).second) return;
        if (const auto macro = pool_.macros.find(word); macro != pool_.macros.end())
            for (const std::string_view inner : macro->second) reach(inner);
        if (const auto found = by_name_.find(word); found != by_name_.end())
            for (const PooledDeclaration* one : found->second)
                if (may_stay(*one)) keep(*one);
    }

    /// Calls reach() with the map's key, because the text of `word` may be temporary.
    void reach_name(std::string_view word) {
        if (const auto found = by_name_.find(word); found != by_name_.end()) reach(found->first);
        if (const auto macro = pool_.macros.find(word); macro != pool_.macros.end()) reach(macro->first);
    }

    void reach_words_in(const PooledText& text, size_t first, size_t end) {
        for (size_t i = first; i < end; ++i)
            if (text.tokens[i].is_word()) reach(text.tokens[i].text);
    }

    void reach_words_of(const PooledDeclaration& one) {
        const source::Declaration& declaration = *one.declaration;
        if (declaration.kind == source::DeclarationKind::type && declaration.body_end > declaration.body_first) {
            reach_words_in(text_of(one), declaration.first, declaration.body_first);
            reach_members(text_of(one), declaration);
            reach_words_in(text_of(one), declaration.body_end, declaration.end);
        } else if (declaration.kind == source::DeclarationKind::function && !declaration.names.empty()) {
            // Skips the function's name and variables, because host functions may have the same names.
            const source::Tokens& tokens = text_of(one).tokens;
            const Words variables = variables_of(tokens, declaration);
            for (size_t i = declaration.first; i < declaration.end; ++i) {
                const bool own = tokens[i].is(declaration.names.front()) &&
                                 (i < declaration.body_first || declaration.body_first == declaration.body_end);
                if (tokens[i].is_word() && !own && !variables.contains(tokens[i].text)) reach(tokens[i].text);
            }
        } else {
            reach_words_in(text_of(one), declaration.first, declaration.end);
        }
    }

    static Words variables_of(const source::Tokens& tokens, const source::Declaration& function) {
        static const Words no_types{"return", "else",     "case",     "goto",  "new",    "delete", "throw",
                                    "sizeof", "typename", "operator", "class", "struct", "using",  "namespace"};
        Words out;
        for (size_t i = function.first + 1; i + 1 < function.end; ++i) {
            const source::Token &before = tokens[i - 1], &after = tokens[i + 1];
            const bool in_head = i < function.body_first;
            const bool typed =
                before.is_word() ? !no_types.contains(before.text) : in_head && (before.is("*") || before.is("&"));
            const bool ends =
                after.is(",") || after.is("=") || after.is(";") || after.is("[") || (in_head && after.is(")"));
            if (tokens[i].is_word() && typed && ends) out.insert(tokens[i].text);
        }
        return out;
    }

    void reach_members(const PooledText& text, const source::Declaration& type) {
        for (const source::Declaration& member : type.inner) {
            if (!member_stays(text, type, member)) continue;
            if (member.kind == source::DeclarationKind::type)
                reach_members(text, member);
            else
                reach_words_in(text, member.first, member.end);
        }
    }

    /// Keeps member functions with __device__. If none has it, keeps those without host code, because the author may
    /// have forgotten it.
    [[nodiscard]] bool member_stays(const PooledText& text, const source::Declaration& type,
                                    const source::Declaration& member) const {
        const auto has_device = [&](const source::Declaration& one) {
            return one.kind == source::DeclarationKind::function && pool_.head_has(text, one, device_words);
        };
        switch (member.kind) {
        case source::DeclarationKind::function:
            if (has_device(member) || pool_.head_has(text, member, {"constexpr"}) || is_defaulted(text, member))
                return true;
            return std::ranges::none_of(type.inner, has_device) &&
                   !has_host_words(text.tokens, member.first, member.end);
        case source::DeclarationKind::variable:
        case source::DeclarationKind::alias: return !has_host_words(text.tokens, member.first, member.end);
        default: return true;
        }
    }

    [[nodiscard]] static bool is_defaulted(const PooledText& text, const source::Declaration& member) {
        if (member.end < member.first + 3) return false;
        const source::Token* const last = &text.tokens[member.end - 1];
        return last->is(";") && (last[-1].is("default") || last[-1].is("delete")) && last[-2].is("=");
    }

    void remove_declaration(const PooledDeclaration& one, std::string& text) {
        const source::Declaration& declaration = *one.declaration;
        const PooledText& source = text_of(one);
        switch (declaration.kind) {
        case source::DeclarationKind::directive: return;
        case source::DeclarationKind::using_namespace: {
            const Words known{"std", "cooperative_groups", "nvcuda", "cuda", "wmma", "experimental", "cub", "thrust"};
            const bool stays = std::ranges::all_of(declaration.names, [&](std::string_view name) {
                const bool library = name == "cub" || name == "thrust";
                return pool_.namespaces.contains(name) ||
                       (known.contains(name) && (!library || reached_.contains(name)));
            });
            if (!stays) blank(source, declaration.first, declaration.end, text);
            return;
        }
        default: break;
        }
        if (kept_.contains(&declaration)) {
            if (declaration.kind == source::DeclarationKind::type) take_out_members(source, declaration, text);
            return;
        }
        if (declaration.kind == source::DeclarationKind::other && declaration.names.empty() &&
            declaration.end - declaration.first == 1)
            return;
        if (is_misplaced_call(source, declaration)) return;
        host_code_ = host_code_ || declaration.kind == source::DeclarationKind::function ||
                     has_host_words(source.tokens, declaration.first, declaration.end);
        blank(source, declaration.first, declaration.end, text);
    }

    /// Exempts capitalized macros.
    [[nodiscard]] bool is_misplaced_call(const PooledText& text, const source::Declaration& declaration) const {
        if (declaration.kind != source::DeclarationKind::function || declaration.body_first != declaration.body_end ||
            declaration.names.empty() || !text.tokens[declaration.first].is(declaration.names.front()))
            return false;
        const std::string_view name = declaration.names.front();
        const auto begin = text.tokens.begin() + static_cast<std::ptrdiff_t>(declaration.first),
                   end = text.tokens.begin() + static_cast<std::ptrdiff_t>(declaration.end);
        const bool is_guide = std::any_of(begin, end, [](const source::Token& token) { return token.is("->"); });
        return !is_guide && !pool_.macros.contains(name) &&
               std::ranges::any_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
    }

    void take_out_members(const PooledText& source, const source::Declaration& type, std::string& text) {
        for (const source::Declaration& member : type.inner) {
            if (member_stays(source, type, member)) {
                if (member.kind == source::DeclarationKind::type) take_out_members(source, member, text);
                continue;
            }
            host_code_ = host_code_ || member.kind == source::DeclarationKind::function;
            blank(source, member.first, member.end, text);
        }
    }

    /// Replaces tokens with blanks. Keeps line ends and conditional directives.
    static void blank(const PooledText& source, size_t first, size_t end, std::string& text) {
        const auto clear = [&](size_t from, size_t to) {
            for (size_t i = from; i < to; ++i)
                if (text[i] != '\n') text[i] = ' ';
        };
        size_t at = source.tokens[first].begin;
        for (size_t i = first; i < end; ++i) {
            const source::Token& token = source.tokens[i];
            if (token.kind != source::TokenKind::directive) continue;
            const std::string_view name = source::directive_in(token.text).name;
            if (name == "include" || name == "pragma" || name == "error" || name == "warning") continue;
            clear(at, token.begin);
            at = token.end;
        }
        clear(at, std::max(at, source.tokens[end - 1].end));
    }

    void replace_includes(const PooledText& source, std::string& text) {
        // Goes backwards, so that offsets stay valid.
        for (auto token = source.tokens.rbegin(); token != source.tokens.rend(); ++token) {
            if (token->kind != source::TokenKind::directive || text[token->begin] != '#') continue;
            const source::Directive directive = source::directive_in(token->text);
            const NamedInclude named = directive.name == "include" ? include_in(directive) : NamedInclude{};
            if (named.name.empty()) continue;
            std::string instead;
            const size_t own = pool_.find_include(source, named.name, named.in_quotes);
            const bool is_replaceable = named.name == "helper_math.h" || !known_to_prelude(named.name);
            if (own != 0 && (named.in_quotes || is_replaceable))
                instead = fmt::format("#include \"{}\"", pool_.texts[own].include_name);
            else if (known_to_prelude(named.name) || is_device_header(named.name) ||
                     (named.name.starts_with("cub/") && reached_.contains("cub")) ||
                     (named.name.starts_with("thrust/") && reached_.contains("thrust")))
                continue;
            else if (named.in_quotes)
                out_.omitted.emplace_back(named.name);
            else
                host_code_ = true;
            instead.append(static_cast<size_t>(std::ranges::count(token->text, '\n')), '\n');
            text.replace(token->begin, token->end - token->begin, instead);
        }
    }

    SourcePool pool_;
    std::vector<std::string> asked_;
    std::map<std::string_view, std::vector<const PooledDeclaration*>> by_name_;
    std::set<const source::Declaration*> kept_;
    std::vector<const PooledDeclaration*> open_;
    Words reached_;
    std::vector<std::string> texts_;
    bool host_code_ = false;
    DeviceCode out_;
};

} // namespace

std::optional<DeviceCode> extract_device_code(const CompileRequest& request) { return Cutter(request).cut(); }

} // namespace warpscope::compile
