// What the drawer draws of one block (timeline, shared memory, epochs): derived from its trace, once, off the UI
// thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "metrics/trace/bank_conflicts.hpp"
#include "metrics/trace/epoch_diagram.hpp"
#include "metrics/trace/timeline.hpp"
#include "session/session.hpp"
#include "ui/model/moment_view.hpp"

namespace warpscope::ui {

struct BlockView {
    std::shared_ptr<const session::RunResult> result;
    std::shared_ptr<const metrics::BlockTrace> trace;
    metrics::BankFacts banks;
    metrics::Timeline timeline;
    metrics::Flow flow;
    std::vector<metrics::EpochDiagram> diagrams; // by array of the flow; without rows where nothing is written
    Memo derived;                                // what panels have worked out of it
};
[[nodiscard]] std::shared_ptr<const BlockView> make_block_view(std::shared_ptr<const session::RunResult> result,
                                                               std::shared_ptr<const metrics::BlockTrace> trace);

/// A part of a long line of things on the screen: what is left of it, and how wide one of them is.
struct Strip {
    double first = 0; // at the left edge; may lie between two things
    float width = 0;  // of one, at scale 1; 0: all fit

    friend bool operator==(const Strip&, const Strip&) = default;
};
/// The strip with its width filled in and nothing but things in sight, for `count` things on `room` pixels at scale 1.
[[nodiscard]] Strip fitted(Strip strip, double count, float room, float widest);
/// Zooms by `factor`, keeping what is at `at` (pixels at scale 1 from the left edge).
[[nodiscard]] Strip zoomed(Strip strip, double count, float room, float widest, float at, float factor);
/// Moves the contents by `by` pixels at scale 1.
[[nodiscard]] Strip moved(Strip strip, double count, float room, float widest, float by);

/// What the user chose to see of a block view. Choices that do not fit another block or kernel fall back to the
/// default.
struct BlockViewState {
    std::optional<uint32_t> launch; // none: the last
    Strip timeline, epochs;
    std::string array;                   // epochs: name; empty: the one that tells most
    std::optional<uint32_t> pc;          // shared memory: the instruction; none: the most expensive
    std::optional<uint32_t> warp, round; // and which of its requests; none: the most expensive

    friend bool operator==(const BlockViewState&, const BlockViewState&) = default;
};

/// The instruction and request of the shared memory view; nothing when the block does not use shared memory.
struct BankChoice {
    const metrics::BankInstruction* instruction = nullptr;
    uint32_t warp = 0, round = 0; // in instruction->warps, and among that warp's requests

    /// In instruction->requests.
    [[nodiscard]] uint32_t request() const { return instruction->warps[warp].first + round; }
};
[[nodiscard]] std::optional<BankChoice> chosen_request(const BlockView& block_view, const BlockViewState& view);
/// The request to shared memory that the step done last makes, of several the one of the most passes; nothing where it
/// makes none, or where the measured kernel has others at its line than the one that is stepped through.
[[nodiscard]] std::optional<BankChoice> request_at(const BlockView& block_view, const MomentView& moment);
/// The array of the epoch diagram, in Flow::arrays; nothing when the block writes nothing.
[[nodiscard]] std::optional<uint32_t> chosen_array(const BlockView& block_view, const BlockViewState& view);

/// "Block (3, 2) of 24 × 16".
[[nodiscard]] std::string block_title(const BlockView& block_view);
/// The block to show while none is pointed at: in the middle of the grid.
[[nodiscard]] uint64_t middle_block(const LaunchConfig& config);

/// Line of the kernel's own text that instruction `pc` came from; 0 when it came from elsewhere.
[[nodiscard]] uint32_t source_line(const session::RunResult& result, uint32_t pc);
/// That line's text without its indent; empty for line 0.
[[nodiscard]] std::string source_text(const session::RunResult& result, uint32_t line);

} // namespace warpscope::ui
