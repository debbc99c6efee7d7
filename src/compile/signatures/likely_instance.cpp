#include "compile/signatures/likely_instance.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/symbol_name.hpp"
#include "source/launches.hpp"
#include "source/tokens.hpp"

namespace warpscope::compile {
namespace {

using Arguments = std::vector<std::string>; // "" for unknown arguments

class LaunchReader {
public:
    LaunchReader(const source::Tokens& tokens, const WordsOfSource& words, const SourceKernel& kernel)
        : tokens_(tokens)
        , words_(words)
        , kernel_(kernel) {}

    [[nodiscard]] Arguments read(const source::Launch& launch) const {
        Arguments out(kernel_.template_parameters.size());
        if (launch.has_template_arguments()) {
            const auto parts = source::parts_between_commas(tokens_, launch.name_end + 1, launch.template_end - 1);
            for (size_t i = 0; i < std::min(parts.size(), out.size()); ++i)
                if (known(parts[i].first, parts[i].second))
                    out[i] = source::words_of(tokens_, parts[i].first, parts[i].second);
        }
        const auto passed = source::parts_between_commas(tokens_, launch.passed_first, launch.passed_end);
        for (size_t i = 0; i < std::min(passed.size(), kernel_.parameters.size()); ++i)
            for (size_t k = 0; k < out.size(); ++k)
                if (out[k].empty() && kernel_.template_parameters[k].ends_with(" " + kernel_.parameters[i].type))
                    out[k] = type_of(passed[i].first, passed[i].second, kernel_.parameters[i].is_pointer);
        return out;
    }

private:
    [[nodiscard]] bool known(size_t first, size_t end) const {
        for (size_t i = first; i < end; ++i)
            if (!words_.knows(tokens_[i])) return false;
        return first < end;
    }

    /// Returns the type of `Square()`, `Square{}` or a variable. If `pointer`, returns the element type. Returns "" if
    /// the type is unknown.
    [[nodiscard]] std::string type_of(size_t first, size_t end, bool pointer) const {
        if (end == first + 3 && (tokens_[first + 1].is("(") || tokens_[first + 1].is("{")) && known(first, end))
            return std::string(tokens_[first].text);
        if (end != first + 1 || !tokens_[first].is_word()) return {};
        for (size_t i = first; i-- > 2;) {
            if (!tokens_[i].is(tokens_[first].text)) continue;
            const bool starred = tokens_[i - 1].is("*");
            size_t type_end = starred ? i - 1 : i, type = type_end;
            while (type > 0 && tokens_[type - 1].is_word() && !tokens_[type - 1].is("const")) --type;
            if (starred == pointer && type < type_end && known(type, type_end))
                return source::words_of(tokens_, type, type_end);
        }
        return {};
    }

    const source::Tokens& tokens_;
    const WordsOfSource& words_;
    const SourceKernel& kernel_;
};

} // namespace

bool names_block_size(std::string_view template_parameter) {
    if (template_parameter.starts_with("typename") || template_parameter.starts_with("class")) return false;
    std::string name;
    for (const char c : template_parameter.substr(template_parameter.rfind(' ') + 1))
        if (c != '_') name += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return name.starts_with("block") || name.starts_with("tile") || name.find("threads") != std::string::npos;
}

std::string placeholder_argument(const SourceKernel& kernel, const std::string& parameter) {
    if (parameter.starts_with("typename") || parameter.starts_with("class")) return "float";
    if (parameter.starts_with("bool")) return "true";
    return names_block_size(parameter) && kernel.dimensions == 1 ? "256" : "16";
}

std::string likely_instance(const SourcePool& pool, const WordsOfSource& words, const SourceKernel& kernel) {
    const std::string_view name = identifier_in(kernel.name);
    for (const PooledText& text : pool.texts)
        for (const source::Launch& launch : source::launches_in(text.tokens)) {
            if (!text.tokens[launch.name_end - 1].is(name)) continue;
            Arguments arguments = LaunchReader(text.tokens, words, kernel).read(launch);
            if (std::ranges::all_of(arguments, &std::string::empty)) continue;
            for (size_t k = 0; k < arguments.size(); ++k)
                if (arguments[k].empty()) arguments[k] = placeholder_argument(kernel, kernel.template_parameters[k]);
            return fmt::format("{}<{}>", kernel.name, fmt::join(arguments, ", "));
        }
    return {};
}

} // namespace warpscope::compile
