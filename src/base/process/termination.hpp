// Ends child processes and removes temporary folders if a signal ends this process.
#pragma once

#include <filesystem>
#include <sys/types.h>

namespace warpscope {

/// Handles SIGINT, SIGTERM and SIGHUP: cleans up, then dies from the signal. Leaves ignored signals ignored. Call once,
/// before other threads run.
void clean_up_on_termination();

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

/// Removes the folder at termination, until it is forgotten.
void remove_at_termination(const std::filesystem::path& folder);
void forget_at_termination(const std::filesystem::path& folder);

} // namespace warpscope
