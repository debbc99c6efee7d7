// One description of "run this kernel on these buffers" that both executors, the window, the command line and the tests
// share.
#pragma once

#include "base/buffer.hpp"
#include "base/diagnostic.hpp"
#include "base/dim3.hpp"

#include <variant>

namespace warpscope {

struct LaunchConfig {
    Dim3 grid, block;
    uint32_t dynamic_shared_bytes = 0;

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

/// A kernel argument that is passed by value. `text` is the value as a person reads it.
struct ScalarArgument {
    std::string name;
    ElementType type = ElementType::s32;
    double value = 0;
};

/// A pointer to the start of one of the plan's buffers.
struct BufferArgument {
    uint32_t buffer = 0; // index into ExecutionPlan::buffers
};

using Argument = std::variant<ScalarArgument, BufferArgument>;

struct PlannedLaunch {
    std::string
        kernel; // name as written in the source; the PTX entry of that name, or the one whose mangled name holds it
    LaunchConfig config;
    std::vector<Argument> arguments; // in the order of the kernel's parameters
    /// Why no device starts this launch; empty as a rule. It is planned all the same, to be reported as what is wrong
    /// with the program: measuring has it as a finding, and it changes nothing.
    std::string refused = {};
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

struct ExecutionPlan {
    std::vector<PlannedBuffer> buffers;
    std::vector<PlannedSymbol> symbols;
    std::vector<PlannedLaunch> launches; // run in order, each after the last has ended
};

} // namespace warpscope
