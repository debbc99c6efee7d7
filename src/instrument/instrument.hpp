// Makes a kernel record its own execution: PTX with probes and the plan that runs it. Both executors can run the
// result, a GPU to measure on hardware and the emulator to test the probes against its own observers.
//
// Only the plan's last launch is recorded (it is the one that views show); the others run as they are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/launch.hpp"
#include "instrument/sites.hpp"
#include "ptx/module.hpp"

namespace warpscope::instrument {

struct Instrumented {
    std::string ptx;
    ExecutionPlan plan;
    LaunchConfig config;        // of the recorded launch
    std::vector<Site> sites;    // of its kernel; records of a warp lie in this order
    size_t branches = 0;        // how many of them are branches: the first
    size_t recorded_launch = 0; // in plan.launches

    // Buffers that were added to the plan.
    uint32_t records = 0;         // u64 per warp and site
    uint32_t owners = 0;          // u32 per output cell: ThreadId of its writer, the highest where there are several
    uint32_t blocks = 0;          // three u64 per block: multiprocessor + 1, start, end in nanoseconds
    uint32_t totals = 0;          // three u64 per site: executions, lanes, extra
    uint32_t classes = 0;         // u32 per warp, see reductions.hpp
    uint32_t keys = 0, marks = 0; // after add_layer() (layer.hpp): u32 per place; u8 per place and level
    uint32_t misplaced = 0;       // after it, too: two u32
    std::vector<uint32_t> unsteady_lines; // of the PTX, ascending: accesses that run as often as threads wait
    std::vector<std::string> notes;       // what is not recorded, as sentences
};

/// Adds a buffer that starts out undefined to the plan; its number.
uint32_t add_buffer(ExecutionPlan& plan, std::string name, ElementType type, uint64_t width, uint64_t height = 1);

/// `output` is the plan's buffer whose cells get owners. `unsteady` are instructions of the recorded kernel, ascending,
/// that run as often as threads happen to wait: they get no probes, which is noted. ErrorKind::usage when the plan
/// launches nothing, its last kernel is not in `module`, or the launch is too large to record (2^32 threads, 4 GiB of
/// records).
[[nodiscard]] Result<Instrumented> instrument(const ptx::Module& module, const ExecutionPlan& plan, uint32_t output,
                                              const std::vector<uint32_t>& unsteady = {});

} // namespace warpscope::instrument
