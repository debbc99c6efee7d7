#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "capture/launch_arguments.hpp"

namespace warpscope::capture {

/// Turns an expression such as "this->data" or "d_in[0]" into an identifier.
[[nodiscard]] std::string as_word(const std::string& name);

[[nodiscard]] const ParameterText* parameter_of(const KeptLaunch& launch, const KeptMemory& memory,
                                                const std::vector<simt::ParameterInfo>& parameters,
                                                const std::vector<ParameterText>& texts);

/// Returns unique names from host variables, parameters or device variables. Key of `host_names`: allocation number.
[[nodiscard]] std::vector<std::string> buffer_names(const KeptLaunch& launch,
                                                    const std::vector<simt::ParameterInfo>& parameters,
                                                    const std::vector<ParameterText>& texts,
                                                    const std::map<uint64_t, HostVariable>& host_names);

} // namespace warpscope::capture
