// What to do about a program that cannot be built. Private to src/program.
#pragma once

#include <string>
#include <string_view>

namespace warpscope::program {

/// What to do about a build that failed; `log` is all that compilers and linker have said. Empty where their own words
/// say it.
[[nodiscard]] std::string hint_for_build(std::string_view log);

} // namespace warpscope::program
