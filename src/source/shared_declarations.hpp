// Shared arrays in source text, because NVRTC's debug information omits them. Callers must compare extents with the
// known size.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::source {

struct SharedDeclaration {
    std::string name;
    std::vector<std::string> extents; // "N" and "N + 1" for "tile[N][N + 1]"
    std::string type;
};

struct SharedDeclarations {
    std::vector<SharedDeclaration> arrays;
    std::map<std::string, std::string, std::less<>> constants;
};

[[nodiscard]] SharedDeclarations shared_declarations(std::string_view source);

} // namespace warpscope::source
