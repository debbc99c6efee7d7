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
    bool predicated = false;
};

/// Branches first, then memory, each in the order of the body. Accesses to parameters and constants are no sites.
[[nodiscard]] std::vector<Site> find_sites(const ptx::Function& kernel);

/// Returns what of the kernel's accesses to memory no probe sees, as the beginning of a sentence; null: probes see all.
[[nodiscard]] const char* accesses_without_probes(const ptx::Function& kernel);

} // namespace warpscope::instrument
