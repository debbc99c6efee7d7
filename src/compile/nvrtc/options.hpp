#pragma once

#include <string>
#include <vector>

namespace warpscope::compile {

/// Returns null for full optimization, the only level of older versions.
[[nodiscard]] const char* effort_option(int optimisation);
[[nodiscard]] bool is_effort(const std::string& option);

/// libnvvm option; must be last
inline constexpr const char* no_inlining = "-disable-inlining";
/// Keeps alloca in its function. Replaces an effort_option() at the end, because these options move alloca.
void keep_functions(std::vector<std::string>& options);

} // namespace warpscope::compile
