// The tree of an expression that watch.hpp describes.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "replay/variables.hpp"

namespace warpscope::replay {

/// One operation. Of a name `operands` are the indices that stand in its text as "[]".
struct WatchNode {
    enum class Kind : uint8_t { number, name, operation, function, choice };
    Kind kind{};
    Number number;
    int digits = 0;   // of a number: how many that count are written
    std::string text; // name, operator or function
    std::vector<std::unique_ptr<WatchNode>> operands;
};

[[nodiscard]] Result<std::unique_ptr<WatchNode>> parse_watch(std::string_view text);

} // namespace warpscope::replay
