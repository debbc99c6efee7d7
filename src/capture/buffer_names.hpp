// What the buffers of a kept launch are called: as the host's variable, as the kernel's parameter, as a variable of the
// device, or by number. Private to src/capture.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "capture/launch_arguments.hpp"

namespace warpscope::capture {

/// "this->data" and "d_in[0]" as words.
[[nodiscard]] std::string as_word(const std::string& name);

/// Returns the parameter that points to a piece of memory; null where none does. `texts`: of each parameter.
[[nodiscard]] const ParameterText* parameter_of(const KeptLaunch& launch, const KeptMemory& memory,
                                                const std::vector<simt::ParameterInfo>& parameters,
                                                const std::vector<ParameterText>& texts);

/// Returns a name of its own for each piece of the launch's memory. `host_names`: by an allocation's number.
[[nodiscard]] std::vector<std::string> buffer_names(const KeptLaunch& launch,
                                                    const std::vector<simt::ParameterInfo>& parameters,
                                                    const std::vector<ParameterText>& texts,
                                                    const std::map<uint64_t, HostVariable>& host_names);

} // namespace warpscope::capture
