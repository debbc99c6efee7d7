// Options for views: --views, --four, --overlay, --paint.
#pragma once

#include <string>
#include <string_view>

#include "app/options.hpp"
#include "catalog/experiment.hpp"
#include "ui/app/app.hpp"

namespace warpscope::app {

/// Parses "14", "14:sectors" or "ptx:57:lanes".
[[nodiscard]] Result<ui::PaintedCode> parse_paint(std::string_view text);

/// Applies --views and --four. One name sets both views; four names imply four views.
[[nodiscard]] Result<void> set_views(const Options& options, ui::Preferences& preferences);

/// Applies --overlay. A single list is for the upper views; lists separated by "/" are for one view each.
[[nodiscard]] Result<void> set_overlays(const std::string& lists, ui::Preferences& preferences);

/// Fails if a name of --views is neither a known word nor a buffer of the experiment.
[[nodiscard]] Result<void> check_views(const Options& options, const catalog::Catalog& catalog,
                                       const scene::Source& choice, const ui::Preferences& preferences);

} // namespace warpscope::app
