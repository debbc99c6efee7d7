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

class Device {
public:
    /// Variable that already has memory.
    struct Placed {
        std::string variable;
        uint32_t allocation = 0;
    };
    /// Allocates and initializes the variables that are not `placed`.
    [[nodiscard]] static Result<Device> create(std::shared_ptr<const Program> program, GlobalMemory memory,
                                               std::span<const Placed> placed = {});
    /// Shares `memory` with the program's other modules.
    [[nodiscard]] static Result<Device> create(std::shared_ptr<const Program> program,
                                               std::shared_ptr<GlobalMemory> memory,
                                               std::span<const Placed> placed = {});
    /// Returns a device with the same memory. `program` must be made from a part of the module (ptx/part.hpp).
    [[nodiscard]] Result<Device> with_program(std::shared_ptr<const Program> program);

    [[nodiscard]] const Program& program() const { return *program_; }
    [[nodiscard]] GlobalMemory& memory() { return *memory_; }
    [[nodiscard]] const GlobalMemory& memory() const { return *memory_; }
    [[nodiscard]] std::optional<uint32_t> symbol(std::string_view name) const;
    [[nodiscard]] std::optional<uint32_t> heap_allocation() const { return heap_allocation_; }
    [[nodiscard]] const DeviceHeap& heap() const { return *heap_; }
    void set_heap(const DeviceHeap& heap) { *heap_ = heap; }
    /// Returns a copy with `heap` (GlobalMemory::fork_on_write()).
    [[nodiscard]] Result<Device> fork_on_write(const DeviceHeap& heap) const;

private:
    friend struct LaunchRunner;
    Device(std::shared_ptr<const Program> program, std::shared_ptr<GlobalMemory> memory)
        : program_(std::move(program))
        , memory_(std::move(memory)) {}
    [[nodiscard]] Result<void> make_workspaces();
    std::shared_ptr<const Program> program_;
    std::shared_ptr<GlobalMemory> memory_;
    std::vector<uint64_t> variable_addresses_;
    std::vector<uint32_t> variable_allocations_;
    std::shared_ptr<DeviceHeap> heap_;
    std::optional<uint32_t> heap_allocation_;
    std::optional<uint32_t> workspace_allocation_;
};

/// Snapshots between blocks: each block has ended or not begun. Skipped if blocks can wait for each other or take long.
struct Snapshots {
    std::chrono::milliseconds first{0}; // after the launch's begin
    std::chrono::milliseconds every{0}; // longer if snapshots are slow
    /// Longest wait for other workers to end their blocks. After three timeouts, no snapshots follow.
    std::chrono::milliseconds patience{30};
    std::function<void()> take; // called on a thread of the launch
};

struct LaunchOptions {
    uint64_t seed = 0;                            // 0: natural order of warps and blocks
    uint32_t workers = 0;                         // 0: one per core
    uint64_t budget_per_warp = uint64_t{1} << 26; // in warp instructions; ends endless loops
    uint32_t max_findings = 64;                   // returned findings, one per kind and instruction
    const std::atomic<bool>* cancel = nullptr;    // polled every few milliseconds
    std::atomic<uint64_t>* blocks_done = nullptr;
    std::optional<std::vector<uint64_t>> only_blocks; // linear indices
    /// Blocks that run first. Requires seed 0 and blocks that cannot wait for each other.
    std::vector<uint64_t> first_blocks;
    uint32_t launch_index = 0;
    /// Maximum number of yields (yield_before_release.hpp). Requires one worker.
    uint32_t handovers = 0;
    /// Second order, which exposes hidden faults. Blocks and warps run in reverse and yield at other places
    /// (resident_blocks.cpp, yield_before_release.hpp).
    bool second_order = false;
    bool keeps_direction = false;      // second_order does not reverse blocks and warps
    const TriedOrder* tried = nullptr; // null: usual order
    DeviceLimits limits;
    std::optional<Snapshots> snapshot;
    InactiveLaneValues* inactive_lane_values = nullptr; // null: shuffles read the registers of inactive lanes
    std::function<void(std::string_view)> print;        // called under a lock
};

struct LaunchOutcome {
    bool canceled = false;
    std::vector<Finding> findings; // sorted by block, then pc
    uint64_t finding_count = 0;    // includes omitted findings
    uint64_t blocks_at_a_time = 0; // concurrent blocks, if blocks wait for each other
    uint64_t warp_instructions = 0;
    // Instructions of time slices in which the warp only waited.
    uint64_t waiting_instructions = 0;
    uint64_t longest_sleep_ns = 0;    // excludes sleep of threads that only wait for other threads
    uint64_t thread_instructions = 0; // active lanes, without predicated-off ones
    uint64_t predicated_off = 0;      // predicated-off lanes, summed over instructions
    /// Counts per pc, always collected.
    std::vector<uint64_t> executions, active_lanes;
    std::vector<uint64_t> divergent; // per pc
    std::vector<InactiveLaneShuffle> inactive_lane_shuffles;
};

/// Fails only for impossible launches. Program::parameters() describes the layout of `parameters`.
[[nodiscard]] Result<LaunchOutcome> launch(Device& device, uint32_t kernel, const LaunchConfig& config,
                                           std::span<const std::byte> parameters, std::span<Observer* const> observers,
                                           const LaunchOptions& options = {});

/// `buffer_address` is indexed by the plan's buffers. The plan's textures must be the first in the device's
/// TextureTable.
[[nodiscard]] Result<std::vector<std::byte>> pack_parameters(const Program& program, uint32_t kernel,
                                                             std::span<const Argument> arguments,
                                                             std::span<const uint64_t> buffer_address,
                                                             uint32_t textures = 0);

} // namespace warpscope::simt
