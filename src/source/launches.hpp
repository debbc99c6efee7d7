#pragma once

#include <vector>

#include "source/tokens.hpp"

namespace warpscope::source {

/// `image::blur<float, 3><<<grid, block>>>(in, out)` as tokens.
struct Launch {
    size_t name = 0, name_end = 0;           // with namespaces
    size_t template_end = 0;                 // after template arguments, or name_end
    size_t passed_first = 0, passed_end = 0; // tokens of the arguments; empty if the text ends first

    [[nodiscard]] bool has_template_arguments() const { return template_end > name_end; }
};

/// Returns launches that name their kernel, in order.
[[nodiscard]] std::vector<Launch> launches_in(const Tokens& tokens);

} // namespace warpscope::source
