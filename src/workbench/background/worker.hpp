// Slow errands off the UI thread: listing folders, reading headers, writing files. Jobs run one after the other.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace warpscope::workbench {

class Worker {
public:
    /// What a job leaves to do on the UI thread; may be empty.
    using Finish = std::function<void()>;
    using Job = std::function<Finish()>;

    /// `wake` is called on the worker's thread after each job.
    explicit Worker(std::function<void()> wake);
    /// Finishes the jobs that wait (settings must reach the disk), without their Finish parts.
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    void post(Job job);
    /// UI thread: runs the Finish parts of finished jobs.
    void deliver();
    /// Nothing waits, runs, or is to be delivered.
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
