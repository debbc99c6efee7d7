// Does the result depend on which thread comes first? Runs a launch again in other orders of its warps, blocks and
// lanes, all of them orders that a GPU may take, until one leaves something else behind; then records both, with the
// place where they part.
//
// Orders are compared with each other, never with what the kernel was meant to do: that the results differ is certain,
// which of them is right is not said. That none of the tried ones differs proves nothing about the others.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "replay/recording.hpp"

namespace warpscope::replay {

/// What to look for: which blocks of a launch run, and what is tried.
struct OrderRequest {
    uint32_t launch = 0;
    uint64_t block = 0;                     // that is recorded
    std::vector<uint64_t> blocks;           // that run; empty: all
    std::vector<uint32_t> places;           // instructions that the orders meet at, see simt::TriedOrder
    std::vector<uint32_t> left_out;         // barriers that are left out in all orders but the usual one
    bool lanes_too = false;                 // lanes of a warp run apart, too
    bool whole_launch = false;              // where an order is found, all blocks run in both orders to be compared
    uint32_t tries = 64;                    // orders, at most
    std::atomic<uint32_t>* tried = nullptr; // progress
    const std::atomic<bool>* cancel = nullptr;
};

/// An element of a buffer that two orders leave differently.
struct DifferingElement {
    uint32_t buffer = 0; // index in the plan
    uint64_t index = 0;  // in elements
    uint64_t cell = 0;   // that holds it
    std::string first, second;
};
inline constexpr size_t most_listed_elements = 256;

/// A read of one thread that gets one value in the usual order and another one in the other: the first that does.
struct DifferingRead {
    uint32_t first_step = 0, second_step = 0; // of the two recordings
    uint64_t first_record = 0, second_record = 0;
    uint32_t warp = 0, lane = 0;
    MemoryAddress at;
    uint32_t bytes = 0;
    uint64_t first = 0, second = 0; // up to 8 bytes
    /// Who wrote what was read; none where nothing in the block has.
    std::optional<Event> first_writer, second_writer;
};

/// Two orders that leave different results.
struct OrderPair {
    std::shared_ptr<const simt::TriedOrder> order; // the second; the first one is the usual
    std::shared_ptr<const Recording> first, second;
    std::optional<uint32_t> parts_at;  // the first step that is another in the two; none: they begin alike to the end
    std::optional<DifferingRead> read; // none where no thread of the recorded block is known to read anything else
    bool reads_complete = true;        // all reads of the block have been compared
    std::vector<DifferingElement> elements; // the first ones, of the blocks that run
    uint64_t element_count = 0;
    std::optional<uint64_t> in_launch;    // elements that differ when all blocks of the launch run
    std::vector<std::vector<bool>> cells; // that differ, of all blocks that ran, by buffer; empty: none
    bool never_ends = false; // threads of the second wait for what does not come, or go on many times as long
};

struct OrderSearch {
    uint32_t tried = 0;
    std::optional<OrderPair> found;
};

/// Returns whether a finding is about the order of two threads: a race, or a missing __syncwarp.
[[nodiscard]] bool depends_on_order(const simt::Finding& finding);
/// For a race, or a missing __syncwarp: the blocks of its two threads, and the lines that they execute. Nothing for
/// other kinds of finding.
[[nodiscard]] std::optional<OrderRequest> order_request(const metrics::Measured& measured,
                                                        const SteppedProgram& stepped, const simt::Finding& finding);
/// A line of the kernel's text.
struct BarrierLine {
    std::string file; // name of the kernel's file, without its folder
    uint32_t line = 0;
};
/// For the barriers in a line of the source: what changes in a block, or in all, without them. Fails where the line has
/// none, or one that cannot be left out: of a warp, one that has a result, is not waited at, or is under a predicate.
[[nodiscard]] Result<OrderRequest> request_without_barrier(const metrics::Measured& measured,
                                                           const SteppedProgram& stepped, uint32_t launch,
                                                           uint64_t block, const BarrierLine& at);

/// May take as long as `tries` runs of the blocks. Fails also when cancelled, and where the usual order never ends.
[[nodiscard]] Result<OrderSearch> look_for_order(const std::shared_ptr<const metrics::Measured>& measured,
                                                 const std::shared_ptr<const SteppedProgram>& stepped,
                                                 const OrderRequest& request);

/// "each warp as far as it gets, the last one first".
[[nodiscard]] std::string order_name(const simt::TriedOrder& order);
/// "section[64]", or where nothing is known of the place its address.
[[nodiscard]] std::string place_name(const Recording& recording, const MemoryAddress& at);
/// As the array's element type has it, where that is known; else the bits.
[[nodiscard]] std::string value_at(const Recording& recording, const MemoryAddress& at, uint32_t bytes, uint64_t bits);
/// Sentences: what is different, who reads what, who wrote it. For window and command line.
[[nodiscard]] std::vector<std::string> in_words(const OrderPair& pair);
[[nodiscard]] std::string in_words(const OrderSearch& search);

} // namespace warpscope::replay
