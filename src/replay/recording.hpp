// Recording of one block, replayable in both directions.
//
// - A step is one turn of a warp: one source line (simt/stepping.hpp). State n precedes step n.
// - A record is one PTX instruction of one warp.
// - The log holds changes; some whole states are saved as well. After the memory limit, the block runs on unrecorded.
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

struct DeclaredArray {
    std::string name;
    std::vector<uint64_t> extents; // 0: dynamic, sized by the launch
    uint32_t type = 0;             // 0: unknown
};

struct SteppedProgram {
    std::shared_ptr<const simt::Program> program;
    ptx::debug::DebugInfo variables;  // may be empty
    std::vector<FrameLayout> layouts; // by function
    std::vector<DeclaredArray> declared;
};
[[nodiscard]] SteppedProgram stepped_program(std::shared_ptr<const simt::Program> program,
                                             ptx::debug::DebugInfo variables);

struct Record {
    uint64_t changes = 0; // start of the changes in `log`
    uint32_t pc = 0;
    simt::LaneMask active = 0;
    uint16_t warp = 0, depth = 0; // call depth
};

struct Step {
    uint64_t first_record = 0;
    uint32_t pc = 0;
    simt::LaneMask active = 0;
    uint32_t interval = 0;
    uint16_t warp = 0, depth = 0;
};

/// `conflict`: lanes use different words of one bank.
enum class MarkKind : uint8_t { barrier, split, conflict, atomic, finding };
struct Mark {
    MarkKind kind{};
    uint32_t step = 0;
    uint32_t finding = 0;
};

struct Split {
    uint64_t record = 0;
    uint32_t pc = 0;
    uint16_t warp = 0;
    simt::LaneMask active = 0, taken = 0;
};

/// Lanes that set a kernel register for the first time.
struct FirstSet {
    uint64_t record = 0;
    simt::LaneMask lanes = 0;
};

struct Activity {
    uint64_t record = 0;
    uint64_t previous = 0;
    simt::LaneMask active = 0;
};

struct Event {
    uint64_t record = 0;
    uint32_t step = 0;
    uint32_t warp = 0, lane = 0;
    bool from_outside = false;
};

struct RecordRequest {
    uint32_t launch = 0;
    uint64_t block = 0;
    uint64_t memory_limit = uint64_t{512} << 20; // bytes for changes and saved states
    /// 0: unlimited. A limit also ends the recording before the first step that other blocks may influence, unless that
    /// is step 0.
    uint64_t max_records = 0;
    const std::atomic<bool>* cancel = nullptr;
    std::atomic<uint64_t>* records_made = nullptr;
    std::shared_ptr<const simt::TriedOrder> order = nullptr;
    std::vector<uint64_t> among = {}; // blocks to run if `order` is set; empty: all
};

inline constexpr uint64_t not_compared = ~uint64_t{0};

class Recording {
public:
    struct Contents {
        std::shared_ptr<const SteppedProgram> stepped;
        std::shared_ptr<const metrics::Measured> measured;
        uint32_t launch = 0, kernel = 0;
        uint64_t block = 0;
        Dim3 block_index;
        LaunchConfig config;
        std::vector<Record> records; // plus an end entry
        std::vector<Step> steps;
        std::vector<Mark> marks;
        std::vector<Split> splits;
        std::map<std::pair<uint32_t, uint32_t>, std::vector<FirstSet>> first_sets; // by warp and register
        std::vector<std::vector<Activity>> activity;                               // by warp
        std::vector<simt::Finding> findings;
        std::vector<State> kept; // saved states, ascending; the first is empty
        ChangeLog log;
        InitialPages initial;
        std::vector<std::byte> parameters;
        uint32_t shared_bytes = 0;
        bool cut_off = false;
        bool is_beginning = false; // cut off at max_records
        bool whole_launch = false;
        std::shared_ptr<const simt::TriedOrder> order; // null: the usual order
        uint64_t differing_cells = 0;                  // may be not_compared
        std::string first_difference;
        double largest_difference = 0;
        uint64_t unstored_cells = 0; // cells that this block stored last in the measured run, but not in the recording
        std::string first_unstored;
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
    [[nodiscard]] uint64_t records_before(uint64_t step) const;
    [[nodiscard]] uint32_t step_of(uint64_t record) const;
    [[nodiscard]] const SourceLocation& place_of(uint32_t pc) const { return program().instructions()[pc].user_source; }
    [[nodiscard]] std::vector<Message> notes() const;

    [[nodiscard]] State state_at(uint64_t step) const;
    void move(State& state, uint64_t record) const;
    void visit(uint64_t record, const std::function<void(const Change&)>& visit) const;

    /// Returns nullopt for bytes that the block never touches.
    [[nodiscard]] std::optional<uint8_t> byte_at(const State& state, const MemoryAddress& at) const;
    [[nodiscard]] uint32_t writes_to(const State& state, const MemoryAddress& at) const;

    /// Returns the last write before `record`. The next two functions search from `record` on.
    [[nodiscard]] std::optional<Event> last_write(const MemoryAddress& at, uint32_t bytes, uint64_t record) const;
    [[nodiscard]] std::optional<Event> first_read(const MemoryAddress& at, uint32_t bytes, uint64_t record) const;
    [[nodiscard]] std::optional<Event> next_write(const MemoryAddress& at, uint32_t bytes, uint64_t record) const;

    [[nodiscard]] std::optional<uint32_t> next_step_of(uint32_t warp, uint64_t step) const;
    [[nodiscard]] simt::LaneMask lanes_set(uint32_t warp, uint32_t register_index, uint64_t record) const;
    [[nodiscard]] simt::LaneMask lanes_active(uint32_t warp, uint64_t first, uint64_t end) const;
    [[nodiscard]] std::array<std::optional<uint64_t>, warp_size> last_records(uint32_t warp, uint64_t end) const;
    [[nodiscard]] std::optional<uint64_t> next_record_of(uint32_t warp, uint32_t lane, uint64_t record) const;
    [[nodiscard]] std::optional<uint64_t> last_record_of(uint32_t warp, uint64_t end) const;
    /// Returns the branch where an inactive lane left the active lanes; nullopt if the lane returned or was never
    /// launched.
    [[nodiscard]] std::optional<Split> find_split(uint32_t step, uint32_t lane) const;

private:
    friend Result<std::shared_ptr<const Recording>> record_block(std::shared_ptr<const metrics::Measured> measured,
                                                                 std::shared_ptr<const SteppedProgram> stepped,
                                                                 const RecordRequest& request);
    void compare_with_run();
    /// `stored`: cells, by buffer, that this block stored last in the run and stored in the recording.
    void count_unstored(const std::vector<std::vector<bool>>& stored);
    [[nodiscard]] uint64_t cells_that_differ() const;
    void apply_record(uint64_t record, bool forwards, State& state) const;
    [[nodiscard]] std::optional<Event> find(const MemoryAddress& at, uint32_t bytes, uint64_t record, bool wants_read,
                                            bool forwards) const;
    Contents c_;
};

/// Reruns a block on memory as it was before the launch, with all other blocks if necessary.
[[nodiscard]] Result<std::shared_ptr<const Recording>> record_block(std::shared_ptr<const metrics::Measured> measured,
                                                                    std::shared_ptr<const SteppedProgram> stepped,
                                                                    const RecordRequest& request);

} // namespace warpscope::replay
