#pragma once

namespace warpscope::runtime {

[[nodiscard]] const char* error_name(int error);
[[nodiscard]] const char* error_text(int error);

} // namespace warpscope::runtime
