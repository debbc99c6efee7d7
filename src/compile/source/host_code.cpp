#include "compile/source/host_code.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

#include "compile/source/source_pool.hpp"

namespace warpscope::compile {
namespace {

class Edits {
public:
    /// Replaces text, but keeps its line ends.
    void replace(size_t begin, size_t end, std::string with) { edits_[begin] = {end, std::move(with)}; }
    [[nodiscard]] bool covers(size_t place) const {
        const auto after = edits_.upper_bound(place);
        return after != edits_.begin() && place < std::prev(after)->second.first;
    }

    [[nodiscard]] std::string apply(std::string text) const {
        for (auto edit = edits_.rbegin(); edit != edits_.rend(); ++edit) {
            const auto& [end, with] = edit->second;
            const auto lines = std::count(text.begin() + static_cast<std::ptrdiff_t>(edit->first),
                                          text.begin() + static_cast<std::ptrdiff_t>(end), '\n');
            text.replace(edit->first, end - edit->first, with + std::string(static_cast<size_t>(lines), '\n'));
        }
        return text;
    }

private:
    std::map<size_t, std::pair<size_t, std::string>> edits_;
};

class DeviceCutter {
public:
    explicit DeviceCutter(const CompileRequest& request)
        : pool_(request)
        , edits_(pool_.texts.size()) {}

    HostCode cut() {
        for (const PooledDeclaration& one : pool_.declarations)
            cut_bodies(pool_.texts[one.text], *one.declaration, edits_[one.text]);
        for (const PooledDeclaration& one : pool_.declarations)
            if (is_managed(one)) declare_managed(pool_.texts[one.text], *one.declaration, edits_[one.text]);
        HostCode out;
        for (size_t i = 0; i < pool_.texts.size(); ++i) {
            const PooledText& text = pool_.texts[i];
            replace_words(text, edits_[i]);
            std::string cut = edits_[i].apply(text.text);
            if (i == 0)
                out.source = std::move(cut);
            else
                out.headers.emplace_back(text.include_name, fmt::format("#line 1 \"{}\"\n{}", text.path.string(), cut));
        }
        return out;
    }

private:
    void cut_bodies(const PooledText& text, const source::Declaration& declaration, Edits& edits) {
        if (declaration.kind == source::DeclarationKind::type)
            for (const source::Declaration& member : declaration.inner) {
                cut_bodies(text, member, edits);
                for (size_t i = member.first; member.kind == source::DeclarationKind::variable && i < member.end; ++i)
                    member_names_.insert(&text.tokens[i]);
            }
        const bool has_body = declaration.body_first > declaration.first && declaration.body_end > declaration.first &&
                              declaration.body_end < text.tokens.size();
        if (declaration.kind != source::DeclarationKind::function || !has_body) return;
        const bool kernel = pool_.head_has(text, declaration, {"__global__"});
        const bool device =
            pool_.head_has(text, declaration, {"__device__"}) && !pool_.head_has(text, declaration, {"__host__"});
        if (!kernel && !device) return;
        edits.replace(text.tokens[declaration.body_first - 1].end, text.tokens[declaration.body_end].begin,
                      kernel ? "" : " __builtin_unreachable(); ");
    }

    /// Accepts only managed variables at global scope, because uses are found by name.
    [[nodiscard]] bool is_managed(const PooledDeclaration& one) const {
        return one.declaration->kind == source::DeclarationKind::variable && one.scope.empty() &&
               pool_.head_has(pool_.texts[one.text], *one.declaration, {"__managed__"}) &&
               !pool_.head_has(pool_.texts[one.text], *one.declaration, {"extern"});
    }

    /// Replaces the variable with its type and a function that asks the runtime for the variable's address.
    void declare_managed(const PooledText& text, const source::Declaration& declaration, Edits& edits) {
        const bool internal = pool_.head_has(text, declaration, {"static"});
        std::string functions = ";";
        for (const std::string_view name : declaration.names) {
            managed_.insert(name);
            const std::string symbol = internal ? fmt::format("_ZL{}{}", name.size(), name) : std::string(name);
            functions += fmt::format(" static decltype(ws_type_{0})* ws_managed_{0}() {{ static void* place = "
                                     "ws_place_managed(\"{1}\", sizeof(ws_type_{0})); return "
                                     "static_cast<decltype(ws_type_{0})*>(place); }}",
                                     name, symbol);
        }
        for (size_t i = declaration.first; i < declaration.end; ++i) {
            const source::Token& token = text.tokens[i];
            if (token.is("__managed__") || token.is("__device__"))
                edits.replace(token.begin, token.end, "");
            else if (std::ranges::find(declaration.names, token.text) != declaration.names.end())
                edits.replace(token.begin, token.end, fmt::format("ws_type_{}", token.text));
            else if (i + 1 == declaration.end)
                edits.replace(token.begin, token.end, functions);
        }
    }

    void replace_words(const PooledText& text, Edits& edits) {
        for (size_t i = 0; i < text.tokens.size(); ++i) {
            const source::Token& token = text.tokens[i];
            const auto after = [&](size_t back, std::string_view mark) {
                return i >= back && text.tokens[i - back].is(mark);
            };
            const bool member =
                member_names_.contains(&token) || after(1, ".") || after(1, "::") || (after(1, ">") && after(2, "-"));
            if (edits.covers(token.begin)) continue;
            if (token.is_word() && managed_.contains(token.text) && !member)
                edits.replace(token.begin, token.end, fmt::format("(*ws_managed_{}())", token.text));
            // Removes the word, because an empty macro would break host headers.
            if (token.is("__noinline__")) edits.replace(token.begin, token.end, "");
            if (token.kind != source::TokenKind::directive) continue;
            const source::Directive directive = source::directive_in(token.text);
            const NamedInclude named = directive.name == "include" ? include_in(directive) : NamedInclude{};
            if (named.name.empty()) continue;
            if (const size_t own = pool_.find_include(text, named.name, named.in_quotes); own != 0)
                edits.replace(token.begin, token.end, fmt::format("#include \"{}\"", pool_.texts[own].include_name));
        }
    }

    SourcePool pool_;
    std::vector<Edits> edits_;
    std::set<std::string_view> managed_;
    std::set<const source::Token*> member_names_;
};

} // namespace

HostCode extract_host_code(const CompileRequest& request) { return DeviceCutter(request).cut(); }

} // namespace warpscope::compile
