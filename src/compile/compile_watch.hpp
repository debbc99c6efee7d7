#pragma once

#include <chrono>
#include <memory>
#include <string>

namespace warpscope::compile {

inline constexpr const char* compile_limit_variable = "WARPSCOPE_COMPILE_SECONDS";

[[nodiscard]] std::chrono::seconds compile_limit(std::chrono::seconds usual);

/// Prints progress of long compilations to stderr. Ends the process if a compiler that cannot be interrupted exceeds
/// its limit.
void announce_long_compilations();

/// Announces a compilation while the object lives. Nested objects are silent.
class CompileWatch {
public:
    /// `is_interruptible`: the caller can stop the compiler.
    CompileWatch(const std::string& compiler, const std::string& file, bool is_interruptible);
    ~CompileWatch();
    CompileWatch(const CompileWatch&) = delete;
    CompileWatch& operator=(const CompileWatch&) = delete;

private:
    struct Timer;
    std::unique_ptr<Timer> timer_;
};

} // namespace warpscope::compile
