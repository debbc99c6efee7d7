#pragma once

#include <filesystem>
#include <functional>
#include <sys/types.h>

namespace warpscope {

/// Cleans up on SIGINT, SIGTERM and SIGHUP, then dies from the signal. Ignored signals stay ignored. Call it once,
/// before other threads run.
void clean_up_on_termination();

/// While the object lives, the first signal calls `stop` instead of ending the process. `stop` must return soon.
class StopAtTermination {
public:
    explicit StopAtTermination(std::function<void()> stop);
    ~StopAtTermination();
    StopAtTermination(const StopAtTermination&) = delete;
    StopAtTermination& operator=(const StopAtTermination&) = delete;
};

/// Kills the process group of a running child at termination.
class ChildAtTermination {
public:
    explicit ChildAtTermination(pid_t group);
    ~ChildAtTermination();
    ChildAtTermination(const ChildAtTermination&) = delete;
    ChildAtTermination& operator=(const ChildAtTermination&) = delete;

private:
    pid_t group_;
};

void remove_at_termination(const std::filesystem::path& folder);
void forget_at_termination(const std::filesystem::path& folder);

} // namespace warpscope
