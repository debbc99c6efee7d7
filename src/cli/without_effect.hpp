// Options that are understood and yet change nothing of the run that is asked for.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/figure.hpp"
#include "cli/target.hpp"

namespace warpscope::cli {

/// Says of each such option of `wishes` why it has no effect and, where there is one, which parameter has it.
[[nodiscard]] std::vector<std::string> without_effect(const catalog::Variant& variant, const Wishes& wishes);
/// Of -I and -D: the folders in which nothing lies that `source` includes, and the macros whose names stand nowhere.
/// `name`: what the source is called in what is said.
[[nodiscard]] std::vector<std::string> source_options_without_effect(const std::filesystem::path& source,
                                                                     const std::string& name,
                                                                     const std::vector<std::filesystem::path>& folders,
                                                                     const std::vector<std::string>& macros);
/// The same on standard error.
void say_without_effect(const std::vector<std::string>& texts);
void say_without_effect(const catalog::Variant& variant, const Wishes& wishes);
void say_without_effect(const session::Request& request, const Wishes& wishes);

/// Refuses the options that shape a figure where no --figure is asked for.
[[nodiscard]] Result<void> refuse_without_figure(const FigureWishes& wishes);

/// Whether -I or -D changes what is compiled: a scene would not.
[[nodiscard]] bool source_options_take_effect(const catalog::Variant& variant, const Wishes& wishes);

} // namespace warpscope::cli
