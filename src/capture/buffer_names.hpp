// Names the buffers of a kept launch after host variables, parameters, device variables or by number.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "capture/launch_arguments.hpp"

namespace warpscope::capture {

/// Turns "this->data" or "d_in[0]" into an identifier.
[[nodiscard]] std::string as_word(const std::string& name);

/// Returns the parameter that points to the memory, or null. `texts`: of each parameter.
[[nodiscard]] const ParameterText* parameter_of(const KeptLaunch& launch, const KeptMemory& memory,
                                                const std::vector<simt::ParameterInfo>& parameters,
                                                const std::vector<ParameterText>& texts);

/// Returns unique names for the launch's memory. `host_names`: by allocation number.
[[nodiscard]] std::vector<std::string> buffer_names(const KeptLaunch& launch,
                                                    const std::vector<simt::ParameterInfo>& parameters,
                                                    const std::vector<ParameterText>& texts,
                                                    const std::map<uint64_t, HostVariable>& host_names);

} // namespace warpscope::capture
