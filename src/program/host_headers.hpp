#pragma once

#include <string_view>
#include <vector>

namespace warpscope::program {

struct HostHeader {
    std::string_view name, text;
};

[[nodiscard]] const std::vector<HostHeader>& host_headers();

} // namespace warpscope::program
