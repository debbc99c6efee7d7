#pragma once

#include "compile/compiler.hpp"

namespace warpscope::compile {

/// PTX that a scene contains. It runs instead of PTX compiled on this machine.
struct GivenPtx {
    std::string ptx;
    std::string compiler;
    std::string kernel;
    std::map<std::string, std::string, std::less<>> instances;
    friend bool operator==(const GivenPtx&, const GivenPtx&) = default;
};

/// Hashes text, own headers, definitions, instances and architecture. Returns 16 hexadecimal digits, the same on all
/// machines.
[[nodiscard]] std::string kernel_checksum(const CompileRequest& request);

/// Shortens absolute paths to file names.
[[nodiscard]] std::string without_folders(std::string ptx);

} // namespace warpscope::compile
