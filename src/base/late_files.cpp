#include "base/late_files.hpp"

#include <condition_variable>
#include <mutex>
#include <system_error>

namespace warpscope {
namespace {

struct Arrival {
    std::mutex mutex;
    std::condition_variable changed;
    bool is_expected = false;
};

Arrival& arrival() {
    static Arrival only;
    return only;
}

} // namespace

void set_late_files_expected(bool are_expected) {
    {
        const std::lock_guard lock(arrival().mutex);
        arrival().is_expected = are_expected;
    }
    arrival().changed.notify_all();
}

void wait_for_late_files() {
    std::unique_lock lock(arrival().mutex);
    arrival().changed.wait(lock, [] { return !arrival().is_expected; });
}

void wait_for_late_file(const std::filesystem::path& file) {
    std::error_code ignored;
    const auto size = std::filesystem::file_size(file, ignored);
    if (ignored || size == 0) wait_for_late_files();
}

} // namespace warpscope
