#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/figure.hpp"
#include "cli/target.hpp"

namespace warpscope::cli {

/// Returns messages about options without effect. The messages name the parameter to use instead.
[[nodiscard]] std::vector<std::string> without_effect(const catalog::Variant& variant, const TargetOptions& options);
/// Returns messages about folders from which nothing is included, and macros that the source does not mention. `name`:
/// source name in messages.
[[nodiscard]] std::vector<std::string> source_options_without_effect(const std::filesystem::path& source,
                                                                     const std::string& name,
                                                                     const std::vector<std::filesystem::path>& folders,
                                                                     const std::vector<std::string>& macros);
void warn_without_effect(const std::vector<std::string>& texts);
void warn_without_effect(const catalog::Variant& variant, const TargetOptions& options);
void warn_without_effect(const session::Request& request, const TargetOptions& options);

[[nodiscard]] Result<void> require_figure(const FigureOptions& options);

/// Returns whether -I or -D may change the code. Scenes cannot carry these options.
[[nodiscard]] bool source_options_take_effect(const catalog::Variant& variant, const TargetOptions& options);

} // namespace warpscope::cli
