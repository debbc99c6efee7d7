#include "workbench/background/worker.hpp"

#include <utility>

namespace warpscope::workbench {

Worker::Worker(std::function<void()> wake)
    : wake_(std::move(wake))
    , thread_([this] { loop(); }) {}

Worker::~Worker() {
    {
        const std::lock_guard lock(mutex_);
        quitting_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void Worker::post(Job job) {
    {
        const std::lock_guard lock(mutex_);
        jobs_.push_back(std::move(job));
    }
    changed_.notify_all();
}

void Worker::deliver() {
    std::deque<Finish> ready;
    {
        const std::lock_guard lock(mutex_);
        ready.swap(finished_);
    }
    for (Finish& finish : ready)
        if (finish) finish();
}

bool Worker::idle() const {
    const std::lock_guard lock(mutex_);
    return jobs_.empty() && !running_ && finished_.empty();
}

void Worker::loop() {
    for (;;) {
        Job job;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [&] { return quitting_ || !jobs_.empty(); });
            if (jobs_.empty()) return;
            job = std::move(jobs_.front());
            jobs_.pop_front();
            running_ = true;
        }
        Finish finish = job();
        {
            const std::lock_guard lock(mutex_);
            running_ = false;
            if (finish) finished_.push_back(std::move(finish));
        }
        if (wake_) wake_();
    }
}

} // namespace warpscope::workbench
