#include "workbench/export/autosave.hpp"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "export/file.hpp"

namespace warpscope::workbench {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "autosave-";

std::optional<pid_t> process_of(const fs::path& file) {
    const std::string name = file.filename().string();
    if (!name.starts_with(prefix) || file.extension() != scene::scene_ending) return std::nullopt;
    pid_t process = 0;
    const char* const begin = name.data() + prefix.size();
    const auto [end, error] = std::from_chars(begin, name.data() + name.size(), process);
    return error == std::errc() && end != begin && process > 0 ? std::optional(process) : std::nullopt;
}

/// Also compares executables, because the process number may now belong to another program, or to a zombie without
/// executable.
bool is_running(pid_t process) {
    if (::kill(process, 0) != 0 && errno == ESRCH) return false;
    std::error_code error;
    const std::string own = fs::read_symlink("/proc/self/exe", error).filename().string();
    if (error) return true;
    const std::string other = fs::read_symlink(fmt::format("/proc/{}/exe", process), error).filename().string();
    return !error && (other.starts_with(own) || own.starts_with(other)); // "NAME (deleted)" after an update
}

std::vector<fs::path> orphans(const fs::path& folder) {
    std::error_code error;
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (const auto process = process_of(entry.path()); process && !is_running(*process))
            found.push_back(entry.path());
    return found;
}

} // namespace

Autosave::Autosave(const fs::path& folder, Worker& worker)
    : worker_(worker) {
    if (folder.empty()) return;
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    file_ = folder / fmt::format("{}{}{}", prefix, ::getpid(), scene::scene_ending);
}

Autosave::~Autosave() {
    std::error_code ignored;
    if (!file_.empty()) fs::remove(file_, ignored);
}

void Autosave::update(double now, const RunPtr& run, const exporting::SceneLook& look) {
    until_due_.reset();
    if (file_.empty() || writing_ || !run || (run == saved_run_ && look == saved_)) return;
    if (now - last_ < every) {
        until_due_ = every - (now - last_);
        return;
    }
    last_ = now;
    saved_run_ = run;
    saved_ = look;
    writing_ = true;
    worker_.post([this, run, look, file = file_]() -> Worker::Finish {
        // Ignores errors: the user sees them when saving a scene.
        if (const auto text = exporting::scene_text(*run, look)) static_cast<void>(exporting::write_file(file, *text));
        return [this] { writing_ = false; };
    });
}

std::optional<fs::path> Autosave::find_orphaned(const fs::path& folder) {
    std::error_code error;
    std::optional<fs::path> newest;
    for (const fs::path& file : orphans(folder))
        if (!newest || fs::last_write_time(file, error) > fs::last_write_time(*newest, error)) newest = file;
    return newest;
}

void Autosave::remove_orphaned(const fs::path& folder) {
    std::error_code ignored;
    for (const fs::path& file : orphans(folder)) fs::remove(file, ignored);
}

fs::path Autosave::folder() {
    const auto variable = [](const char* name) -> fs::path {
        const char* value = std::getenv(name);
        return value != nullptr && *value == '/' ? value : "";
    };
    if (const fs::path state = variable("XDG_STATE_HOME"); !state.empty()) return state / "warpscope";
    if (const fs::path home = variable("HOME"); !home.empty()) return home / ".local" / "state" / "warpscope";
    return {};
}

} // namespace warpscope::workbench
