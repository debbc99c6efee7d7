// Syntax tree of an expression.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "lesson/expression.hpp"

namespace warpscope::lesson {

struct Node {
    enum class Kind : uint8_t { number, words, name, call, unary, binary };
    Kind kind{};
    double number = 0;
    std::string text; // words, name, function or operator
    std::vector<std::shared_ptr<const Node>> parts;
    size_t begin = 0, sign = 0; // binary: start and operator position in the text
};

[[nodiscard]] Result<double> value_of(const Node& node, const Names& names);

} // namespace warpscope::lesson
