#include "export/file.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/descriptor.hpp"
#include "language/tr.hpp"

namespace warpscope::exporting {
namespace {

bool write_all(int fd, std::string_view contents) {
    while (!contents.empty()) {
        const ssize_t n = ::write(fd, contents.data(), contents.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        contents.remove_prefix(static_cast<size_t>(n));
    }
    return true;
}

tl::unexpected<Diagnostic> cannot_write(const std::filesystem::path& path, int error) {
    std::string hint = tr("check the folder and its permissions");
    if (error == ENOSPC || error == EDQUOT) hint = tr("the disk is full: free some space or choose another folder");
    if (error == EROFS) hint = tr("the disk is read-only: choose another folder");
    return fail(ErrorKind::environment, msg("Cannot write '{}': {}.", path.string(), std::strerror(error)), hint);
}

} // namespace

Result<void> write_file(const std::filesystem::path& path, std::string_view contents) {
    std::error_code ignored;
    // Devices and pipes cannot be replaced, so they are written directly.
    if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)) {
        Descriptor fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
        if (!fd || !write_all(fd.get(), contents) || !fd.close()) return cannot_write(path, errno);
        return {};
    }
    std::filesystem::path target = path;
    if (std::filesystem::is_symlink(path, ignored)) {
        target = std::filesystem::weakly_canonical(path, ignored);
        if (target.empty()) target = path;
    }
    struct stat old {};
    const bool replaces = ::stat(target.c_str(), &old) == 0;
    const std::string temporary = fmt::format("{}.{}.part", target.string(), ::getpid());
    Descriptor fd(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (!fd) return cannot_write(path, errno);
    // Keeps the replaced file's mode, if supported.
    if (replaces) static_cast<void>(::fchmod(fd.get(), old.st_mode & 07777));
    if (!write_all(fd.get(), contents) || ::fsync(fd.get()) != 0 || !fd.close() ||
        ::rename(temporary.c_str(), target.c_str()) != 0) {
        const int error = errno;
        ::unlink(temporary.c_str());
        return cannot_write(path, error);
    }
    return {};
}

std::string lower_ending(const std::filesystem::path& file) {
    std::string ending = file.extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return ending;
}

std::filesystem::path unused_file(const std::filesystem::path& folder, const std::string& name,
                                  const std::vector<std::string>& endings) {
    const auto taken = [&](const std::string& tried) {
        std::error_code ignored;
        return std::ranges::any_of(endings, [&](const std::string& ending) {
            return std::filesystem::exists(folder / (tried + ending), ignored);
        });
    };
    std::string unused = name;
    for (int number = 2; taken(unused); ++number) unused = fmt::format("{}-{}", name, number);
    return folder / (unused + endings.front());
}

} // namespace warpscope::exporting
