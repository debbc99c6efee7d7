#pragma once

#include "compile/compiler.hpp"

namespace warpscope::compile {

/// PTX in a scene, which runs instead of this machine's own PTX for the kernel.
struct GivenPtx {
    std::string ptx;
    std::string compiler;
    std::string kernel;
    std::map<std::string, std::string, std::less<>> instances;
    friend bool operator==(const GivenPtx&, const GivenPtx&) = default;
};

/// Returns 16 hexadecimal digits for text, own headers, definitions, instances and architecture. Equal on all machines.
[[nodiscard]] std::string kernel_checksum(const CompileRequest& request);

/// Shortens absolute paths to file names.
[[nodiscard]] std::string without_folders(std::string ptx);

} // namespace warpscope::compile
