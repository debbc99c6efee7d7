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
    std::vector<int64_t> whole_numbers; // integer arguments, which may define the grid
    std::vector<Message> facts;
};

struct ParameterText {
    std::string name, type;
};

/// Converts a launch's arguments to an experiment's arguments. `buffer_at` returns the name of the buffer at an
/// address, or "".
[[nodiscard]] LaunchArguments make_arguments(const KeptLaunch& launch,
                                             const std::vector<simt::ParameterInfo>& parameters,
                                             const std::vector<ParameterText>& texts,
                                             const std::function<std::string(uint64_t address)>& buffer_at);

/// Returns the launch in CUDA C++, with parameter names: "sum<<<16, 256>>>(values, n = 4000)".
[[nodiscard]] std::string launch_call(const KeptLaunch& launch, const LaunchArguments& arguments,
                                      const std::vector<ParameterText>& texts);

} // namespace warpscope::capture
