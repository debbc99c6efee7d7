// The prelude as files that clang reads, and as clang has compiled it once for all kernels. Private to src/compile.
#pragma once

#include <atomic>
#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/process/temporary_folder.hpp"

namespace warpscope::compile {

/// Kept in the cache folder, so that the next process finds it; where that cannot be written, in a temporary one.
/// Thread-safe.
class PreludeFolder {
public:
    struct Places {
        std::filesystem::path headers; // the prelude's
        std::filesystem::path names;   // under which kernels include them or what they need not include
    };
    /// Returns where the files lie; writes those that are missing.
    [[nodiscard]] Result<Places> files();

    /// Returns the file with the precompiled prelude; makes it where nobody has, in about the time of one kernel.
    /// `compiler`: its identity(). `command`: clang with the options that kernels are compiled with, without files.
    /// nullopt where clang makes none.
    [[nodiscard]] std::optional<std::filesystem::path>
    precompiled(const std::string& compiler, const std::vector<std::string>& command, const std::atomic<bool>* cancel);
    /// For one that clang will not read: it is removed, and not made again by this process.
    void reject(const std::filesystem::path& precompiled);

private:
    [[nodiscard]] Result<void> complete(const std::filesystem::path& folder);

    std::mutex mutex_;
    std::optional<TemporaryFolder> temporary_;
    std::filesystem::path folder_; // empty until the files have been seen to be there
    std::set<std::filesystem::path> rejected_;
};

/// Returns whether the prelude asks for one of these macros, so that it has to be read anew.
[[nodiscard]] bool prelude_depends_on(const std::vector<std::pair<std::string, std::string>>& defines);

/// Writes to `folder` the names under which kernels include what the prelude or the compiler brings anyway. `own`:
/// names that the kernel's own files have, which are left out.
[[nodiscard]] Result<void> write_header_names(const std::filesystem::path& folder, const std::filesystem::path& headers,
                                              const std::set<std::string>& own);

} // namespace warpscope::compile
