// Tests whether a result depends on the order of threads: reruns a launch in other valid orders until the result
// changes. Finding no such order proves nothing.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "replay/recording.hpp"

namespace warpscope::replay {

struct RaceOfBlocks {
    std::optional<metrics::BufferElement> element;
    uint32_t line = 0, other_line = 0;
    uint32_t other_race = 0; // line of another race of the launch, or 0
};

struct OrderRequest {
    uint32_t launch = 0;
    uint64_t block = 0;
    std::vector<uint64_t> blocks; // empty: all
    std::optional<uint64_t> other_block;
    std::optional<RaceOfBlocks> race; // if `other_race` is set, only an order that loses a store counts
    std::vector<uint32_t> places;     // switch points, see simt::TriedOrder
    std::vector<uint32_t> omitted;
    bool lanes_too = false;    // also runs lanes of a warp separately
    bool whole_launch = false; // finally runs all blocks in both orders
    uint32_t tries = 64;
    std::atomic<uint32_t>* tried = nullptr;
    const std::atomic<bool>* cancel = nullptr;
};

struct DifferingElement {
    uint32_t buffer = 0;
    uint64_t index = 0;
    uint64_t cell = 0;
    std::string first, second;
};
inline constexpr size_t max_listed_elements = 256;

struct DifferingRead {
    uint32_t first_step = 0, second_step = 0;
    uint64_t first_record = 0, second_record = 0;
    uint32_t warp = 0, lane = 0;
    MemoryAddress at;
    uint32_t bytes = 0;
    uint64_t first = 0, second = 0;
    /// Last writers of the value in each order; nullopt for writers outside the block.
    std::optional<Event> first_writer, second_writer;
};

/// A thread's last read of an element and its store to the element.
struct BlockUpdate {
    std::string block; // index: "3", "2, 1"
    std::string read, stored;
    uint32_t read_line = 0, store_line = 0;
};

/// Lost update: two blocks read the same value, and the later store overwrites the earlier one.
struct LostUpdate {
    Message element;
    BlockUpdate lost, kept;
    /// Result in the usual order; "" if further blocks or races can change the element.
    std::string expected;
    uint32_t first_step = 0, second_step = 0; // steps of the recorded block's read in each order
    uint32_t other_race = 0;                  // line of another race of the launch, or 0
};

struct OrderPair {
    std::shared_ptr<const simt::TriedOrder> order; // second order; the first is the usual order
    std::shared_ptr<const Recording> first, second;
    bool several_blocks = false;      // the order concerns more than the recorded block
    std::string other_block;          // index of the only other block; "" if there is none
    std::vector<std::string> ran;     // indices of the blocks that ran; empty: all
    std::optional<uint32_t> parts_at; // first differing step
    std::optional<DifferingRead> read;
    bool reads_complete = true;
    std::optional<LostUpdate> lost_update;
    std::vector<DifferingElement> elements; // elements that differ if only the blocks in `ran` run
    uint64_t element_count = 0;
    std::optional<uint64_t> in_launch;    // number of differing elements if the whole launch runs
    std::vector<std::vector<bool>> cells; // differing cells, by buffer
    bool never_ends = false;
};

struct OrderSearch {
    uint32_t tried = 0;
    std::optional<OrderPair> found;
    uint32_t other_race = 0; // line of the race that may have changed the result instead, or 0
};

[[nodiscard]] bool depends_on_order(const simt::Finding& finding);
[[nodiscard]] std::optional<OrderRequest> order_request(const metrics::Measured& measured,
                                                        const SteppedProgram& stepped, const simt::Finding& finding);
struct BarrierLine {
    std::string file;
    uint32_t line = 0;
};
/// Requests a search that omits the barriers of a source line. Fails for warp barriers, arrivals, and barriers with a
/// result or predicate.
[[nodiscard]] Result<OrderRequest> request_without_barrier(const metrics::Measured& measured,
                                                           const SteppedProgram& stepped, uint32_t launch,
                                                           uint64_t block, const BarrierLine& at);

/// Fails if canceled, or if the launch does not terminate in the usual order.
[[nodiscard]] Result<OrderSearch> search_order(const std::shared_ptr<const metrics::Measured>& measured,
                                               const std::shared_ptr<const SteppedProgram>& stepped,
                                               const OrderRequest& request);

/// Returns a name such as "each warp runs as far as it can, last warp first".
[[nodiscard]] Message order_name(const simt::TriedOrder& order);
[[nodiscard]] Message element_name(const Recording& recording, uint32_t buffer, uint64_t index);
[[nodiscard]] Message place_name(const Recording& recording, const MemoryAddress& at);
/// Formats the value by its element type, or as bits if the type is unknown.
[[nodiscard]] std::string value_at(const Recording& recording, const MemoryAddress& at, uint32_t bytes, uint64_t bits);
[[nodiscard]] std::vector<Message> format_lines(const OrderPair& pair);
[[nodiscard]] Message format_lines(const OrderSearch& search);

} // namespace warpscope::replay
