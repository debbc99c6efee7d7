// The places in a kernel where probes are put: branches that may split a warp, and accesses to memory.
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
    uint32_t instruction = 0; // in the function's body
    uint32_t ptx_line = 0;    // of the text before instrumentation
    SourceLocation source;
    std::string text;     // the instruction as written
    bool global = false;  // memory: of global space, or generic and so perhaps of global space
    bool sectors = false; // loads and stores of these: their sectors are counted; atomics work in the cache
    bool writes = false;  // memory: a store or an atomic
};

/// Branches first, then memory, each in the order of the body. Accesses to parameters and constants are no sites.
[[nodiscard]] std::vector<Site> find_sites(const ptx::Function& kernel);

/// Returns how many bytes a lane of a site of memory reads or writes at once.
[[nodiscard]] uint32_t access_bytes(const ptx::Instruction& instruction);

/// Returns whether the instruction is a cp.async of 4, 8 or 16 bytes per lane: a load from global memory.
[[nodiscard]] bool is_async_copy(const ptx::Instruction& instruction);

/// Returns whether lanes of the cp.async may copy some of its bytes only: its size is known when it runs.
[[nodiscard]] bool may_copy_in_part(const ptx::Function& kernel, const ptx::Instruction& instruction);

/// Returns what of the kernel's accesses to memory no probe sees, as the beginning of a sentence; empty: probes see
/// all.
[[nodiscard]] std::string accesses_without_probes(const ptx::Function& kernel);

} // namespace warpscope::instrument
