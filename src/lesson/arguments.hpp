#pragma once

#include "lesson/expression.hpp"

namespace warpscope::lesson {

[[nodiscard]] Result<std::string> words_of(std::string_view function, const std::vector<Argument>& arguments,
                                           size_t index, size_t count);
[[nodiscard]] Result<double> number_of(std::string_view function, const std::vector<Argument>& arguments, size_t index,
                                       size_t count);

} // namespace warpscope::lesson
