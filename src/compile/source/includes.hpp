// What a kernel text brings in besides itself. Private to src/compile.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "compile/compiler.hpp"

namespace warpscope::compile {

/// Folder that `#include "name"` is looked up in: where the kernel lies, or the working folder.
[[nodiscard]] std::filesystem::path folder_of(const CompileRequest& request);

/// The same without ".." and the like, whatever the working folder is.
[[nodiscard]] std::filesystem::path absolute_folder_of(const CompileRequest& request);

/// A file that an `#include` names and that lies beside the file with the `#include`, beside the kernel or in one of
/// the folders for included files. Where an `#include` has a macro in place of the name, each one that it may come to:
/// what any macro has as a name, and all headers of these folders.
struct IncludedFile {
    std::string name; // as the `#include` has it
    bool in_quotes = false;
    std::filesystem::path path;
    std::string text; // of a large one that perhaps no `#include` names its size and time
};

/// Those of the kernel's text and of the files that it includes. Where several may be meant, all are here; where a
/// condition leaves one out, it is here, too.
[[nodiscard]] std::vector<IncludedFile> included_files(const CompileRequest& request);

/// Returns whether `own`, the included files, have a file beside the kernel that is included as `name`.
[[nodiscard]] bool lies_beside_kernel(std::string_view name, const std::vector<IncludedFile>& own,
                                      const CompileRequest& request);

/// For a cache, so that a changed header is compiled anew.
[[nodiscard]] uint64_t hash_of(const std::vector<IncludedFile>& files);

} // namespace warpscope::compile
