// Shared-memory declarations in a CUDA file's text, which NVRTC's debug information omits. Callers must check extents
// against the known size.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::compile {

struct SharedDeclaration {
    std::string name;
    std::vector<std::string> extents; // expressions: "N" and "N + 1" for "tile[N][N + 1]"; empty for a single value
    std::string type;
};

struct SharedDeclarations {
    std::vector<SharedDeclaration> arrays;
    /// Replacement texts of macros without parameters and initializers of integer constants.
    std::map<std::string, std::string, std::less<>> constants;
};

[[nodiscard]] SharedDeclarations shared_declarations(std::string_view source);

} // namespace warpscope::compile
