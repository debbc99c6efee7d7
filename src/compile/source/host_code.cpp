#include "compile/source/host_code.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "compile/source/source_pool.hpp"

namespace warpscope::compile {
namespace {

/// Replaced texts of one file, put in from behind so that what stands before them stays where it is.
class Edits {
public:
    /// Line ends of what is replaced are kept.
    void replace(size_t begin, size_t end, std::string with) { edits_[begin] = {end, std::move(with)}; }

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
    std::map<size_t, std::pair<size_t, std::string>> edits_; // by begin: end, and what takes its place
};

class DeviceCutter {
public:
    explicit DeviceCutter(const CompileRequest& request)
        : pool_(request)
        , edits_(pool_.texts.size()) {}

    HostCode cut() {
        for (const PooledDeclaration& one : pool_.declarations)
            cut_bodies(pool_.texts[one.text], *one.declaration, edits_[one.text]);
        HostCode out;
        for (size_t i = 0; i < pool_.texts.size(); ++i) {
            const PooledText& text = pool_.texts[i];
            replace_words(text, edits_[i]);
            std::string cut = edits_[i].apply(text.text);
            if (i == 0)
                out.source = std::move(cut);
            else
                out.headers.emplace_back(text.include_name,
                                         fmt::format("#pragma once\n#line 1 \"{}\"\n{}", text.path.string(), cut));
        }
        return out;
    }

private:
    void cut_bodies(const PooledText& text, const Declaration& declaration, Edits& edits) {
        if (declaration.kind == DeclarationKind::type)
            for (const Declaration& member : declaration.inner) cut_bodies(text, member, edits);
        const bool has_body = declaration.body_first > declaration.first && declaration.body_end > declaration.first &&
                              declaration.body_end < text.tokens.size();
        if (declaration.kind != DeclarationKind::function || !has_body) return;
        const bool kernel = pool_.head_has(text, declaration, {"__global__"});
        const bool device =
            pool_.head_has(text, declaration, {"__device__"}) && !pool_.head_has(text, declaration, {"__host__"});
        if (!kernel && !device) return;
        edits.replace(text.tokens[declaration.body_first - 1].end, text.tokens[declaration.body_end].begin,
                      kernel ? "" : " __builtin_unreachable(); ");
    }

    void replace_words(const PooledText& text, Edits& edits) {
        for (const Token& token : text.tokens) {
            // A macro of this name would break the host's own headers.
            if (token.is("__noinline__")) edits.replace(token.begin, token.end, "");
            if (token.kind != TokenKind::directive) continue;
            const Directive directive = directive_in(token.text);
            const NamedInclude named = directive.name == "include" ? include_in(directive) : NamedInclude{};
            if (named.name.empty()) continue;
            if (const size_t own = pool_.find_include(text, named.name, named.in_quotes); own != 0)
                edits.replace(token.begin, token.end, fmt::format("#include \"{}\"", pool_.texts[own].include_name));
        }
    }

    SourcePool pool_;
    std::vector<Edits> edits_; // by text
};

} // namespace

HostCode without_device_code(const CompileRequest& request) { return DeviceCutter(request).cut(); }

} // namespace warpscope::compile
