#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace warpscope::compile {

struct KernelFile {
    std::string name;           // as given by the user
    std::filesystem::path path; // absolute
    std::filesystem::path folder;
};

/// Names the kernel as the user did, and other files relative to the kernel.
[[nodiscard]] std::string with_files_as_given(std::string ptx, KernelFile kernel);

[[nodiscard]] std::string with_file_names(std::string ptx,
                                          const std::function<std::string(std::string_view path)>& name_of);

[[nodiscard]] bool is_below_folder(std::string_view path, std::string_view folder);

} // namespace warpscope::compile
