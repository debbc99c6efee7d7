#include "workbench/editing/kernel_file.hpp"

#include <unistd.h>

#include <fmt/format.h>

#include "base/files.hpp"
#include "catalog/experiment.hpp"
#include "export/file.hpp"
#include "language/tr.hpp"
#include "session/device.hpp"

namespace warpscope::workbench {

namespace fs = std::filesystem;

bool is_same_file(const fs::path& a, const fs::path& b) {
    std::error_code no_file;
    return fs::equivalent(a, b, no_file) || a == b;
}

Result<void> write_kernel(const fs::path& file, const std::string& text, const std::optional<std::string>& expected) {
    catalog::Variant place;
    place.source = file;
    if (session::is_of_catalog(place))
        return fail(ErrorKind::usage, msg("{} was not saved: its folder belongs to the course.", file.string()),
                    msg("Choose another folder."));
    std::error_code ignored;
    const fs::file_status status = fs::status(file, ignored);
    if (!fs::exists(status)) return exporting::write_file(file, text);
    constexpr fs::perms any_write = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
    if ((status.permissions() & any_write) == fs::perms::none || ::access(file.c_str(), W_OK) != 0)
        return fail(ErrorKind::environment, msg("{} is write-protected.", file.string()),
                    msg("Choose another file, or change its permissions."));
    std::string there = read_file(file).value_or("");
    std::erase(there, '\r');
    if (!expected) return fail(ErrorKind::usage, msg("{} already exists.", file.string()), msg("Choose another name."));
    if (there != *expected)
        return fail(ErrorKind::usage, msg("{} changed on disk since it was read, so it was not saved.", file.string()),
                    msg("Another program wrote it: check \"changes\" first, or choose another name."));
    return exporting::write_file(file, text);
}

} // namespace warpscope::workbench
