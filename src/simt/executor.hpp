// Runs kernel launches on the emulated device, warp by warp, and reports events to observers.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/launch.hpp"
#include "simt/device_heap.hpp"
#include "simt/events.hpp"
#include "simt/inactive_lane_reads.hpp"
#include "simt/memory.hpp"
#include "simt/program.hpp"
#include "simt/tried_order.hpp"

namespace warpscope::simt {

/// One emulated device running one program: global memory and the module's global and constant variables.
class Device {
public:
    /// A module variable that already exists in memory, with contents.
    struct Placed {
        std::string variable;
        uint32_t allocation = 0;
    };
    /// Allocates and initializes the module's variables in `memory`, except `placed`.
    [[nodiscard]] static Result<Device> create(std::shared_ptr<const Program> program, GlobalMemory memory,
                                               std::span<const Placed> placed = {});
    /// Does the same in memory shared by several devices, one for each module of a program.
    [[nodiscard]] static Result<Device> create(std::shared_ptr<const Program> program,
                                               std::shared_ptr<GlobalMemory> memory,
                                               std::span<const Placed> placed = {});
    /// Returns this device for a program made from a part of the same module (ptx/part.hpp). The variables are shared.
    [[nodiscard]] Result<Device> with_program(std::shared_ptr<const Program> program);

    [[nodiscard]] const Program& program() const { return *program_; }
    [[nodiscard]] GlobalMemory& memory() { return *memory_; }
    [[nodiscard]] const GlobalMemory& memory() const { return *memory_; }
    /// Returns the allocation of a `__device__` or `__constant__` variable.
    [[nodiscard]] std::optional<uint32_t> symbol(std::string_view name) const;
    /// Returns the allocation for malloc, if the program calls it.
    [[nodiscard]] std::optional<uint32_t> heap_allocation() const { return heap_allocation_; }
    /// Returns a copy with its own memory.
    [[nodiscard]] Result<Device> fork() const;

private:
    friend struct LaunchRunner;
    Device(std::shared_ptr<const Program> program, std::shared_ptr<GlobalMemory> memory)
        : program_(std::move(program))
        , memory_(std::move(memory)) {}
    [[nodiscard]] Result<void> make_workspaces();
    std::shared_ptr<const Program> program_;
    std::shared_ptr<GlobalMemory> memory_;
    std::vector<uint64_t> variable_addresses_; // indexed by module variable
    std::vector<uint32_t> variable_allocations_;
    std::shared_ptr<DeviceHeap> heap_;
    std::optional<uint32_t> heap_allocation_;
    std::optional<uint32_t> workspace_allocation_; // workspace of the grid's barrier, if the program uses it
};

/// Snapshots of global memory during a launch, taken when every block has either ended or not begun. Not taken if
/// blocks can wait for each other. Stops for the rest of a launch whose blocks take long, because all workers have to
/// wait.
struct Snapshots {
    std::chrono::milliseconds first{0}; // since the launch began
    std::chrono::milliseconds every{0}; // between snapshots; longer if taking one is slow
    /// Longest wait for the other workers to end their blocks. Three timeouts end the snapshots of this launch.
    std::chrono::milliseconds patience{30};
    std::function<void()> look; // called on one of the launch's threads
};

struct LaunchOptions {
    uint64_t seed = 0;    // order of warps in a block and of blocks in a worker; 0 is the natural order
    uint32_t workers = 0; // host threads; 0 means one per core
    uint64_t budget_per_warp = uint64_t{1} << 26; // warp instructions after which a warp counts as an endless loop
    uint32_t max_findings = 64;                   // findings to return, one per kind and instruction; all are counted
    const std::atomic<bool>* cancel = nullptr;    // polled every few milliseconds or more often
    std::atomic<uint64_t>* blocks_done = nullptr; // progress counter
    std::optional<std::vector<uint64_t>> only_blocks; // linear indices of the only blocks to run
    /// Blocks to run first, in this order. Requires seed 0 and blocks that cannot wait for each other.
    std::vector<uint64_t> first_blocks;
    uint32_t launch_index = 0;
    /// Maximum number of yields before releasing stores, so that the races they mask are found independently of timing.
    /// Requires one worker.
    uint32_t handovers = 0;
    /// Second order of the launch, which can expose hidden faults. Blocks and warps run in reverse order. No block
    /// begins before every waiting block has polled again. Warps yield before taking a second lock instead of before
    /// stores.
    bool second_order = false;
    bool keeps_direction = false;      // keep, with second_order, the seed's order of blocks and warps
    const TriedOrder* tried = nullptr; // overrides the order that the options above give
    DeviceLimits limits;
    std::optional<Snapshots> snapshot;
    InactiveLaneValues* inactive_lane_values = nullptr; // null: reads of inactive lanes return their registers
    std::function<void(std::string_view)> print;        // receives printf output; called under a lock
};

struct LaunchOutcome {
    bool cancelled = false;
    std::vector<Finding> findings; // sorted by block, then by time
    uint64_t finding_count = 0;    // including findings not returned
    uint64_t blocks_at_a_time = 0; // maximum number of concurrent blocks, if blocks wait for each other
    uint64_t warp_instructions = 0;
    // part of warp_instructions spent in time slices that ended with the warp waiting
    uint64_t waiting_instructions = 0;
    uint64_t longest_sleep_ns = 0;    // longest nanosleep of a warp, except while it only waited for others
    uint64_t thread_instructions = 0; // active lanes summed over instructions, without predicated-off lanes
    uint64_t predicated_off = 0;      // lanes disabled by an instruction's own predicate, summed
    /// Warp executions and summed active lanes, per pc. Exact, always collected.
    std::vector<uint64_t> executions, active_lanes;
    std::vector<uint64_t> divergent;                         // per pc: divergent executions of the branch
    std::vector<InactiveLaneShuffle> inactive_lane_shuffles; // indexed by pc
};

/// Runs the launch until it ends, traps or is cancelled. `parameters` is laid out as Program::parameters describes.
/// Fails only if the launch is impossible (limits, wrong parameter size).
[[nodiscard]] Result<LaunchOutcome> launch(Device& device, uint32_t kernel, const LaunchConfig& config,
                                           std::span<const std::byte> parameters, std::span<Observer* const> observers,
                                           const LaunchOptions& options = {});

/// Lays out the arguments of a planned launch. `buffer_address` is indexed by plan buffer. `textures` is the number of
/// textures in the plan, which must be the first ones in the device's memory.
[[nodiscard]] Result<std::vector<std::byte>> pack_parameters(const Program& program, uint32_t kernel,
                                                             std::span<const Argument> arguments,
                                                             std::span<const uint64_t> buffer_address,
                                                             uint32_t textures = 0);

} // namespace warpscope::simt
