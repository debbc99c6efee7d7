// docs/PTX.md: which PTX the emulator runs, and how exact it is. Written by asking the parser and the decoder.
#pragma once

#include <string>

namespace warpscope::simt {

/// The whole document, in Markdown.
[[nodiscard]] std::string ptx_markdown();

} // namespace warpscope::simt
