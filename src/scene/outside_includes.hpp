// Finds includes in carried files that could access files outside the scene.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::scene {

/// Checks texts that may include each other. Allowed are relative names without ".." in #include and __has_include.
/// Macro calls in #if are refused, because they can hide both. Comments and strings count as code: refusing a good file
/// is better than opening one that a compiler reads differently.
class OutsideIncludes {
public:
    explicit OutsideIncludes(std::span<const std::string_view> texts);
    /// Returns a forbidden include of a text, "'/etc/x'" or "by #embed", or nullopt.
    [[nodiscard]] std::optional<std::string> in(std::string_view text) const;

private:
    [[nodiscard]] std::optional<std::string> in_condition(std::string_view condition) const;
    /// Replacements of macros without parameters.
    std::multimap<std::string, std::string, std::less<>> macros_;
};

/// Does the same for a single text.
[[nodiscard]] std::optional<std::string> include_outside(std::string_view text);

} // namespace warpscope::scene
