#include "scene/outside_includes.hpp"

#include "compile/source/include_directives.hpp"

namespace warpscope::scene {
namespace {

/// Returns what an include names outside the scene; `text` is what follows the word "include".
std::optional<std::string> name_outside(std::string_view text) {
    const bool quotes = text.starts_with('"'), brackets = text.starts_with('<');
    const size_t end = quotes || brackets ? text.find(quotes ? '"' : '>', 1) : std::string_view::npos;
    if (end == std::string_view::npos) return "'" + std::string(text.substr(0, 60)) + "'";
    const std::string_view name = text.substr(1, end - 1);
    const bool stays = !name.empty() && !name.starts_with('/') && name.find("..") == std::string_view::npos &&
                       name.find('\\') == std::string_view::npos;
    return stays ? std::nullopt : std::optional("'" + std::string(name) + "'");
}

} // namespace

std::optional<std::string> include_outside(std::string_view text) {
    for (const compile::FileDirective& directive : compile::file_directives_of(text)) {
        if (directive.word == "define") continue;
        if (directive.word != "include") return "by #" + std::string(directive.word);
        if (auto name = name_outside(directive.text)) return name;
    }
    return std::nullopt;
}

} // namespace warpscope::scene
