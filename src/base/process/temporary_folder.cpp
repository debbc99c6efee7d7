#include "base/process/temporary_folder.hpp"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <mutex>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/process/termination.hpp"

namespace warpscope {
namespace {

constexpr std::string_view name_begin = "warpscope-tmp-";

Descriptor lock_folder(const std::filesystem::path& folder) {
    Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return opened && ::flock(opened.get(), LOCK_EX | LOCK_NB) == 0 ? std::move(opened) : Descriptor();
}

void remove_abandoned(const std::filesystem::path& base) {
    constexpr std::chrono::minutes min_age(1); // younger folders may not be locked yet
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(base, error)) {
        if (!entry.path().filename().string().starts_with(name_begin)) continue;
        const auto changed = entry.last_write_time(error);
        if (error || std::filesystem::file_time_type::clock::now() - changed < min_age) continue;
        if (const Descriptor lock = lock_folder(entry.path())) std::filesystem::remove_all(entry.path(), error);
    }
}

} // namespace

Result<TemporaryFolder> TemporaryFolder::create() {
    std::error_code error;
    std::filesystem::path base = std::filesystem::temp_directory_path(error);
    if (error) base = "/tmp";
    static std::once_flag cleaned;
    std::call_once(cleaned, [&] { remove_abandoned(base); });
    std::string name = (base / fmt::format("{}XXXXXX", name_begin)).string();
    if (::mkdtemp(name.data()) == nullptr)
        return fail(ErrorKind::environment,
                    msg("Cannot create a temporary folder in {}: {}.", base.string(), std::strerror(errno)),
                    msg("set TMPDIR to a writable folder"));
    remove_at_termination(name);
    return TemporaryFolder(name, lock_folder(name));
}

TemporaryFolder::~TemporaryFolder() {
    if (path_.empty()) return;
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
    forget_at_termination(path_);
}

Result<void> TemporaryFolder::write(std::string_view name, std::string_view text) const {
    const std::filesystem::path file = path_ / name;
    std::ofstream stream(file, std::ios::binary);
    stream << text;
    stream.close();
    if (!stream) return fail(ErrorKind::environment, msg("{} cannot be written.", file.string()));
    return {};
}

} // namespace warpscope
