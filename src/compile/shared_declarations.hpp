// What a CUDA file declares in shared memory, with types and extents as its text has them: NVRTC's debug
// information tells nothing of it. Without a compiler, so who takes an extent checks it against the size.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::compile {

struct SharedDeclaration {
    std::string name;
    std::vector<std::string> extents; // of "tile[N][N + 1]": "N" and "N + 1"; none of a single value
    std::string type;                 // "unsigned char"
};

struct SharedDeclarations {
    std::vector<SharedDeclaration> arrays;
    /// Macros without parameters and initialised integer constants: the text that stands for each.
    std::map<std::string, std::string, std::less<>> constants;
};

/// Includes are not looked into.
[[nodiscard]] SharedDeclarations shared_declarations(std::string_view source);

} // namespace warpscope::compile
