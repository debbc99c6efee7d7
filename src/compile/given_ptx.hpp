// PTX stored in a scene, with a checksum of its kernel.
#pragma once

#include "compile/compiler.hpp"

namespace warpscope::compile {

/// PTX that a scene was measured with. It runs instead of local compiler output for the same kernel.
struct GivenPtx {
    std::string ptx;
    std::string compiler;
    std::string kernel; // kernel_checksum() of the compiled request
    std::map<std::string, std::string, std::less<>> instances;
    friend bool operator==(const GivenPtx&, const GivenPtx&) = default;
};

/// Returns a machine-independent hash, 16 hexadecimal digits, of the text, own headers, definitions, instances and
/// architecture.
[[nodiscard]] std::string kernel_checksum(const CompileRequest& request);

/// Shortens absolute paths in the PTX to file names.
[[nodiscard]] std::string without_folders(std::string ptx);

} // namespace warpscope::compile
