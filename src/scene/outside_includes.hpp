#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::scene {

/// Finds includes of files outside the scene. #include and __has_include need relative names without "..". Refuses
/// macro calls in #if, which can hide includes. Comments and strings count as code, because compilers may read them
/// differently.
class OutsideIncludes {
public:
    explicit OutsideIncludes(std::span<const std::string_view> texts);
    /// Returns a forbidden include, for example "'/etc/x'" or "by #embed".
    [[nodiscard]] std::optional<std::string> in(std::string_view text) const;

private:
    [[nodiscard]] std::optional<std::string> in_condition(std::string_view condition) const;
    std::multimap<std::string, std::string, std::less<>> macros_;
};

[[nodiscard]] std::optional<std::string> include_outside(std::string_view text);

} // namespace warpscope::scene
