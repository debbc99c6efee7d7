// A launch's arguments as an experiment has them: buffers by name, numbers, sliders for those that mean no size, and
// structs word by word. Private to src/capture.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "capture/kept_launch.hpp"
#include "catalog/experiment.hpp"
#include "simt/program.hpp"

namespace warpscope::capture {

struct LaunchArguments {
    std::vector<catalog::ArgumentSpec> arguments;
    std::vector<catalog::Parameter> sliders;
    std::vector<int64_t> whole_numbers; // what grids are often made of
    std::vector<std::string> guesses;
};

struct ParameterText {
    std::string name, type; // either may be empty
};

/// `buffer_at`: the name of the buffer that an address is the begin of; empty where it is none.
[[nodiscard]] LaunchArguments make_arguments(const KeptLaunch& launch,
                                             const std::vector<simt::ParameterInfo>& parameters,
                                             const std::vector<ParameterText>& texts,
                                             const std::function<std::string(uint64_t address)>& buffer_at);

} // namespace warpscope::capture
