// One block's execution, step by step, forwards and backwards.
//
// A step is what a warp does in one turn: one source line (simt/stepping.hpp). A record is one PTX instruction of one
// warp. Step n is what comes next in state n: state 0 is before the block's first instruction, state steps().size()
// after its last one.
//
// Memory is bounded: a recording keeps changes, not states, and stops when they take up what they may (the rest of the
// block runs unrecorded, and is_cut_off() says so). Some states are kept on the way, so that going to any step makes or
// takes back a few ten thousand changes at most.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "metrics/measure.hpp"
#include "ptx/debug/variables.hpp"
#include "replay/changes.hpp"
#include "simt/program.hpp"

namespace warpscope::replay {

/// An array in shared memory as the source declares it, or a single value.
struct DeclaredArray {
    std::string name;
    std::vector<uint64_t> extents; // one of 0 where the launch decides
    uint32_t type = 0;             // of an element, in DebugInfo::types; 0 where it is not known
};

/// A kernel to step through, and what its variables are.
struct SteppedProgram {
    std::shared_ptr<const simt::Program> program; // built for stepping
    ptx::debug::DebugInfo variables;              // empty where the kernel was compiled without
    std::vector<FrameLayout> layouts;             // by function of the module
    std::vector<DeclaredArray> declared;          // for arrays that the debug information does not tell of
};
[[nodiscard]] SteppedProgram stepped_program(std::shared_ptr<const simt::Program> program,
                                             ptx::debug::DebugInfo variables);

/// One PTX instruction of one warp.
struct Record {
    uint64_t changes = 0; // where its changes begin; they end where the next record's begin
    uint32_t pc = 0;
    simt::LaneMask active = 0;
    uint16_t warp = 0, depth = 0; // depth: of calls
};

struct Step {
    uint64_t first_record = 0; // it ends where the next step begins
    uint32_t pc = 0;           // of its first instruction
    simt::LaneMask active = 0; // lanes that begin it
    uint32_t epoch = 0;        // barriers of the block that its warp has passed
    uint16_t warp = 0, depth = 0;
};

/// conflict: lanes of a request want different words of one bank of shared memory.
enum class MarkKind : uint8_t { barrier, split, conflict, atomic, finding };
/// Something worth a mark on the time bar, within or right before a step.
struct Mark {
    MarkKind kind{};
    uint32_t step = 0;
    uint32_t finding = 0; // of MarkKind::finding: in Recording::findings()
};

/// A branch that sent active lanes different ways.
struct Split {
    uint64_t record = 0;
    uint32_t pc = 0;
    uint16_t warp = 0;
    simt::LaneMask active = 0, taken = 0;
};

/// Lanes for which a register of the kernel's frame was set for the first time.
struct FirstSet {
    uint64_t record = 0;
    simt::LaneMask lanes = 0;
};

/// From this record on a warp's instructions are of other lanes than before.
struct Activity {
    uint64_t record = 0;
    uint64_t former = 0; // the warp's record before it; of its first one the same
    simt::LaneMask active = 0;
};

/// A change of a byte that was looked for.
struct Event {
    uint64_t record = 0;
    uint32_t step = 0;
    uint32_t warp = 0, lane = 0;
    bool from_outside = false; // by another block
};

/// Which block to record, and how much of it.
struct RecordRequest {
    uint32_t launch = 0;
    uint64_t block = 0;
    uint64_t memory_limit = uint64_t{512} << 20; // bytes, of changes and kept states
    /// 0: all; else the block's beginning, of a few more at most, which ends before other blocks may have a part in it.
    /// All as well where they may have one in its first step.
    uint64_t most_records = 0;
    const std::atomic<bool>* cancel = nullptr;
    std::atomic<uint64_t>* records_made = nullptr; // progress
    /// In this order of threads, on whose result nothing is compared then; null: warps take turns by line.
    std::shared_ptr<const simt::TriedOrder> order = nullptr;
    std::vector<uint64_t> among = {}; // with `order`: the blocks that run, `block` one of them; empty: all
};

/// Where it cannot be told what a block leaves otherwise.
inline constexpr uint64_t not_compared = ~uint64_t{0};

class Recording {
public:
    /// What a recorder has collected.
    struct Contents {
        std::shared_ptr<const SteppedProgram> stepped;
        std::shared_ptr<const metrics::Measured> measured; // the run that the block is of
        uint32_t launch = 0, kernel = 0;
        uint64_t block = 0;
        Dim3 block_index;
        LaunchConfig config;
        std::vector<Record> records; // and one more behind the last, where its changes would begin
        std::vector<Step> steps;
        std::vector<Mark> marks;
        std::vector<Split> splits;
        std::map<std::pair<uint32_t, uint32_t>, std::vector<FirstSet>> first_sets; // by warp and register
        std::vector<std::vector<Activity>> activity;                               // by warp, ascending
        std::vector<simt::Finding> findings;
        std::vector<State> kept; // ascending; the first one is empty
        ChangeLog log;
        InitialPages initial;
        std::vector<std::byte> parameters; // of the kernel
        uint32_t shared_bytes = 0;
        bool cut_off = false;
        bool is_beginning = false;                     // cut off because no more was asked for
        bool whole_launch = false;                     // run with all other blocks, because it depends on them
        std::shared_ptr<const simt::TriedOrder> order; // null: the usual one
        uint64_t differing_cells = 0;  // that it leaves otherwise than the measured run; or not_compared
        std::string first_difference;  // "out[17]"
        double largest_difference = 0; // as a share of the value; 1 and more where it is of no finite numbers
        uint64_t unstored_cells = 0;   // that it was the last to store in the measured run, and does not store here
        std::string first_unstored;    // "out[192]"
    };
    explicit Recording(Contents contents)
        : c_(std::move(contents)) {}

    [[nodiscard]] const Contents& contents() const { return c_; }
    [[nodiscard]] const simt::Program& program() const { return *c_.stepped->program; }
    [[nodiscard]] const std::vector<Step>& steps() const { return c_.steps; }
    [[nodiscard]] const std::vector<Mark>& marks() const { return c_.marks; }
    [[nodiscard]] const std::vector<simt::Finding>& findings() const { return c_.findings; }
    [[nodiscard]] bool is_cut_off() const { return c_.cut_off; }
    [[nodiscard]] uint32_t warps() const { return static_cast<uint32_t>(c_.config.warps_per_block()); }
    [[nodiscard]] uint64_t record_count() const { return c_.records.empty() ? 0 : c_.records.size() - 1; }
    /// Records that have been made in state `step`.
    [[nodiscard]] uint64_t records_before(uint64_t step) const;
    [[nodiscard]] uint32_t step_of(uint64_t record) const;
    /// Where a person looks for a step's line; file empty where it belongs to none.
    [[nodiscard]] const SourceLocation& place_of(uint32_t pc) const { return program().instructions()[pc].user_source; }
    /// What the bar says about the recording: what it is made from, where it ends, how it differs.
    [[nodiscard]] std::vector<std::string> notes() const;

    [[nodiscard]] State state_at(uint64_t step) const;
    /// From wherever `state` is; a state that is far away is taken from one that was kept.
    void move(State& state, uint64_t record) const;
    void visit(uint64_t record, const std::function<void(const Change&)>& visit) const;

    /// A byte of memory in `state`; nullopt where the block never touches it.
    [[nodiscard]] std::optional<uint8_t> byte_at(const State& state, const MemoryAddress& at) const;
    /// How often it has been written so far.
    [[nodiscard]] uint32_t writes_to(const State& state, const MemoryAddress& at) const;

    /// Who wrote any of `bytes` bytes last before record `record`; the first read from there on; the next write.
    [[nodiscard]] std::optional<Event> last_write(const MemoryAddress& at, uint32_t bytes, uint64_t record) const;
    [[nodiscard]] std::optional<Event> first_read(const MemoryAddress& at, uint32_t bytes, uint64_t record) const;
    [[nodiscard]] std::optional<Event> next_write(const MemoryAddress& at, uint32_t bytes, uint64_t record) const;

    /// The step that a warp does next in state `step`; nullopt when it has ended.
    [[nodiscard]] std::optional<uint32_t> next_step_of(uint32_t warp, uint64_t step) const;
    /// Lanes for which a register of the kernel's frame has been set in state `record`.
    [[nodiscard]] simt::LaneMask lanes_set(uint32_t warp, uint32_t register_index, uint64_t record) const;
    /// Lanes with which a warp has made any of records [first, end).
    [[nodiscard]] simt::LaneMask lanes_active(uint32_t warp, uint64_t first, uint64_t end) const;
    /// By lane, the warp's last record before `end` that it was active in.
    [[nodiscard]] std::array<std::optional<uint64_t>, warp_size> last_records(uint32_t warp, uint64_t end) const;
    /// The first record from `record` on in which a lane of a warp is active.
    [[nodiscard]] std::optional<uint64_t> next_record_of(uint32_t warp, uint32_t lane, uint64_t record) const;
    /// The warp's last record before `end`.
    [[nodiscard]] std::optional<uint64_t> last_record_of(uint32_t warp, uint64_t end) const;
    /// The step that called the function which a step is in.
    [[nodiscard]] std::optional<uint32_t> caller_of(uint32_t step) const;
    /// Returns whether it stands at a barrier of the block for others in that state.
    [[nodiscard]] bool waits_at_barrier(uint32_t warp, uint64_t step) const;
    /// The branch that a lane that is off at `step` took while those that are on went another way; nullopt where no
    /// branch is the reason: it has returned or was never launched.
    [[nodiscard]] std::optional<Split> why_off(uint32_t step, uint32_t lane) const;

private:
    friend Result<std::shared_ptr<const Recording>> record_block(std::shared_ptr<const metrics::Measured> measured,
                                                                 std::shared_ptr<const SteppedProgram> stepped,
                                                                 const RecordRequest& request);
    /// Counts the cells that the block leaves otherwise than the measured run has them.
    void compare_with_run();
    /// `stored`: by buffer of the plan and cell, those that it stores and has stored last in the measured run.
    void count_unstored(const std::vector<std::vector<bool>>& stored);
    [[nodiscard]] uint64_t cells_that_differ() const;
    void apply_record(uint64_t record, bool forwards, State& state) const;
    [[nodiscard]] std::optional<Event> find(const MemoryAddress& at, uint32_t bytes, uint64_t record, bool wants_read,
                                            bool forwards) const;
    Contents c_;
};

/// Runs a block of a measured launch once more by `stepped`, alone or, where it waits for other blocks or leaves
/// something else than it did, with all others; on the memory as it was before that launch.
[[nodiscard]] Result<std::shared_ptr<const Recording>> record_block(std::shared_ptr<const metrics::Measured> measured,
                                                                    std::shared_ptr<const SteppedProgram> stepped,
                                                                    const RecordRequest& request);

} // namespace warpscope::replay
