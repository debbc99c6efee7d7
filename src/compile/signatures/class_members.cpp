#include "compile/signatures/class_members.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>

#include "compile/signatures/source_types.hpp"
#include "source/tokens.hpp"

namespace warpscope::compile {
namespace {

constexpr int deepest_class = 4;

class MemberReader {
public:
    MemberReader(const SourcePool& pool, const SourceNumbers& numbers)
        : pool_(pool)
        , numbers_(numbers) {}

    ClassMembers read(std::string_view type, int depth) const {
        const std::string_view name = type.substr(0, type.find('<'));
        for (const PooledDeclaration& one : pool_.declarations) {
            const source::Declaration& declaration = *one.declaration;
            if (declaration.kind != source::DeclarationKind::type || declaration.body_first == declaration.body_end)
                continue;
            const bool named = std::ranges::any_of(declaration.names, [&](std::string_view one_of) {
                return fmt::format("{}{}", one.scope, one_of) == name || one_of == name;
            });
            if (!named) continue;
            const source::Tokens& tokens = pool_.texts[one.text].tokens;
            const auto types = template_types(tokens, declaration, type.substr(name.size()));
            return types ? members(tokens, declaration, *types, depth) : ClassMembers();
        }
        return {};
    }

private:
    using Types = std::map<std::string, std::string, std::less<>>;

    static std::optional<Types> template_types(const source::Tokens& tokens, const source::Declaration& declaration,
                                               std::string_view arguments) {
        const bool is_template = tokens[declaration.first].is("template");
        if (is_template == arguments.empty()) return std::nullopt;
        Types out;
        if (!is_template) return out;
        const source::Tokens given = source::tokens_of(arguments);
        const size_t after = source::after_template_arguments(tokens, declaration.first + 1);
        const auto parameters = source::parts_between_commas(tokens, declaration.first + 2, after - 1);
        const auto values = source::parts_between_commas(given, 1, given.size() - 1);
        if (parameters.size() != values.size()) return std::nullopt;
        for (size_t i = 0; i < parameters.size(); ++i) {
            const auto [first, end] = parameters[i];
            if (end != first + 2 || !(tokens[first].is("typename") || tokens[first].is("class"))) return std::nullopt;
            out.emplace(tokens[first + 1].text, source::words_of(given, values[i].first, values[i].second));
        }
        return out;
    }

    ClassMembers members(const source::Tokens& tokens, const source::Declaration& declaration, const Types& types,
                         int depth) const {
        ClassMembers out;
        for (size_t i = declaration.first; i + 1 < declaration.body_first; ++i) {
            if (tokens[i].is(":") || tokens[i].is("union")) return {};
            if ((tokens[i].is("__align__") || tokens[i].is("alignas")) && tokens[i + 1].is("("))
                out.alignment = numbers_.number(tokens[i + 2]);
        }
        for (const source::Declaration& member : declaration.inner) {
            if (member.kind != source::DeclarationKind::variable) continue;
            const auto begin = tokens.begin() + static_cast<ptrdiff_t>(member.first),
                       end = tokens.begin() + static_cast<ptrdiff_t>(member.end);
            if (std::any_of(begin, end, [](const source::Token& token) { return token.is("static"); })) continue;
            if (std::any_of(begin, end, [](const source::Token& token) {
                    return token.is(":") || token.is("alignas") || token.is("__align__");
                }))
                return {};
            if (!add(tokens, member, types, depth, out.members)) return {};
        }
        return out;
    }

    /// Handles `int width, height;`, `float* data = nullptr;`, `float weights[9];`.
    bool add(const source::Tokens& tokens, const source::Declaration& member, const Types& types, int depth,
             std::vector<SourceParameter>& out) const {
        const auto parts = source::parts_between_commas(tokens, member.first, member.end - 1);
        const size_t before = out.size();
        for (const auto& [first, last] : parts) {
            size_t end = first;
            while (end < last && !tokens[end].is("[") && !tokens[end].is("{") && !tokens[end].is("=")) ++end;
            if (end == first) return false;
            SourceParameter one;
            if (first == parts.front().first) {
                one = parameter_of(pool_, tokens, first, end);
                if (const auto stands_for = types.find(one.type); stands_for != types.end())
                    one.type = stands_for->second;
            } else {
                one = out[before];
                one.name = tokens[end - 1].text;
                one.is_pointer = tokens[first].is("*");
                one.extent = 1;
            }
            for (size_t open = end; open < last && tokens[open].is("[");) {
                const size_t close = source::closing_bracket(tokens, open);
                const uint32_t extent = numbers_.number(tokens, open + 1, close);
                if (extent == 0) return false;
                one.extent *= extent;
                open = close + 1;
            }
            if (!one.is_pointer && depth < deepest_class) {
                ClassMembers own = read(one.type, depth + 1);
                one.members = std::move(own.members);
                one.alignment = own.alignment;
            }
            out.push_back(std::move(one));
        }
        return true;
    }

    const SourcePool& pool_;
    const SourceNumbers& numbers_;
};

} // namespace

SourceParameter parameter_of(const SourcePool& pool, const source::Tokens& tokens, size_t first, size_t end) {
    SourceParameter out;
    for (size_t i = first; i < end; ++i)
        if (tokens[i].is("=")) end = i;
    size_t after = end;
    for (size_t i = end; i > first + 1; --i)
        if (tokens[i - 1].is_word() && tokens[i - 1].text.find("restrict") == std::string_view::npos) {
            out.name = tokens[i - 1].text;
            after = i - 1;
            break;
        }
    out.is_pointer = after < end && std::any_of(tokens.begin() + static_cast<ptrdiff_t>(after),
                                                tokens.begin() + static_cast<ptrdiff_t>(end),
                                                [](const source::Token& token) { return token.is("["); });
    std::vector<std::string> words;
    for (size_t i = first; i < after; ++i) {
        if (tokens[i].is("*")) {
            if (out.is_pointer) words.emplace_back("*");
            out.is_pointer = true;
        } else if (tokens[i].is("const") && !out.is_pointer)
            out.points_to_const = true;
        else if (!tokens[i].is("const") && tokens[i].text.find("restrict") == std::string_view::npos &&
                 !tokens[i].is("volatile") && !tokens[i].is("register") && !tokens[i].is("__grid_constant__") &&
                 !tokens[i].is("struct")) {
            words.emplace_back(tokens[i].text);
        }
    }
    out.type = resolved_type(pool, words);
    out.is_texture = !out.is_pointer && out.type == "cudaTextureObject_t";
    if (out.is_texture) out.type = "float"; // default; replaced by the type of a fetch
    return out;
}

ClassMembers class_members(const SourcePool& pool, const SourceNumbers& numbers, std::string_view type) {
    return MemberReader(pool, numbers).read(type, 0);
}

void add_members(const SourcePool& pool, const SourceNumbers& numbers, SourceParameter& parameter) {
    ClassMembers own = class_members(pool, numbers, parameter.type);
    parameter.members = std::move(own.members);
    parameter.alignment = own.alignment;
}

} // namespace warpscope::compile
