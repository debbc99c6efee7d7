#pragma once

#include <string>
#include <vector>

#include "workbench/document/document.hpp"
#include "workbench/feature/models.hpp"

namespace warpscope::workbench {

/// Returns the command line that restores state outside the preferences. Omits `--device`, which could fail again.
[[nodiscard]] std::vector<std::string> restart_words(const Document& document, const Models& model);

} // namespace warpscope::workbench
