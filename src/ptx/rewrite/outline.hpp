#pragma once

#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "ptx/lexer.hpp"

namespace warpscope::ptx {

enum class Linkage : uint8_t { own, visible, weak, external };

struct Item {
    enum class Kind : uint8_t { function, variable, file, section, heading, other };
    Kind kind = Kind::other;
    Linkage linkage = Linkage::own;
    bool defines = false;
    bool shared = false;
    std::string_view name;
    size_t first = 0, end = 0;
};

struct Outline {
    std::string_view whole;
    std::vector<Token> tokens;
    std::vector<Item> items;
};

[[nodiscard]] Result<Outline> outline_of(std::string_view whole);

} // namespace warpscope::ptx
