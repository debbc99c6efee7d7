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

/// Prelude for clang, in a cache folder or a temporary one. Thread-safe.
class PreludeFolder {
public:
    struct Places {
        std::filesystem::path headers;
        std::filesystem::path names;
    };
    [[nodiscard]] Result<Places> files();

    /// Returns the precompiled prelude, or nullopt if clang fails. The first call takes as long as compiling a kernel.
    [[nodiscard]] std::optional<std::filesystem::path>
    precompiled(const std::string& compiler, const std::vector<std::string>& command, const std::atomic<bool>* cancel);
    /// Stops using an unreadable file until the process ends.
    void reject(const std::filesystem::path& precompiled);

private:
    [[nodiscard]] Result<void> complete(const std::filesystem::path& folder);

    std::mutex mutex_;
    std::optional<TemporaryFolder> temporary_;
    std::filesystem::path folder_;
    std::set<std::filesystem::path> rejected_;
};

[[nodiscard]] bool prelude_depends_on(const std::vector<std::pair<std::string, std::string>>& defines);

/// Writes one file per header name. Each file includes the prelude's replacement. Omits names in `own` (the user's
/// files) whose replacement is empty.
[[nodiscard]] Result<void> write_header_names(const std::filesystem::path& folder, const std::filesystem::path& headers,
                                              const std::set<std::string>& own);

} // namespace warpscope::compile
