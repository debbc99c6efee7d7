// A launch recorded by src/runtime: kernel, arguments and reachable memory, enough to run it without its program.
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

/// An allocation with a pointer argument, or a module variable.
struct KeptMemory {
    uint64_t begin = 0; // address; 0: a variable without pointer
    uint64_t bytes = 0;
    std::optional<uint64_t> number; // allocation number in the program's run
    uint64_t row_bytes = 0;         // from cudaMallocPitch() or cudaMalloc3D(); 0: no rows
    uint64_t pitch = 0;             // bytes between row starts
    std::string variable;           // symbol; empty for allocations
    std::filesystem::path contents; // raw; empty: zero or undefined
    uint64_t contents_offset = 0;
    bool defined = true;          // written before the launch
    bool holds_addresses = false; // device addresses, meaningless without the program

    [[nodiscard]] bool is_pointed_at() const { return begin != 0; }
};

/// Host name of allocated memory.
struct HostVariable {
    std::string name;
    uint32_t guessed_from = 0; // line that the name was guessed from; 0: from the allocation
};

/// A texture object argument.
struct KeptTexture {
    uint32_t at = 0; // offset in the parameters
    simt::Texture texture;
};

struct KeptLaunch {
    uint32_t number = 0;        // in the program's run
    std::string kernel, symbol; // names in source and PTX
    std::filesystem::path ptx;  // PTX of its module
    LaunchConfig config;
    std::vector<std::byte> parameters;
    std::vector<uint32_t> pointers; // offsets of addresses in `parameters`
    std::vector<KeptMemory> memory;
    std::vector<KeptTexture> textures;
};

/// Reads a kept launch. `folder`: of the record. Fails if it was not kept or is damaged.
[[nodiscard]] Result<KeptLaunch> read_kept(const std::filesystem::path& folder, uint32_t launch);
[[nodiscard]] bool is_kept(const std::filesystem::path& folder, uint32_t launch);

/// Splits allocations at pointer arguments into separate buffers. Returns their numbers.
std::vector<uint64_t> cut_at_pointers(KeptLaunch& launch);

/// Reads contents from the file.
[[nodiscard]] Result<Bytes> read_contents(const KeptMemory& memory);

} // namespace warpscope::capture
