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

    /// "blur" of "image::blur<float, 3>(float*)": what the source's text calls the function where it defines it.
    [[nodiscard]] std::string_view identifier() const;
};

enum class BufferRole : uint8_t { input, output, scratch };

struct PlannedBuffer {
    BufferLayout layout;
    BufferRole role = BufferRole::scratch;
    SharedBytes initial; // null: the buffer starts out undefined (executors fill it with `undefined_byte`)
};

/// What undefined memory holds in both executors, so that reading it shows the same wrong picture everywhere.
inline constexpr std::byte undefined_byte{0x00};

/// A value for a `__constant__` or `__device__` variable, written before the first launch.
struct PlannedSymbol {
    std::string name;
    SharedBytes contents;
};

/// A texture object of two dimensions over the cells of an input, which kernels must not change.
struct PlannedTexture {
    std::string name;
    uint32_t buffer = 0; // index into ExecutionPlan::buffers
    TextureSettings settings;
};

struct ExecutionPlan {
    std::vector<PlannedBuffer> buffers;
    std::vector<PlannedTexture> textures = {};
    std::vector<PlannedSymbol> symbols;
    std::vector<PlannedLaunch> launches; // run in order, each after the last has ended
};

} // namespace warpscope
