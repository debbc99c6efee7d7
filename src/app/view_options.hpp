// The options of the command line that say what views show: --views, --four, --overlay, --paint.
#pragma once

#include <string>
#include <string_view>

#include "app/options.hpp"
#include "catalog/experiment.hpp"
#include "ui/app/app.hpp"

namespace warpscope::app {

/// "14", "14:sectors", "ptx:57:lanes".
[[nodiscard]] Result<ui::PaintedCode> parse_paint(std::string_view text);

/// --views and --four: of one name both views, of four all of them, and then there are four.
[[nodiscard]] Result<void> set_views(const Options& options, ui::Preferences& preferences);

/// --overlay: one list is of the upper views, as those below are there to show something else; several, parted by "/",
/// are of one view each.
[[nodiscard]] Result<void> set_overlays(const std::string& lists, ui::Preferences& preferences);

/// Fails where a name of --views is neither a word of ours nor a buffer of the experiment.
[[nodiscard]] Result<void> check_views(const Options& options, const catalog::Catalog& catalog,
                                       const scene::Source& choice, const ui::Preferences& preferences);

} // namespace warpscope::app
