// Tells when files have changed, from a thread that looks at them now and then, so that the event loop may sleep.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace warpscope::workbench {

class FileWatch {
public:
    /// Where and by what names files are included.
    struct Includes {
        std::vector<std::filesystem::path> folders;
        std::vector<std::pair<std::string, std::string>> defines;
        std::filesystem::path edited; // one of the files, in whose place `text` stands; empty: none
        std::string text;
        friend bool operator==(const Includes&, const Includes&) = default;
    };
    /// The files that belong to one and are to be looked at as well.
    using Companions = std::function<std::vector<std::filesystem::path>(const std::filesystem::path&, const Includes&)>;

    /// `wake` and `companions` are called on the watching thread: the former when there is something to take, the
    /// latter for every file wanted, again after each change. A change is told once a file has stayed the same for a
    /// `period`, so that none is read that an editor is still writing.
    explicit FileWatch(std::function<void()> wake, Companions companions = {},
                       std::chrono::milliseconds period = std::chrono::milliseconds(400));
    ~FileWatch();
    FileWatch(const FileWatch&) = delete;
    FileWatch& operator=(const FileWatch&) = delete;

    /// Replaces the files wanted. What changed before others were wanted is not told; a file that is away is waited
    /// for.
    void watch(const std::vector<std::filesystem::path>& files, const Includes& includes = {});
    /// Those that have changed since the last call.
    [[nodiscard]] std::vector<std::filesystem::path> take_changed();
    struct Stamp {
        std::filesystem::file_time_type time;
        std::uintmax_t size = 0;
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };
    [[nodiscard]] static std::optional<Stamp> stamp_of(const std::filesystem::path& file);
    /// The program has written the file itself, and this was its stamp then.
    void note_own(const std::filesystem::path& file, const Stamp& stamp);
    /// Returns whether the file's last change was the program's own.
    [[nodiscard]] bool is_own(const std::filesystem::path& file) const;
    /// Returns how often the files that are wanted now have been looked at. A change before the first look is not seen.
    [[nodiscard]] uint64_t looks() const;

private:
    struct Watched {
        std::filesystem::path file;
        std::optional<Stamp> known, seen; // seen: at the last look
        bool changed = false;             // and not taken yet
    };

    [[nodiscard]] std::vector<std::filesystem::path> with_companions(std::vector<std::filesystem::path> files,
                                                                     const Includes& includes) const;
    /// Makes `files` those that are looked at, keeping what is known of them.
    void replace(const std::vector<std::filesystem::path>& files);
    /// Returns whether one of `watched_`, whose present stamps these are, has changed and rests.
    bool compare(const std::vector<std::optional<Stamp>>& stamps);
    void loop();

    mutable std::mutex mutex_;
    std::condition_variable stop_or_new_;
    std::vector<std::filesystem::path> wanted_;
    Includes includes_;            // of those wanted
    std::vector<Watched> watched_; // and their companions
    std::map<std::filesystem::path, Stamp> own_;
    bool quitting_ = false, fresh_ = false; // fresh: others are wanted
    uint64_t looks_ = 0;
    std::function<void()> wake_;
    Companions companions_;
    std::chrono::milliseconds period_;
    std::thread thread_;
};

} // namespace warpscope::workbench
