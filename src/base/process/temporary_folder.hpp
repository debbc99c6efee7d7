// A private temporary folder, removed by the destructor.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope {

class TemporaryFolder {
public:
    [[nodiscard]] static Result<TemporaryFolder> create();
    ~TemporaryFolder();
    TemporaryFolder(TemporaryFolder&& other) noexcept
        : path_(std::exchange(other.path_, {})) {}
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] Result<void> write(std::string_view name, std::string_view text) const;

private:
    explicit TemporaryFolder(std::filesystem::path path)
        : path_(std::move(path)) {}
    std::filesystem::path path_;
};

} // namespace warpscope
