#pragma once

#include <cstdint>

#include "metrics/on_demand.hpp"

namespace warpscope::scene {

/// A source line, or a PTX line if `line` is 0.
struct CodePlace {
    uint32_t line = 0, ptx_line = 0;

    [[nodiscard]] bool any() const { return line != 0 || ptx_line != 0; }
    friend bool operator==(const CodePlace&, const CodePlace&) = default;
};

struct PaintedCode {
    CodePlace place;
    metrics::Measure measure{};
    friend bool operator==(const PaintedCode&, const PaintedCode&) = default;
};

} // namespace warpscope::scene
