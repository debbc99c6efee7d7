// Whether the current context draws with the processor.
#pragma once

namespace warpscope::gl {

/// Of the context that is current, whose functions are loaded.
[[nodiscard]] bool draws_in_software();

} // namespace warpscope::gl
