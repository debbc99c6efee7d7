#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace warpscope::compile {

class ClangSpelling {
public:
    ClangSpelling(std::string source, std::string file)
        : source_(std::move(source))
        , file_(std::move(file)) {}

    /// Respells code that nvcc and NVRTC accept but clang rejects in `log`. Returns false if nothing is left to try.
    [[nodiscard]] bool adapt_to_errors(std::string_view log);

    [[nodiscard]] const std::string& source() const { return source_; }
    /// Returns whether alignas must become GCC's attribute, which may follow `__shared__`. Comparisons in the argument
    /// are not supported.
    [[nodiscard]] bool gcc_alignment() const { return gcc_alignment_; }
    [[nodiscard]] static Message hint_for(std::string_view log);

private:
    /// Replaces "%laneid" in asm() with "%%laneid".
    bool double_percents(std::string_view log);

    std::string source_, file_;
    bool gcc_alignment_ = false;
};

} // namespace warpscope::compile
