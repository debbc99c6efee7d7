#include "workbench/background/file_watch.hpp"

#include <algorithm>
#include <utility>

namespace warpscope::workbench {

namespace fs = std::filesystem;

FileWatch::FileWatch(std::function<void()> wake, Companions companions, std::chrono::milliseconds period)
    : wake_(std::move(wake))
    , companions_(std::move(companions))
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

void FileWatch::watch(const std::vector<fs::path>& files, const Includes& includes) {
    {
        const std::lock_guard lock(mutex_);
        if (wanted_ == files && includes_ == includes) return;
        if (wanted_ != files) watched_.clear();
        wanted_ = files;
        includes_ = includes;
        fresh_ = true;
        polls_ = 0;
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

void FileWatch::note_own(const fs::path& file, const Stamp& stamp) {
    const std::lock_guard lock(mutex_);
    own_.insert_or_assign(file, stamp);
}

bool FileWatch::is_own(const fs::path& file) const {
    const std::lock_guard lock(mutex_);
    const auto own = own_.find(file);
    const auto now = std::ranges::find(watched_, file, &Watched::file);
    return own != own_.end() && now != watched_.end() && now->known == own->second;
}

uint64_t FileWatch::polls() const {
    const std::lock_guard lock(mutex_);
    return polls_;
}

std::optional<FileWatch::Stamp> FileWatch::stamp_of(const fs::path& file) {
    std::error_code missing;
    const Stamp stamp{fs::last_write_time(file, missing), missing ? 0 : fs::file_size(file, missing)};
    return missing ? std::nullopt : std::optional(stamp);
}

std::vector<fs::path> FileWatch::with_companions(std::vector<fs::path> files, const Includes& includes) const {
    if (!companions_) return files;
    for (size_t i = 0, wanted = files.size(); i < wanted; ++i)
        for (fs::path& companion : companions_(files[i], includes))
            if (std::ranges::find(files, companion) == files.end()) files.push_back(std::move(companion));
    return files;
}

void FileWatch::replace(const std::vector<fs::path>& files) {
    std::vector<Watched> next;
    for (const fs::path& file : files) {
        const auto before = std::ranges::find(watched_, file, &Watched::file);
        next.push_back(before != watched_.end() ? *before : Watched{file, {}, {}, false});
    }
    watched_ = std::move(next);
}

bool FileWatch::compare(const std::vector<std::optional<Stamp>>& stamps) {
    bool found_change = false;
    for (size_t i = 0; i < watched_.size(); ++i) {
        Watched& one = watched_[i];
        const bool rests = stamps[i] && one.seen == stamps[i];
        if (!one.known) {
            one.known = stamps[i];
        } else if (rests && one.known != stamps[i]) {
            one.known = stamps[i];
            found_change = one.changed = true;
        }
        one.seen = stamps[i];
    }
    return found_change;
}

void FileWatch::loop() {
    std::unique_lock lock(mutex_);
    bool gather = true;
    while (!quitting_) {
        gather = std::exchange(fresh_, false) || gather;
        std::vector<fs::path> files = wanted_;
        const Includes includes = includes_;
        if (!gather) {
            files.clear();
            for (const Watched& one : watched_) files.push_back(one.file);
        }
        lock.unlock(); // file accesses in network folders can be slow
        if (gather) files = with_companions(std::move(files), includes);
        std::vector<std::optional<Stamp>> stamps;
        for (const fs::path& file : files) stamps.push_back(stamp_of(file));
        lock.lock();
        if (fresh_) continue;
        if (gather) replace(files);
        gather = compare(stamps);
        ++polls_;
        if (gather && wake_) {
            lock.unlock();
            wake_();
            lock.lock();
        }
        stop_or_new_.wait_for(lock, period_, [&] { return quitting_ || fresh_; });
    }
}

} // namespace warpscope::workbench
