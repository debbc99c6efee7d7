// How much NVRTC is to optimise. Private to src/compile.
#pragma once

#include <string>
#include <vector>

namespace warpscope::compile {

/// How NVRTC's own levels of effort stand for -O0 to -O3; null for the full one, the only one that older versions know.
[[nodiscard]] const char* effort_option(int optimisation);
/// Returns whether an option is one of those.
[[nodiscard]] bool is_effort(const std::string& option);

/// The last of `options` then: libnvvm's word for leaving functions apart that need not be inlined.
inline constexpr const char* no_inlining = "-disable-inlining";
/// Has alloca stay in the function that calls it; `options` may end with an effort. -O0 leaves alloca itself apart from
/// its caller, where -G does not, and the levels between inline whatever they are told.
void keep_functions(std::vector<std::string>& options);

} // namespace warpscope::compile
