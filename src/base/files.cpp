#include "base/files.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

namespace warpscope {

Result<std::string> read_file(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::error_code error;
    if (std::filesystem::is_directory(file, error))
        return fail(ErrorKind::environment, msg("{}: is a folder, not a file.", file.string()));
    if (!stream)
        return fail(ErrorKind::environment, msg("{} cannot be read.", file.string()),
                    msg("check the name and its permissions"));
    return std::string{std::istreambuf_iterator<char>(stream), {}};
}

Result<void> write_file(const std::filesystem::path& file, std::string_view text) {
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    std::ofstream stream(file, std::ios::binary);
    stream.write(text.data(), static_cast<std::streamsize>(text.size()));
    if (!stream.flush()) return fail(ErrorKind::environment, msg("{} cannot be written.", file.string()));
    return {};
}

bool is_lexically_within(const std::filesystem::path& path, const std::filesystem::path& folder) {
    const std::filesystem::path inner = path.lexically_normal(), outer = folder.lexically_normal();
    return std::ranges::mismatch(outer, inner).in1 == outer.end();
}

} // namespace warpscope
