#pragma once

#include "base/argument.hpp"
#include "base/buffer.hpp"
#include "base/diagnostic.hpp"
#include "base/dim3.hpp"
#include "base/message.hpp"
#include "base/texture_settings.hpp"

namespace warpscope {

struct LaunchConfig {
    Dim3 grid, block;
    uint32_t dynamic_shared_bytes = 0;
    bool cooperative = false; // all blocks are resident, for grid.sync()

    [[nodiscard]] uint64_t threads_per_block() const { return block.count(); }
    [[nodiscard]] uint64_t blocks() const { return grid.count(); }
    [[nodiscard]] uint64_t threads() const { return grid.count() * block.count(); }
    [[nodiscard]] uint64_t warps_per_block() const { return (block.count() + warp_size - 1) / warp_size; }
    [[nodiscard]] uint64_t warps() const { return blocks() * warps_per_block(); }
    friend bool operator==(const LaunchConfig&, const LaunchConfig&) = default;
};

/// Defaults hold from compute capability 5.0 on.
struct DeviceLimits {
    Dim3 max_grid{2147483647u, 65535, 65535};
    Dim3 max_block{1024, 1024, 64};
    uint32_t max_threads_per_block = 1024;
    uint32_t max_shared_bytes = 48 * 1024; // per block, without opt-in
};

[[nodiscard]] std::optional<Message> config_error(const LaunchConfig& config, const DeviceLimits& limits = {},
                                                  uint32_t static_shared_bytes = 0);

struct PlannedLaunch {
    /// Unique source name ("blur", "image::blur<float, 3>", "blur(float*, int)") or PTX symbol.
    std::string kernel;
    LaunchConfig config;
    std::vector<Argument> arguments;
    /// Reason why no device starts this launch, reported as a finding; usually empty
    Message refused = {};
    uint32_t device = 0;
    std::vector<uint32_t> awaited = {}; // indices of copies that must finish first

    /// Returns "blur" for "image::blur<float, 3>(float*)".
    [[nodiscard]] std::string_view identifier() const;
};

enum class BufferRole : uint8_t { input, output, scratch };

struct PlannedBuffer {
    BufferLayout layout;
    BufferRole role = BufferRole::scratch;
    SharedBytes initial; // null: filled with `undefined_byte`
    /// Bytes of each device's part; 0 if device 0 has the whole buffer.
    uint64_t part_bytes = 0;
};

inline constexpr std::byte undefined_byte{0x00};

/// Initial value of a `__constant__` or `__device__` variable.
struct PlannedSymbol {
    std::string name;
    SharedBytes contents; // null if `buffer` is set
    std::optional<uint32_t> buffer = {};
};

struct PlannedTexture {
    std::string name;
    uint32_t buffer = 0; // index in ExecutionPlan::buffers
    TextureSettings settings;
};

/// Copy of rows from one device's part of a buffer to another's. Starts after all earlier launches of both.
struct PlannedCopy {
    struct End {
        uint32_t buffer = 0; // index in ExecutionPlan::buffers
        uint64_t offset = 0; // in bytes
        uint32_t device = 0;
    };
    End from, to;
    uint64_t bytes = 0;
    uint32_t before = 0; // index of the launch that follows
};

struct ExecutionPlan {
    std::vector<PlannedBuffer> buffers;
    std::vector<PlannedTexture> textures = {};
    std::vector<PlannedSymbol> symbols;
    /// The launches of one device run in this order.
    std::vector<PlannedLaunch> launches;
    std::vector<PlannedCopy> copies = {};
    uint32_t devices = 1;
};

} // namespace warpscope
