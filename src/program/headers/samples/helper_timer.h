#pragma once

#include <chrono>

class StopWatchInterface {
public:
    void start() {
        begin_ = Clock::now();
        runs_ = true;
    }
    void stop() {
        total_ += since_start();
        runs_ = false;
        ++count_;
    }
    void reset() {
        total_ = 0;
        count_ = 0;
        begin_ = Clock::now();
    }
    float getTime() { return total_ + (runs_ ? since_start() : 0); }
    float getAverageTime() { return count_ > 0 ? total_ / static_cast<float>(count_) : 0; }

private:
    using Clock = std::chrono::steady_clock;
    float since_start() const { return std::chrono::duration<float, std::milli>(Clock::now() - begin_).count(); }
    Clock::time_point begin_ = Clock::now();
    float total_ = 0;
    int count_ = 0;
    bool runs_ = false;
};
using StopWatchLinux = StopWatchInterface;

inline bool sdkCreateTimer(StopWatchInterface** timer) {
    *timer = new StopWatchInterface;
    return true;
}
inline bool sdkDeleteTimer(StopWatchInterface** timer) {
    delete *timer;
    *timer = nullptr;
    return true;
}
inline bool sdkStartTimer(StopWatchInterface** timer) {
    if (*timer != nullptr) (*timer)->start();
    return true;
}
inline bool sdkStopTimer(StopWatchInterface** timer) {
    if (*timer != nullptr) (*timer)->stop();
    return true;
}
inline bool sdkResetTimer(StopWatchInterface** timer) {
    if (*timer != nullptr) (*timer)->reset();
    return true;
}
inline float sdkGetTimerValue(StopWatchInterface** timer) { return *timer != nullptr ? (*timer)->getTime() : 0; }
inline float sdkGetAverageTimerValue(StopWatchInterface** timer) {
    return *timer != nullptr ? (*timer)->getAverageTime() : 0;
}
