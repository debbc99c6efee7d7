#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace warpscope::sass {

struct Resources {
    uint32_t registers = 0;                               // per thread
    uint32_t stack_bytes = 0;                             // per thread
    uint32_t spill_store_bytes = 0, spill_load_bytes = 0; // per thread that executes each spill once
    uint32_t barriers = 0;
    uint32_t shared_bytes = 0; // static
};

/// `log`: output of ptxas.
[[nodiscard]] std::map<std::string, Resources, std::less<>> parse_resources(std::string_view log);

} // namespace warpscope::sass
