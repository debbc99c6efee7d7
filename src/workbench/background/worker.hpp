#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace warpscope::workbench {

class Worker {
public:
    /// Runs on the UI thread after the job; may be empty.
    using Finish = std::function<void()>;
    using Job = std::function<Finish()>;

    /// `wake` runs on the worker's thread after each job.
    explicit Worker(std::function<void()> wake);
    /// Runs the remaining jobs, because they may save settings. Drops their Finish.
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    void post(Job job);
    void deliver();
    [[nodiscard]] bool idle() const;

private:
    void loop();

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Job> jobs_;
    std::deque<Finish> finished_;
    std::function<void()> wake_;
    bool running_ = false, quitting_ = false;
    std::thread thread_;
};

} // namespace warpscope::workbench
