// Gives advice on compiler errors.
#pragma once

#include <string>
#include <string_view>

namespace warpscope::compile {

/// Returns "" if the message suffices.
[[nodiscard]] std::string hint_for_error(std::string_view error);

} // namespace warpscope::compile
