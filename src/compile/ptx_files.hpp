// File names in compiled PTX. Private to src/compile.
#pragma once

#include <string>
#include <string_view>

namespace warpscope::compile {

/// Compilers write absolute paths into .file directives. Puts the name the user gave back in place of every path that
/// ends with it, so that source locations read as given and do not depend on the working folder.
[[nodiscard]] std::string with_file_as_given(std::string ptx, std::string_view file);

} // namespace warpscope::compile
