// Finds options without effect.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/figure.hpp"
#include "cli/target.hpp"

namespace warpscope::cli {

/// Names the parameter that has the effect, if any.
[[nodiscard]] std::vector<std::string> without_effect(const catalog::Variant& variant, const TargetOptions& options);
/// Checks folders without included files, and macros missing in the source. `name` is for messages.
[[nodiscard]] std::vector<std::string> source_options_without_effect(const std::filesystem::path& source,
                                                                     const std::string& name,
                                                                     const std::vector<std::filesystem::path>& folders,
                                                                     const std::vector<std::string>& macros);
/// Prints messages to standard error.
void warn_without_effect(const std::vector<std::string>& texts);
void warn_without_effect(const catalog::Variant& variant, const TargetOptions& options);
void warn_without_effect(const session::Request& request, const TargetOptions& options);

[[nodiscard]] Result<void> require_figure(const FigureOptions& options);

/// Returns whether -I or -D could change the code. Scenes cannot carry them.
[[nodiscard]] bool source_options_take_effect(const catalog::Variant& variant, const TargetOptions& options);

} // namespace warpscope::cli
