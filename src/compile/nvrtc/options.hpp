#pragma once

#include <string>
#include <vector>

namespace warpscope::compile {

/// Returns null for full optimization. Older versions reject the other options.
[[nodiscard]] const char* effort_option(int optimization);
[[nodiscard]] bool is_effort(const std::string& option);

/// libnvvm option; must be last
inline constexpr const char* no_inlining = "-disable-inlining";
/// Turns inlining off, so that alloca stays in its function. Replaces a trailing effort_option(), which would move
/// alloca.
void keep_functions(std::vector<std::string>& options);

} // namespace warpscope::compile
