// Finds options that have no effect on a run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/figure.hpp"
#include "cli/target.hpp"

namespace warpscope::cli {

/// Returns a message for each such option, with the parameter that has the effect, if any.
[[nodiscard]] std::vector<std::string> without_effect(const catalog::Variant& variant, const Wishes& wishes);
/// Checks -I and -D: folders without included files and macros that do not occur in the source. `name`: source name for
/// messages.
[[nodiscard]] std::vector<std::string> source_options_without_effect(const std::filesystem::path& source,
                                                                     const std::string& name,
                                                                     const std::vector<std::filesystem::path>& folders,
                                                                     const std::vector<std::string>& macros);
/// Prints such messages to standard error.
void say_without_effect(const std::vector<std::string>& texts);
void say_without_effect(const catalog::Variant& variant, const Wishes& wishes);
void say_without_effect(const session::Request& request, const Wishes& wishes);

/// Refuses options of figures without --figure.
[[nodiscard]] Result<void> refuse_without_figure(const FigureWishes& wishes);

/// Returns whether -I or -D could change the compiled code. Scenes cannot carry them.
[[nodiscard]] bool source_options_take_effect(const catalog::Variant& variant, const Wishes& wishes);

} // namespace warpscope::cli
