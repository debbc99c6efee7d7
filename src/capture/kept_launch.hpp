// One launch of a program as src/runtime has written it down: kernel, arguments, and the memory that they reach as it
// was before. All that is needed to run it again apart from its program.
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

/// An allocation that an argument points into, or a variable of the module.
struct KeptMemory {
    uint64_t begin = 0; // its address in the program; 0 of a variable that no argument points to
    uint64_t bytes = 0;
    std::optional<uint64_t> number; // of the allocation, counted over the program's run
    uint64_t row_bytes = 0;         // that cudaMallocPitch() or cudaMalloc3D() was asked for; 0: no rows
    uint64_t pitch = 0;             // bytes from one row to the next, likewise
    std::string variable;           // symbol; empty of an allocation
    std::filesystem::path contents; // raw; empty where it is all zero, or undefined
    uint64_t contents_offset = 0;   // in that file
    bool defined = true;            // something was written there before the launch
    bool holds_addresses = false;   // of device memory, which mean nothing apart from the program

    [[nodiscard]] bool is_pointed_at() const { return begin != 0; }
};

/// What a program calls memory that it allocated.
struct HostVariable {
    std::string name;
    uint32_t guessed_from = 0; // the line that tells it is called so; 0: the one that allocates it does
};

/// A texture object that an argument is.
struct KeptTexture {
    uint32_t at = 0; // where it stands in the parameters
    simt::Texture texture;
};

struct KeptLaunch {
    uint32_t number = 0;        // in the program's run
    std::string kernel, symbol; // as the source has it, as the PTX does
    std::filesystem::path ptx;  // of its module
    LaunchConfig config;
    std::vector<std::byte> parameters;
    std::vector<uint32_t> pointers; // where in `parameters` an address of its memory stands
    std::vector<KeptMemory> memory;
    std::vector<KeptTexture> textures;
};

/// `folder`: of the record of a run. Fails where the launch was not kept, and with words where its files are damaged.
[[nodiscard]] Result<KeptLaunch> read_kept(const std::filesystem::path& folder, uint32_t launch);
[[nodiscard]] bool is_kept(const std::filesystem::path& folder, uint32_t launch);

/// The same launch with allocations cut where its arguments point to, so that each part is a buffer of its own. Returns
/// the numbers of those that were cut.
std::vector<uint64_t> cut_at_pointers(KeptLaunch& launch);

/// The contents of memory that has some in a file.
[[nodiscard]] Result<Bytes> read_contents(const KeptMemory& memory);

} // namespace warpscope::capture
