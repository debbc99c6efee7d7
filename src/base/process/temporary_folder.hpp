// Private folder. The destructor or clean_up_on_termination() removes it. After a kill, the next create() removes it.
#pragma once

#include <filesystem>
#include <string_view>
#include <utility>

#include "base/descriptor.hpp"
#include "base/diagnostic.hpp"

namespace warpscope {

class TemporaryFolder {
public:
    [[nodiscard]] static Result<TemporaryFolder> create();
    ~TemporaryFolder();
    TemporaryFolder(TemporaryFolder&& other) noexcept
        : path_(std::exchange(other.path_, {}))
        , lock_(std::move(other.lock_)) {}
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] Result<void> write(std::string_view name, std::string_view text) const;

private:
    TemporaryFolder(std::filesystem::path path, Descriptor lock)
        : path_(std::move(path))
        , lock_(std::move(lock)) {}
    std::filesystem::path path_;
    Descriptor lock_;
};

} // namespace warpscope
