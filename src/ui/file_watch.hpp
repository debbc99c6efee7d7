// Tells when files have changed, from a thread that looks at them now and then, so that the event loop may sleep.
#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace warpscope::ui {

class FileWatch {
public:
    /// `wake` is called on the watching thread when there is something to take. A change is told once a file has stayed
    /// the same for a `period`, so that none is read that an editor is still writing.
    explicit FileWatch(std::function<void()> wake, std::chrono::milliseconds period = std::chrono::milliseconds(400));
    ~FileWatch();
    FileWatch(const FileWatch&) = delete;
    FileWatch& operator=(const FileWatch&) = delete;

    /// Replaces the files to look at. What changed before is not told; a file that is away is waited for.
    void watch(const std::vector<std::filesystem::path>& files);
    /// Those that have changed since the last call.
    [[nodiscard]] std::vector<std::filesystem::path> take_changed();

private:
    struct Stamp {
        std::filesystem::file_time_type time;
        std::uintmax_t size = 0;
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };
    struct Watched {
        std::filesystem::path file;
        std::optional<Stamp> known, seen; // seen: at the last look
        bool changed = false;             // and not taken yet
    };

    [[nodiscard]] static std::optional<Stamp> stamp_of(const std::filesystem::path& file);
    void loop();

    std::mutex mutex_;
    std::condition_variable stop_or_new_;
    std::vector<Watched> watched_;
    bool quitting_ = false, fresh_ = false;
    std::function<void()> wake_;
    std::chrono::milliseconds period_;
    std::thread thread_;
};

} // namespace warpscope::ui
