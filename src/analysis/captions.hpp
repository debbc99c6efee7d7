// A variant's captions as a run has filled them in, in the language that is spoken.
#pragma once

#include <string>
#include <vector>

#include "catalog/experiment.hpp"

namespace warpscope::analysis {

/// In the order of the file. `prepared` is of the variant.
[[nodiscard]] std::vector<std::string> caption_words(const catalog::Variant& variant,
                                                     const catalog::Prepared& prepared);

} // namespace warpscope::analysis
