// A launch recorded by src/runtime, which can run without its program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/launch.hpp"
#include "simt/texture.hpp"

namespace warpscope::capture {

/// Memory of a pointer argument or module variable.
struct KeptMemory {
    uint64_t begin = 0; // 0: variable without pointer
    uint64_t bytes = 0;
    std::optional<uint64_t> number; // number in the program's run
    uint64_t row_bytes = 0;         // row length of cudaMallocPitch() or cudaMalloc3D(), else 0
    uint64_t pitch = 0;
    std::string variable;           // symbol, if a variable
    std::filesystem::path contents; // raw; empty: zero or undefined
    uint64_t contents_offset = 0;
    bool defined = true;
    bool holds_addresses = false; // meaningless without the program

    [[nodiscard]] bool is_pointed_at() const { return begin != 0; }
};

struct HostVariable {
    std::string name;
    uint32_t guessed_from = 0; // line of the guess; 0: from the allocation
};

struct KeptTexture {
    uint32_t at = 0; // offset in the parameters
    simt::Texture texture;
};

struct KeptLaunch {
    uint32_t number = 0;        // number in the program's run
    std::string kernel, symbol; // names in source and PTX
    std::filesystem::path ptx;  // PTX of its module
    LaunchConfig config;
    std::vector<std::byte> parameters;
    std::vector<uint32_t> pointers; // offsets of addresses in `parameters`
    std::vector<KeptMemory> memory;
    std::vector<KeptTexture> textures;
};

/// Fails if the launch was not kept or is damaged.
[[nodiscard]] Result<KeptLaunch> read_kept(const std::filesystem::path& folder, uint32_t launch);
[[nodiscard]] bool is_kept(const std::filesystem::path& folder, uint32_t launch);

/// Splits allocations at the launch's pointers into buffers. Returns the split allocations' numbers.
std::vector<uint64_t> cut_at_pointers(KeptLaunch& launch);

[[nodiscard]] Result<Bytes> read_contents(const KeptMemory& memory);

} // namespace warpscope::capture
