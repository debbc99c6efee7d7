#pragma once

#include <utility>
#include <vector>

#include "base/launch.hpp"
#include "instrument/mip_levels.hpp"

namespace warpscope::instrument {

[[nodiscard]] inline Argument number(const char* name, uint64_t value, ElementType type = ElementType::u32) {
    return ScalarArgument{name, type, static_cast<double>(value)};
}

[[nodiscard]] inline PlannedLaunch over_cells(uint64_t cells, const char* kernel, std::vector<Argument> arguments) {
    constexpr uint32_t threads = 256;
    return {kernel,
            {{static_cast<uint32_t>((cells + threads - 1) / threads), 1, 1}, {threads, 1, 1}, 0},
            std::move(arguments)};
}

[[nodiscard]] inline PlannedLaunch over_places(uint32_t width, uint32_t height, const char* kernel,
                                               std::vector<Argument> arguments) {
    constexpr uint32_t wide = 32, tall = 8;
    return {
        kernel, {{(width + wide - 1) / wide, (height + tall - 1) / tall, 1}, {wide, tall, 1}, 0}, std::move(arguments)};
}

inline void add_smaller_levels(ExecutionPlan& plan, const char* kernel, const Argument& texels,
                               const std::vector<MipLevel>& levels) {
    for (size_t i = 1; i < levels.size(); ++i) {
        const MipLevel &from = levels[i - 1], &to = levels[i];
        plan.launches.push_back(over_places(to.width, to.height, kernel,
                                            {texels, number("from", from.offset), number("to", to.offset),
                                             number("from_width", from.width), number("from_height", from.height),
                                             number("to_width", to.width), number("to_height", to.height)}));
    }
}

} // namespace warpscope::instrument
