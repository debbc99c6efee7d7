// In which order a launch's blocks run on a device's multiprocessors, and when each begins and ends: a stated model on
// the emulator, or what a GPU recorded.
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
    uint64_t begin = 0, end = 0; // warp instructions by the model, nanoseconds where it was measured
};

struct Dispatch {
    std::string device;
    bool measured = false; // on that device; else the model
    uint32_t multiprocessors = 0;
    uint32_t resident = 0; // blocks on one of them at a time, by the rules of occupancy; 0: measured, and not known
    std::string limit;     // what keeps more from fitting
    std::optional<int> registers;   // of a thread, by ptxas; none: assumed
    std::vector<BlockSpan> blocks;  // by linear block index
    std::vector<uint32_t> by_end;   // linear block indices, in the order in which blocks end
    std::vector<uint32_t> ended_as; // by linear block index: its place in by_end, counted from 1
    uint64_t length = 0;            // when the last one ends

    /// How many blocks have ended by `time`.
    [[nodiscard]] uint32_t ended_by(uint64_t time) const;
    /// When so many have ended; 0: the beginning.
    [[nodiscard]] uint64_t time_of(uint32_t ended) const;
    /// The first moment from which on some multiprocessor has nothing left to do: the tail begins.
    [[nodiscard]] uint64_t tail_begins() const;
    /// How often all places that the multiprocessors have are filled until every block has run; 0: not known.
    [[nodiscard]] uint32_t waves() const;
    /// Of what the model says and leaves out, in a sentence.
    [[nodiscard]] std::string words() const;
};

/// The model: blocks are dealt in the order of their number, one to each multiprocessor in turn until all are full,
/// then each to the place that is free first (of several the multiprocessor with the lowest number). A block takes as
/// long as the warp instructions of all its warps, whatever runs beside it. `warp_instructions` by linear block index.
[[nodiscard]] Dispatch dispatch_blocks(const DeviceModel& device, const gpu::Occupancy& occupancy,
                                       std::span<const uint64_t> warp_instructions);

/// The same for the last launch of a run. Registers of a thread are ptxas's where there is one, which takes a moment;
/// else 32 are assumed. Fails where not even one block fits on a multiprocessor.
[[nodiscard]] Result<Dispatch> model_dispatch(const session::RunResult& result, const DeviceModel& device);

/// As a GPU recorded it.
[[nodiscard]] Dispatch measured_dispatch(std::string device, int multiprocessors,
                                         std::span<const instrument::BlockTime> blocks);

/// How many multiprocessors have at least one block, from `time` on until the next step.
struct BusyStep {
    uint64_t time = 0;
    uint32_t busy = 0;
    friend bool operator==(const BusyStep&, const BusyStep&) = default;
};
[[nodiscard]] std::vector<BusyStep> busy_multiprocessors(const Dispatch& dispatch);

/// What keeps more blocks from fitting, gpu::Occupancy::limit, in the current language.
[[nodiscard]] std::string limit_words(std::string_view limit);

/// Why the output cannot be shown block by block: cells that several threads store have a history that the owner map
/// does not hold. Nothing where it can.
[[nodiscard]] std::optional<std::string> why_not_by_blocks(const session::RunResult& result);

} // namespace warpscope::analysis
