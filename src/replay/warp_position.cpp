#include <algorithm>

#include "replay/variables.hpp"

namespace warpscope::replay {
namespace {

bool jumps(const ptx::Instruction& instruction) {
    return instruction.opcode == ptx::Opcode::bra || instruction.opcode == ptx::Opcode::brx;
}

/// Returns the position after `pc`. Returns `pc` itself for a branch, or after a call or return (`elsewhere`).
CodePosition code_position(const Recording& recording, uint32_t pc, bool elsewhere) {
    const simt::Program& program = recording.program();
    const uint32_t function = program.instructions()[pc].function;
    CodePosition at;
    at.last = at.place = pc - program.first_pc(function);
    const auto& body = program.module().functions[function].body;
    if (!elsewhere && !jumps(body[at.last]) && at.last + 1 < body.size()) at.place += 1;
    return at;
}

} // namespace

std::optional<WarpPosition> warp_position(const Recording& recording, uint32_t warp, uint64_t step) {
    return warp_position_at_record(recording, warp, recording.records_before(step));
}

std::optional<WarpPosition> warp_position_at_record(const Recording& recording, uint32_t warp, uint64_t end) {
    const auto last = recording.last_record_of(warp, end);
    if (!last) return std::nullopt;
    const uint64_t own_end = recording.records_before(uint64_t{recording.step_of(*last)} + 1);
    const auto& instructions = recording.program().instructions();
    const Record& record = recording.contents().records[*last];
    WarpPosition at;
    at.warp = warp;
    at.depth = record.depth;
    at.function = instructions[record.pc].function;
    at.record = *last;
    uint32_t pc = record.pc;
    // Only the last record of a step can leave the function.
    const auto next = *last + 1 < own_end ? std::nullopt : recording.next_step_of(warp, recording.step_of(*last) + 1);
    const bool elsewhere = next && recording.steps()[*next].depth != record.depth;
    if (elsewhere) {
        pc = recording.steps()[*next].pc;
        at.depth = recording.steps()[*next].depth;
        at.function = instructions[pc].function;
    }
    static_cast<CodePosition&>(at) = code_position(recording, pc, elsewhere);
    return at;
}

void locate_lanes(const Recording& recording, WarpPosition& at) {
    const auto& records = recording.contents().records;
    const simt::LaneMask together = records[at.record].active;
    const auto last = recording.last_records(at.warp, at.record + 1);
    at.has_lane_positions = true;
    for (uint32_t lane = 0; lane < warp_size; ++lane) {
        at.lanes[lane].reset();
        if (!last[lane]) continue;
        const Record& own = records[*last[lane]];
        const uint32_t function = recording.program().instructions()[own.pc].function;
        if ((together >> lane & 1) != 0 || own.depth > at.depth)
            at.lanes[lane] = at;
        else if (own.depth == at.depth && function == at.function)
            at.lanes[lane] = code_position(recording, own.pc, false);
    }
}

std::optional<WarpPosition> caller(const Recording& recording, const WarpPosition& at) {
    const auto& records = recording.contents().records;
    const auto& steps = recording.steps();
    for (uint64_t step = uint64_t{recording.step_of(at.record)} + 1; at.depth > 0 && step-- > 0;) {
        if (steps[step].warp != at.warp || steps[step].depth >= at.depth) continue;
        uint64_t record = std::min(recording.records_before(step + 1), at.record + 1);
        while (record-- > steps[step].first_record)
            if (records[record].depth < at.depth) break;
        const uint32_t pc = records[record].pc;
        WarpPosition out;
        out.warp = at.warp;
        out.depth = records[record].depth;
        out.function = recording.program().instructions()[pc].function;
        out.record = at.record;
        static_cast<CodePosition&>(out) = code_position(recording, pc, true);
        return out;
    }
    return std::nullopt;
}

} // namespace warpscope::replay
