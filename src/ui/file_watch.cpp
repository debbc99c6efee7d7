#include "ui/file_watch.hpp"

#include <algorithm>
#include <utility>

namespace warpscope::ui {

namespace fs = std::filesystem;

FileWatch::FileWatch(std::function<void()> wake, std::chrono::milliseconds period)
    : wake_(std::move(wake))
    , period_(period)
    , thread_([this] { loop(); }) {}

FileWatch::~FileWatch() {
    {
        const std::lock_guard lock(mutex_);
        quitting_ = true;
    }
    stop_or_new_.notify_all();
    thread_.join();
}

void FileWatch::watch(const std::vector<fs::path>& files) {
    {
        const std::lock_guard lock(mutex_);
        if (std::ranges::equal(watched_, files, {}, &Watched::file)) return;
        watched_.clear();
        for (const fs::path& file : files) watched_.push_back({file, {}, {}, false});
        fresh_ = true;
    }
    stop_or_new_.notify_all();
}

std::vector<fs::path> FileWatch::take_changed() {
    const std::lock_guard lock(mutex_);
    std::vector<fs::path> files;
    for (Watched& one : watched_)
        if (std::exchange(one.changed, false)) files.push_back(one.file);
    return files;
}

std::optional<FileWatch::Stamp> FileWatch::stamp_of(const fs::path& file) {
    std::error_code missing;
    const Stamp stamp{fs::last_write_time(file, missing), missing ? 0 : fs::file_size(file, missing)};
    return missing ? std::nullopt : std::optional(stamp);
}

void FileWatch::loop() {
    std::unique_lock lock(mutex_);
    while (!quitting_) {
        std::vector<fs::path> files;
        for (const Watched& one : watched_) files.push_back(one.file);
        fresh_ = false;
        lock.unlock(); // a folder on a network may answer slowly
        std::vector<std::optional<Stamp>> stamps;
        for (const fs::path& file : files) stamps.push_back(stamp_of(file));
        lock.lock();
        bool told = false;
        // Other files may be wanted by now; those are looked at in the next turn.
        for (size_t i = 0; !fresh_ && i < watched_.size(); ++i) {
            Watched& one = watched_[i];
            const bool rests = stamps[i] && one.seen == stamps[i];
            if (!one.known) {
                one.known = stamps[i];
            } else if (rests && one.known != stamps[i]) {
                one.known = stamps[i];
                told = one.changed = true;
            }
            one.seen = stamps[i];
        }
        if (told && wake_) {
            lock.unlock();
            wake_();
            lock.lock();
        }
        stop_or_new_.wait_for(lock, period_, [&] { return quitting_ || fresh_; });
    }
}

} // namespace warpscope::ui
