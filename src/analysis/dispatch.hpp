#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/devices/device_model.hpp"
#include "gpu/occupancy.hpp"
#include "instrument/readings.hpp"
#include "session/session.hpp"

namespace warpscope::analysis {

struct BlockSpan {
    uint32_t multiprocessor = 0;
    uint64_t begin = 0, end = 0; // warp instructions if modeled, nanoseconds if measured
};

struct Dispatch {
    std::string device;
    bool measured = false;
    uint32_t multiprocessors = 0;
    uint32_t resident = 0;        // blocks per multiprocessor; 0: unknown
    std::string limit;            // resource that limits `resident`
    std::optional<int> registers; // per thread; nullopt: 32 assumed
    std::vector<BlockSpan> blocks;
    std::vector<uint32_t> by_end;
    std::vector<uint32_t> ended_as; // for each block, by linear index: rank of its end, from 1
    uint64_t length = 0;

    [[nodiscard]] uint32_t ended_by(uint64_t time) const;
    [[nodiscard]] uint64_t time_of(uint32_t ended) const;
    /// Returns the time at which the first multiprocessor runs out of blocks.
    [[nodiscard]] uint64_t tail_begins() const;
    [[nodiscard]] uint32_t waves() const;
    [[nodiscard]] std::string words() const;
};

/// Models a launch. Multiprocessors get the first blocks in turn; each later block takes the first free slot. Block i
/// takes as long as `warp_instructions[i]` instructions.
[[nodiscard]] Dispatch dispatch_blocks(const DeviceModel& device, const gpu::Occupancy& occupancy,
                                       std::span<const uint64_t> warp_instructions);

/// Models the last launch. Without ptxas, assumes 32 registers per thread. Fails if no block fits.
[[nodiscard]] Result<Dispatch> model_dispatch(const session::RunResult& result, const DeviceModel& device);

[[nodiscard]] Dispatch measured_dispatch(std::string device, int multiprocessors,
                                         std::span<const instrument::BlockTime> blocks);

struct BusyStep {
    uint64_t time = 0;
    uint32_t busy = 0;
    friend bool operator==(const BusyStep&, const BusyStep&) = default;
};
[[nodiscard]] std::vector<BusyStep> busy_multiprocessors(const Dispatch& dispatch);

[[nodiscard]] std::string limit_words(std::string_view limit);

/// Returns why the output cannot show the order of blocks.
[[nodiscard]] std::optional<std::string> block_order_error(const session::RunResult& result);

} // namespace warpscope::analysis
