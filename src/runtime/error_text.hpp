// Names of the CUDA runtime's errors, and sentences that explain them. Private to src/runtime.
#pragma once

namespace warpscope::runtime {

[[nodiscard]] const char* error_name(int error);
[[nodiscard]] const char* error_text(int error);

} // namespace warpscope::runtime
