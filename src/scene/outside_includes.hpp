// What in carried files could read, or ask for, files outside the scene.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::scene {

/// Looks through texts of which one may include another. A text may include by a relative name without ".." in quotes
/// or angle brackets, and ask by such a name whether a file exists; its #if call no macros, which could do both in
/// disguise. Comments and strings count as code: better a sound file is refused than one that a compiler reads
/// otherwise is opened.
class OutsideIncludes {
public:
    explicit OutsideIncludes(std::span<const std::string_view> texts);
    /// Returns what one of them includes otherwise, "'/etc/x'" or "by #embed"; nullopt where there is nothing of that
    /// kind.
    [[nodiscard]] std::optional<std::string> in(std::string_view text) const;

private:
    [[nodiscard]] std::optional<std::string> in_condition(std::string_view condition) const;
    /// What the macros without parameters stand for, by name.
    std::multimap<std::string, std::string, std::less<>> macros_;
};

/// The same of a text that stands alone.
[[nodiscard]] std::optional<std::string> include_outside(std::string_view text);

} // namespace warpscope::scene
