// PTX that came with a scene, and which kernel it is of.
#pragma once

#include "compile/compiler.hpp"

namespace warpscope::compile {

/// What a scene's numbers were measured on. It is run in place of what a compiler here would make of the same kernel.
struct GivenPtx {
    std::string ptx;
    std::string compiler;                                      // "NVRTC 13.0"
    std::string kernel;                                        // kernel_checksum() of what was compiled
    std::map<std::string, std::string, std::less<>> instances; // as CompileResult::instances
    friend bool operator==(const GivenPtx&, const GivenPtx&) = default;
};

/// 16 hexadecimal digits, the same on every machine: of the kernel's text, what it includes of its author's, its
/// definitions, instances and architecture.
[[nodiscard]] std::string kernel_checksum(const CompileRequest& request);

/// The PTX without folders of this machine: files that it names by an absolute path lose all but their name.
[[nodiscard]] std::string without_folders(std::string ptx);

} // namespace warpscope::compile
