// File names in compiled PTX. Private to src/compile.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace warpscope::compile {

struct KernelFile {
    std::string name;             // as the user gave it
    std::filesystem::path path;   // as the compiler knows it, absolute
    std::filesystem::path folder; // absolute_folder_of()
};

/// Compilers write absolute paths into .file directives. Puts the name the user gave back in place of the kernel's, and
/// names other files as seen from where the user named the kernel, except what lies somewhere else altogether. So
/// source locations read as given and depend neither on the working folder nor on where the kernel lies with what it
/// includes.
[[nodiscard]] std::string with_files_as_given(std::string ptx, KernelFile kernel);

/// The PTX with `name_of` the file in place of every file's name.
[[nodiscard]] std::string with_file_names(std::string ptx,
                                          const std::function<std::string(std::string_view path)>& name_of);

/// Returns whether the file `path` lies in `folder` or below it.
[[nodiscard]] bool lies_below(std::string_view path, std::string_view folder);

} // namespace warpscope::compile
