#include "base/process/temporary_folder.hpp"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <stdlib.h>

namespace warpscope {

Result<TemporaryFolder> TemporaryFolder::create() {
    std::error_code error;
    std::filesystem::path base = std::filesystem::temp_directory_path(error);
    if (error) base = "/tmp"; // TMPDIR names a missing folder
    std::string name = (base / "warpscope-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
        return fail(ErrorKind::environment,
                    fmt::format("No temporary folder can be made in {}: {}.", base.string(), std::strerror(errno)),
                    "set TMPDIR to a folder that can be written");
    return TemporaryFolder(std::filesystem::path(name));
}

TemporaryFolder::~TemporaryFolder() {
    if (path_.empty()) return;
    std::error_code ignored; // An error here cannot be handled.
    std::filesystem::remove_all(path_, ignored);
}

Result<void> TemporaryFolder::write(std::string_view name, std::string_view text) const {
    const std::filesystem::path file = path_ / name;
    std::ofstream stream(file, std::ios::binary);
    stream << text;
    stream.close();
    if (!stream) return fail(ErrorKind::environment, fmt::format("{} cannot be written.", file.string()));
    return {};
}

} // namespace warpscope
