// What nvcc and NVRTC accept and clang accepts only when it is spelled otherwise. Private to src/compile.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace warpscope::compile {

/// A kernel's source, spelled as clang wants it once clang has refused what stands there.
class ClangSpelling {
public:
    ClangSpelling(std::string source, std::string file)
        : source_(std::move(source))
        , file_(std::move(file)) {}

    /// Returns whether another spelling may help against what clang's `log` says; then it is taken on. In what was
    /// spelled once only what is new helps, so that this ends.
    [[nodiscard]] bool mend(std::string_view log);

    [[nodiscard]] const std::string& source() const { return source_; }
    /// alignas may stand behind `__shared__` and its like, too: as an attribute of GCC's, which takes no comparisons.
    [[nodiscard]] bool gcc_alignment() const { return gcc_alignment_; }
    /// What to do by hand about an error of `log`; may be empty.
    [[nodiscard]] static std::string hint_for(std::string_view log);

private:
    /// "%laneid" in the text of asm() is "%%laneid" to clang.
    bool double_percents(std::string_view log);

    std::string source_, file_;
    bool gcc_alignment_ = false;
};

} // namespace warpscope::compile
