#pragma once

#include <string>
#include <vector>

#include "catalog/experiment.hpp"

namespace warpscope::analysis {

[[nodiscard]] std::vector<std::string> caption_words(const catalog::Variant& variant,
                                                     const catalog::Prepared& prepared);

} // namespace warpscope::analysis
