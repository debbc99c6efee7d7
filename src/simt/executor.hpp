// Runs one kernel launch on the emulated device, warp by warp, and reports events to observers.
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

/// The state of one emulated device for one program: global memory plus the module's own global and constant variables.
class Device {
public:
    /// A variable of the module's that has its place, and its contents, in memory already.
    struct Placed {
        std::string variable;
        uint32_t allocation = 0;
    };
    /// Allocates and initialises the module's variables in `memory`, but for those that are `placed`.
    [[nodiscard]] static Result<Device> create(std::shared_ptr<const Program> program, GlobalMemory memory,
                                               std::span<const Placed> placed = {});
    /// The same in memory that several devices share, one for each module of a program.
    [[nodiscard]] static Result<Device> create(std::shared_ptr<const Program> program,
                                               std::shared_ptr<GlobalMemory> memory,
                                               std::span<const Placed> placed = {});
    /// This device for another program, made of a part of the same module (see ptx/part.hpp): with the variables of
    /// this one.
    [[nodiscard]] Result<Device> with_program(std::shared_ptr<const Program> program);

    [[nodiscard]] const Program& program() const { return *program_; }
    [[nodiscard]] GlobalMemory& memory() { return *memory_; }
    [[nodiscard]] const GlobalMemory& memory() const { return *memory_; }
    /// Allocation of a module variable (`__device__` or `__constant__`), by name.
    [[nodiscard]] std::optional<uint32_t> symbol(std::string_view name) const;
    /// Allocation that malloc takes from, of programs that call it.
    [[nodiscard]] std::optional<uint32_t> heap_allocation() const { return heap_allocation_; }
    /// A copy with memory of its own.
    [[nodiscard]] Result<Device> fork() const;

private:
    friend struct LaunchRunner;
    Device(std::shared_ptr<const Program> program, std::shared_ptr<GlobalMemory> memory)
        : program_(std::move(program))
        , memory_(std::move(memory)) {}
    [[nodiscard]] Result<void> make_workspaces();
    std::shared_ptr<const Program> program_;
    std::shared_ptr<GlobalMemory> memory_;
    std::vector<uint64_t> variable_addresses_; // by module variable
    std::vector<uint32_t> variable_allocations_;
    std::shared_ptr<DeviceHeap> heap_;
    std::optional<uint32_t> heap_allocation_;
    std::optional<uint32_t> workspace_allocation_; // of the grid's barrier, of programs that ask for it
};

/// Looks at global memory in the middle of a launch, between blocks: whenever it is looked at, every block has either
/// run to its end or not begun. Not done where a block can wait for another one, nor any more in a launch whose blocks
/// take long, since all others would have to wait.
struct Snapshots {
    std::chrono::milliseconds first{0}; // from the launch's begin
    std::chrono::milliseconds every{0}; // from look to look; longer where looking takes long
    /// How long the other workers may need to come to the end of their blocks; after three times in vain there are no
    /// further looks in the launch.
    std::chrono::milliseconds patience{30};
    std::function<void()> look; // called on one of the launch's threads
};

struct LaunchOptions {
    uint64_t seed = 0;    // order of warps within a block and of blocks within a worker; 0 is the natural order
    uint32_t workers = 0; // host threads; 0: as many as there are cores
    uint64_t budget_per_warp = uint64_t{1} << 26; // warp instructions before a warp counts as an endless loop
    uint32_t max_findings = 64; // findings that a launch hands back, of each kind one per instruction; all are counted
    const std::atomic<bool>* cancel = nullptr;        // looked at at least every few milliseconds
    std::atomic<uint64_t>* blocks_done = nullptr;     // progress
    std::optional<std::vector<uint64_t>> only_blocks; // run just these (linear indices); the others do nothing
    /// Blocks that run before all others, in this order. Not where blocks can wait for each other, nor with a seed.
    std::vector<uint64_t> first_blocks;
    uint32_t launch_index = 0;
    /// How often at most others have a turn before a store that may tell them something, so that what such stores leave
    /// unordered does not depend on who is faster. For launches on one worker.
    uint32_t handovers = 0;
    /// Another order of the same launch, which may show what the first one hides: blocks and warps in the opposite of
    /// the seed's order; no block begins before those that wait have looked once more; and others have such turns not
    /// before stores but before a warp that may hold a lock tries to take a second one.
    bool second_order = false;
    bool keeps_direction = false;      // with second_order: blocks and warps in the seed's order all the same
    const TriedOrder* tried = nullptr; // null: the order that the options above give
    DeviceLimits limits;
    std::optional<Snapshots> snapshot;
    InactiveLaneValues* inactive_lane_values = nullptr; // null: such lanes give what their registers hold
    std::function<void(std::string_view)> print;        // output of the kernel's printf; called under a lock
};

struct LaunchOutcome {
    bool cancelled = false;
    std::vector<Finding> findings; // in order of block, then of occurrence
    uint64_t finding_count = 0;    // including those not kept
    uint64_t blocks_at_a_time = 0; // at most, where blocks wait for each other
    uint64_t warp_instructions = 0;
    uint64_t waiting_instructions = 0; // of these, in time slices at whose end the warp was found waiting for others
    uint64_t longest_sleep_ns = 0; // that a warp has slept by nanosleep, but for sleeps while it only waited for others
    uint64_t thread_instructions = 0; // active lanes summed over warp instructions, predicated-off lanes not counted
    uint64_t predicated_off = 0;      // lanes switched off by an instruction's own predicate, summed
    /// Per pc: warp executions, and active lanes summed. Exact, and always collected.
    std::vector<uint64_t> executions, active_lanes;
    std::vector<uint64_t> divergent;                         // per pc: executions of a branch that split the warp
    std::vector<InactiveLaneShuffle> inactive_lane_shuffles; // by pc
};

/// Runs the launch to its end, trap or cancellation. `parameters` is the parameter block laid out as
/// Program::parameters says. Fails only when the launch itself is impossible (limits, wrong parameter size).
[[nodiscard]] Result<LaunchOutcome> launch(Device& device, uint32_t kernel, const LaunchConfig& config,
                                           std::span<const std::byte> parameters, std::span<Observer* const> observers,
                                           const LaunchOptions& options = {});

/// Lays out the arguments of a planned launch; buffer addresses come from `buffer_address` by plan buffer index.
/// `textures`: how many the plan has, which were the first to be added to the device's memory.
[[nodiscard]] Result<std::vector<std::byte>> pack_parameters(const Program& program, uint32_t kernel,
                                                             std::span<const Argument> arguments,
                                                             std::span<const uint64_t> buffer_address,
                                                             uint32_t textures = 0);

} // namespace warpscope::simt
