#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.hpp"
#include "base/diagnostic.hpp"

namespace warpscope::serve {

struct SharedFile {
    Descriptor descriptor;
    uint64_t bytes = 0;
    std::string type;
    std::string encoding;
    std::string tag; // ETag; changes with the file
};

/// Files of the page below "/", and files that the user shares below "/files/". Hidden files are not served. Symbolic
/// links are followed only in the paths that the user names. Thread-safe.
class SharedFiles {
public:
    /// `shared`: files and folders with different names.
    [[nodiscard]] static Result<SharedFiles> open(const std::filesystem::path& page,
                                                  const std::vector<std::filesystem::path>& shared);

    /// Opens the file of a decoded path such as "/files/lesson.toml", or its compressed form if the client accepts it.
    [[nodiscard]] std::optional<SharedFile> find(std::string_view path, std::string_view accepted_encodings) const;
    [[nodiscard]] std::vector<std::string> names() const;

private:
    struct Shared {
        Descriptor folder;
        std::string file; // only this file of the folder, or "" for all
    };

    Descriptor page_;
    std::map<std::string, Shared, std::less<>> shared_;
};

} // namespace warpscope::serve
