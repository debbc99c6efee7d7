// One description of "run this kernel on these buffers" that both executors, the window, the command line and the tests
// share.
#pragma once

#include "base/argument.hpp"
#include "base/buffer.hpp"
#include "base/diagnostic.hpp"
#include "base/dim3.hpp"
#include "base/texture_settings.hpp"

namespace warpscope {

struct LaunchConfig {
    Dim3 grid, block;
    uint32_t dynamic_shared_bytes = 0;
    bool cooperative = false; // all blocks run at the same time, so that they can wait for each other (grid.sync())

    [[nodiscard]] uint64_t threads_per_block() const { return block.count(); }
    [[nodiscard]] uint64_t blocks() const { return grid.count(); }
    [[nodiscard]] uint64_t threads() const { return grid.count() * block.count(); }
    /// Warps per block: an incomplete last warp counts as one.
    [[nodiscard]] uint64_t warps_per_block() const { return (block.count() + warp_size - 1) / warp_size; }
    [[nodiscard]] uint64_t warps() const { return blocks() * warps_per_block(); }
    friend bool operator==(const LaunchConfig&, const LaunchConfig&) = default;
};

/// Limits of a CUDA device. The defaults hold on every GPU of compute capability 5.0 and up.
struct DeviceLimits {
    Dim3 max_grid{2147483647u, 65535, 65535};
    Dim3 max_block{1024, 1024, 64};
    uint32_t max_threads_per_block = 1024;
    uint32_t max_shared_bytes = 48 * 1024; // per block, without opting in to more
};

/// Why `config` cannot be launched within `limits`, as a sentence for a person; nullopt when it can.
[[nodiscard]] std::optional<std::string> why_illegal(const LaunchConfig& config, const DeviceLimits& limits = {},
                                                     uint32_t static_shared_bytes = 0);

struct PlannedLaunch {
    /// The name as written in the source, with as much around it as it takes to tell kernels apart: "blur",
    /// "image::blur<float, 3>", "blur(float*, int)"; or the PTX symbol.
    std::string kernel;
    LaunchConfig config;
    std::vector<Argument> arguments; // in the order of the kernel's parameters
    /// Why no device starts this launch; empty as a rule. It is planned all the same, to be reported as what is wrong
    /// with the program: measuring has it as a finding, and it changes nothing.
    std::string refused = {};
    uint32_t device = 0;                // of ExecutionPlan::devices: where it runs
    std::vector<uint32_t> awaited = {}; // copies, by their number in the plan, that it begins after

    /// "blur" of "image::blur<float, 3>(float*)": what the source's text calls the function where it defines it.
    [[nodiscard]] std::string_view identifier() const;
};

enum class BufferRole : uint8_t { input, output, scratch };

struct PlannedBuffer {
    BufferLayout layout;
    BufferRole role = BufferRole::scratch;
    SharedBytes initial; // null: the buffer starts out undefined (executors fill it with `undefined_byte`)
    /// Of a buffer in parts, of which device i has the i-th: how long each is; the last may be shorter, or empty. 0: it
    /// is in one piece, in the memory of the first device.
    uint64_t part_bytes = 0;
};

/// What undefined memory holds in both executors, so that reading it shows the same wrong picture everywhere.
inline constexpr std::byte undefined_byte{0x00};

/// A value for a `__constant__` or `__device__` variable, written before the first launch.
struct PlannedSymbol {
    std::string name;
    SharedBytes contents; // null where the variable is a buffer
    /// Index into ExecutionPlan::buffers, of a buffer with initial contents: it is the variable's memory, so that what
    /// kernels store in the variable is what the buffer holds.
    std::optional<uint32_t> buffer = {};
};

/// A texture object of two dimensions over the cells of an input, which kernels must not change.
struct PlannedTexture {
    std::string name;
    uint32_t buffer = 0; // index into ExecutionPlan::buffers
    TextureSettings settings;
};

/// A copy of whole rows (planes of a volume, cells of a line) from one part of a buffer to another, between launches.
/// It begins when what is planned before it on both devices has ended.
struct PlannedCopy {
    struct End {
        uint32_t buffer = 0; // index into ExecutionPlan::buffers
        uint64_t offset = 0; // in bytes from the buffer's start
        uint32_t device = 0;
    };
    End from, to;
    uint64_t bytes = 0;
    uint32_t before = 0; // the launch that it is planned before
};

struct ExecutionPlan {
    std::vector<PlannedBuffer> buffers;
    std::vector<PlannedTexture> textures = {};
    std::vector<PlannedSymbol> symbols;
    /// In the order in which they are planned. On one device each runs after the last has ended.
    std::vector<PlannedLaunch> launches;
    std::vector<PlannedCopy> copies = {}; // in order of `before`
    uint32_t devices = 1;                 // that the launches name; base/plan/devices.hpp says what runs beside what
};

} // namespace warpscope
