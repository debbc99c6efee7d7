// Options that are understood and yet change nothing of the run that is asked for.
#pragma once

#include <string>
#include <vector>

#include "cli/figure.hpp"
#include "cli/target.hpp"

namespace warpscope::cli {

/// Says of each such option of `wishes` why it has no effect and, where there is one, which parameter has it.
[[nodiscard]] std::vector<std::string> without_effect(const catalog::Variant& variant, const Wishes& wishes);
/// The same on standard error.
void say_without_effect(const catalog::Variant& variant, const Wishes& wishes);
void say_without_effect(const session::Request& request, const Wishes& wishes);

/// Refuses the options that shape a figure where no --figure is asked for.
[[nodiscard]] Result<void> refuse_without_figure(const FigureWishes& wishes);

} // namespace warpscope::cli
