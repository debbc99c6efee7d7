#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace warpscope::lesson {

/// Student's answer before the measurement. Only the member for the question's kind is set.
struct Prediction {
    std::optional<double> number = {};
    std::optional<size_t> option = {}; // index in EvaluatedQuestion::options
    std::vector<uint64_t> cells = {};
    uint32_t lanes = 0;
    std::optional<uint32_t> line = {};

    friend bool operator==(const Prediction&, const Prediction&) = default;
};

} // namespace warpscope::lesson
