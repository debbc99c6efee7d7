#pragma once

#include <string>
#include <vector>

#include "catalog/experiment.hpp"

namespace warpscope::analysis {

/// Returns a variant's captions in the current language, in file order.
[[nodiscard]] std::vector<std::string> caption_words(const catalog::Variant& variant,
                                                     const catalog::Prepared& prepared);

} // namespace warpscope::analysis
