// Time limits and progress of compilers.
#pragma once

#include <chrono>
#include <memory>
#include <string>

namespace warpscope::compile {

/// Environment variable with the limit of one compilation in seconds.
inline constexpr const char* compile_limit_variable = "WARPSCOPE_COMPILE_SECONDS";

/// Returns the limit that the user set, or `usual`.
[[nodiscard]] std::chrono::seconds compile_limit(std::chrono::seconds usual);

/// Prints compilations of this process that take long to stderr, and ends it at the limit of compilers that cannot be
/// interrupted. For the command line.
void announce_long_compilations();

/// Announces one compilation during its lifetime; nested ones are silent.
class CompileWatch {
public:
    /// `is_interruptible`: the caller stops the compiler at the limit.
    CompileWatch(const std::string& compiler, const std::string& file, bool is_interruptible);
    ~CompileWatch();
    CompileWatch(const CompileWatch&) = delete;
    CompileWatch& operator=(const CompileWatch&) = delete;

private:
    struct Timer;
    std::unique_ptr<Timer> timer_;
};

} // namespace warpscope::compile
