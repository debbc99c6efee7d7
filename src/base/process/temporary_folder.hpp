// A private folder for a compiler's files; removed with all it holds when the object goes.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope {

class TemporaryFolder {
public:
    /// Made with access for this user only.
    [[nodiscard]] static Result<TemporaryFolder> create();
    ~TemporaryFolder();
    TemporaryFolder(TemporaryFolder&& other) noexcept
        : path_(std::exchange(other.path_, {})) {}
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    /// Writes `text` to the file `name` in this folder.
    [[nodiscard]] Result<void> write(std::string_view name, std::string_view text) const;

private:
    explicit TemporaryFolder(std::filesystem::path path)
        : path_(std::move(path)) {}
    std::filesystem::path path_;
};

} // namespace warpscope
