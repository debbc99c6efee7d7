#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "replay/variables.hpp"

namespace warpscope::replay {

/// The `operands` of a name are the indices for "[]" in `text`.
struct WatchNode {
    enum class Kind : uint8_t { number, name, operation, function, choice };
    Kind kind{};
    Number number;
    int digits = 0;   // significant digits of a number
    std::string text; // name, operator or function
    std::vector<std::unique_ptr<WatchNode>> operands;
};

[[nodiscard]] Result<std::unique_ptr<WatchNode>> parse_watch(std::string_view text);

} // namespace warpscope::replay
