// A launch that src/runtime recorded and that can run without its program.
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

/// Memory to which an argument points, or that holds a device variable.
struct KeptMemory {
    uint64_t begin = 0; // 0 for a variable that no pointer points to
    uint64_t bytes = 0;
    std::optional<uint64_t> number; // allocation number in the program's run
    uint64_t row_bytes = 0;         // width passed to cudaMallocPitch() or cudaMalloc3D(), else 0
    uint64_t pitch = 0;
    std::string variable;
    std::filesystem::path contents; // raw file; "": zero or undefined
    uint64_t contents_offset = 0;
    bool defined = true;
    bool holds_addresses = false; // addresses are useless without the program

    [[nodiscard]] bool is_pointed_at() const { return begin != 0; }
};

struct HostVariable {
    std::string name;
    uint32_t guessed_from = 0; // source line that suggested `name`; 0: not guessed
};

struct KeptTexture {
    uint32_t at = 0; // offset of the handle in the parameters
    simt::Texture texture;
};

struct KeptLaunch {
    uint32_t number = 0;
    std::string kernel, symbol; // name in the source and in the PTX
    std::filesystem::path ptx;
    LaunchConfig config;
    std::vector<std::byte> parameters;
    std::vector<uint32_t> pointers; // offsets in `parameters`
    std::vector<KeptMemory> memory;
    std::vector<KeptTexture> textures;
};

[[nodiscard]] Result<KeptLaunch> read_kept(const std::filesystem::path& folder, uint32_t launch);
[[nodiscard]] bool is_kept(const std::filesystem::path& folder, uint32_t launch);

/// Splits allocations at the addresses of pointer arguments, because an allocation may hold several buffers. Returns
/// the numbers of the split allocations.
std::vector<uint64_t> cut_at_pointers(KeptLaunch& launch);

[[nodiscard]] Result<Bytes> read_contents(const KeptMemory& memory);

} // namespace warpscope::capture
