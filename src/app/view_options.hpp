#pragma once

#include <string>
#include <string_view>

#include "app/options.hpp"
#include "catalog/experiment.hpp"
#include "ui/app/app.hpp"

namespace warpscope::app {

/// Parses "14", "14:sectors", "ptx:57:lanes".
[[nodiscard]] Result<ui::PaintedCode> parse_paint(std::string_view text);

/// Applies --views and --four. One name applies to both views; four names imply --four.
[[nodiscard]] Result<void> set_views(const Options& options, ui::Preferences& preferences);

/// Applies --overlay: a list for the upper views, or lists per view separated by "/".
[[nodiscard]] Result<void> set_overlays(const std::string& lists, ui::Preferences& preferences);

[[nodiscard]] Result<void> check_views(const Options& options, const catalog::Catalog& catalog,
                                       const scene::LaunchSetup& setup, const ui::Preferences& preferences);

} // namespace warpscope::app
