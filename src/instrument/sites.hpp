#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "ptx/module.hpp"

namespace warpscope::instrument {

enum class SiteKind : uint8_t { branch, memory };

struct Site {
    SiteKind kind{};
    uint32_t instruction = 0; // index in the function
    uint32_t ptx_line = 0;    // in the PTX without probes
    SourceLocation source;
    std::string text;
    bool global = false;  // global memory, perhaps through a generic address
    bool sectors = false; // sectors are counted; false for atomics, which run in the cache
    bool writes = false;  // store or atomic
};

/// Lists branches, then memory accesses. Omits accesses to parameters and constants.
[[nodiscard]] std::vector<Site> find_sites(const ptx::Function& kernel);

[[nodiscard]] uint32_t access_bytes(const ptx::Instruction& instruction);

[[nodiscard]] bool is_async_copy(const ptx::Instruction& instruction);

/// Returns whether the copy may read fewer bytes than it writes.
[[nodiscard]] bool may_copy_in_part(const ptx::Function& kernel, const ptx::Instruction& instruction);

/// Returns the beginning of a sentence, such as "Reads of textures and bulk copies", or "".
[[nodiscard]] Message accesses_without_probes(const ptx::Function& kernel);

} // namespace warpscope::instrument
