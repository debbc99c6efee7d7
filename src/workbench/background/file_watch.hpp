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
    struct Includes {
        std::vector<std::filesystem::path> folders;
        std::vector<std::pair<std::string, std::string>> defines;
        std::filesystem::path edited; // file whose unsaved content is `text`; empty: none
        std::string text;
        friend bool operator==(const Includes&, const Includes&) = default;
    };
    using Companions = std::function<std::vector<std::filesystem::path>(const std::filesystem::path&, const Includes&)>;

    /// Polls files on a thread, which also runs the callbacks. Reports changes that are stable for `period`.
    explicit FileWatch(std::function<void()> wake, Companions companions = {},
                       std::chrono::milliseconds period = std::chrono::milliseconds(400));
    ~FileWatch();
    FileWatch(const FileWatch&) = delete;
    FileWatch& operator=(const FileWatch&) = delete;

    /// Drops unreported changes if `files` are new. Files may be missing at first.
    void watch(const std::vector<std::filesystem::path>& files, const Includes& includes = {});
    [[nodiscard]] std::vector<std::filesystem::path> take_changed();
    struct Stamp {
        std::filesystem::file_time_type time;
        std::uintmax_t size = 0;
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };
    [[nodiscard]] static std::optional<Stamp> stamp_of(const std::filesystem::path& file);
    void note_own(const std::filesystem::path& file, const Stamp& stamp);
    [[nodiscard]] bool is_own(const std::filesystem::path& file) const;
    [[nodiscard]] uint64_t polls() const;

private:
    struct Watched {
        std::filesystem::path file;
        std::optional<Stamp> known, seen;
        bool changed = false;
    };

    [[nodiscard]] std::vector<std::filesystem::path> with_companions(std::vector<std::filesystem::path> files,
                                                                     const Includes& includes) const;
    void replace(const std::vector<std::filesystem::path>& files);
    bool compare(const std::vector<std::optional<Stamp>>& stamps);
    void loop();

    mutable std::mutex mutex_;
    std::condition_variable stop_or_new_;
    std::vector<std::filesystem::path> wanted_;
    Includes includes_;
    std::vector<Watched> watched_;
    std::map<std::filesystem::path, Stamp> own_;
    bool quitting_ = false, fresh_ = false;
    uint64_t polls_ = 0;
    std::function<void()> wake_;
    Companions companions_;
    std::chrono::milliseconds period_;
    std::thread thread_;
};

} // namespace warpscope::workbench
