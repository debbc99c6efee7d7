// File names in compiled PTX. Private to src/compile.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace warpscope::compile {

/// Compilers write absolute paths into .file directives. Puts the name the user gave back in place of every path that
/// ends with it, and names what lies in the kernel's folder or below it as seen from where the user named the kernel.
/// So source locations read as given and do not depend on the working folder.
[[nodiscard]] std::string with_files_as_given(std::string ptx, std::string_view file,
                                              const std::filesystem::path& folder);

/// Whether the file `path` lies in `folder` or below it.
[[nodiscard]] bool lies_below(std::string_view path, std::string_view folder);

} // namespace warpscope::compile
