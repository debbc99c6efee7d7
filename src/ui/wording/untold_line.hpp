#pragma once

#include <string>
#include <string_view>

#include "ui/model/model.hpp"

namespace warpscope::ui {

[[nodiscard]] bool is_bug_revealed(const Model& model);
/// Returns "bug 3" while the variant's name would reveal the bug, else "".
[[nodiscard]] std::string untold_bug(const Model& model, const catalog::Experiment& experiment,
                                     const catalog::Variant& variant);
[[nodiscard]] std::string run_name(const Model& model, const session::RunResult& run);
/// Removes a comment that reveals a bug before the panel has explained it.
[[nodiscard]] std::string_view untold_line(const Model& model, std::string_view line);

} // namespace warpscope::ui
