// The headers that kernels are compiled with by NVRTC: the Toolkit's, and what stands in for others. Private to
// src/compile.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compile/compiler.hpp"

namespace warpscope::compile {

class NvrtcHeaders {
public:
    struct Header {
        std::string name, text;
        bool is_empty = false;
    };
    using HandedOver = std::vector<const Header*>;

    /// `toolkit_folder`: the Toolkit's "include"; empty without.
    explicit NvrtcHeaders(std::string toolkit_folder);

    [[nodiscard]] const std::string& toolkit_folder() const { return toolkit_folder_; }
    /// Says of two that they are the same.
    [[nodiscard]] const std::string& identity() const { return identity_; }

    /// Those that are handed to NVRTC, which looks at them first: without those that the kernel has files of its own
    /// for.
    [[nodiscard]] HandedOver handed_over_for(const CompileRequest& request) const;
    /// Returns whether `file`, as a log or PTX names it, is a header of the Toolkit or one that was handed over: its
    /// warnings are not about the kernel. The Toolkit's C++ library defines INT_MAX and its like once more, with other
    /// words.
    [[nodiscard]] bool is_header(std::string_view file, const HandedOver& handed_over) const;

private:
    std::string toolkit_folder_, identity_;
    std::vector<Header> headers_;
};

} // namespace warpscope::compile
