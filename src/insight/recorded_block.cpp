#include "insight/recorded_block.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "insight/findings.hpp"
#include "insight/source_lines.hpp"

namespace warpscope::insight {

uint32_t RecordedBlock::line_of(uint32_t step) const {
    return own_line(*run, recording->place_of(recording->steps()[step].pc));
}

std::vector<uint32_t> RecordedBlock::steps_on_line(metrics::ThreadId thread, uint32_t line) const {
    std::vector<uint32_t> out;
    const replay::Recording::Contents& contents = recording->contents();
    if (thread == 0 || metrics::block_of(contents.config, thread) != contents.block) return out;
    const uint32_t local = metrics::thread_in_block(contents.config, thread);
    if (local / warp_size >= recording->warps()) return out;
    std::unordered_map<uint32_t, bool> on_line; // by instruction, because comparing file names is slow
    for (const uint32_t step : history->steps_of(local / warp_size)) {
        const replay::Step& done = recording->steps()[step];
        const auto [known, first] = on_line.try_emplace(done.pc, false);
        if (first) known->second = line_of(step) == line;
        if (known->second && (done.active >> local % warp_size & 1) != 0) out.push_back(step);
    }
    return out;
}

std::vector<uint32_t> racing_steps(const RecordedBlock& block) {
    std::set<std::pair<metrics::ThreadId, uint32_t>> sides; // thread and line
    const auto& launches = block.run->measured->launches();
    const uint32_t launch = block.recording->contents().launch;
    if (launch < launches.size())
        for (const simt::Finding& finding : launches[launch].findings) {
            if (!finding.has_other) continue;
            sides.emplace(thread_of(*block.run, finding), finding.source.line);
            sides.emplace(other_thread_of(*block.run, finding), finding.other_source.line);
        }
    std::vector<uint32_t> out;
    for (const auto& [thread, line] : sides) {
        const std::vector<uint32_t> steps = line != 0 ? block.steps_on_line(thread, line) : std::vector<uint32_t>();
        out.insert(out.end(), steps.begin(), steps.end());
    }
    std::ranges::sort(out);
    return out;
}

uint32_t RecordedBlock::line_or_call(uint32_t step) const {
    for (const uint32_t at : history->frames_of(step))
        if (const uint32_t line = line_of(at); line != 0) return line;
    return 0;
}

uint64_t RecordedBlock::length(const scene::Moment& moment) const {
    if (moment.scope != scene::Scope::warp) return recording->steps().size();
    return moment.warp < recording->warps() ? history->steps_of(moment.warp).size() : 0;
}

uint64_t RecordedBlock::record_at(const scene::Moment& moment) const {
    const uint64_t step = std::min(moment.step, length(moment));
    if (moment.scope != scene::Scope::warp) {
        const uint64_t end = recording->records_before(step + 1);
        return std::min(recording->records_before(step) + moment.instruction, end);
    }
    const auto own = moment.warp < recording->warps() ? history->steps_of(moment.warp) : std::span<const uint32_t>();
    if (own.empty()) return 0;
    if (moment.instruction > 0 && step < own.size())
        return std::min(recording->records_before(own[step]) + moment.instruction,
                        recording->records_before(uint64_t{own[step]} + 1));
    return step == 0 ? recording->records_before(own[0]) : recording->records_before(uint64_t{own[step - 1]} + 1);
}

uint64_t RecordedBlock::steps_at(const scene::Moment& moment) const {
    const uint64_t record = record_at(moment);
    return record == 0 ? 0 : uint64_t{recording->step_of(record - 1)} + 1;
}

std::optional<uint32_t> RecordedBlock::last_step(const scene::Moment& moment) const {
    const uint64_t step = std::min(moment.step, length(moment));
    const bool begun = moment.instruction > 0 && step < length(moment);
    if (moment.scope == scene::Scope::warp) {
        const auto own =
            moment.warp < recording->warps() ? history->steps_of(moment.warp) : std::span<const uint32_t>();
        if (begun) return own[step];
        return step == 0 ? std::nullopt : std::optional(own[step - 1]);
    }
    if (begun) return static_cast<uint32_t>(step);
    return step == 0 ? std::nullopt : std::optional(static_cast<uint32_t>(step - 1));
}

uint32_t RecordedBlock::barriers_passed(const scene::Moment& moment) const {
    const std::vector<uint32_t>& begins = history->intervals();
    const auto step = last_step(moment);
    return step ? static_cast<uint32_t>(std::ranges::upper_bound(begins, *step) - begins.begin()) : 0;
}

uint64_t RecordedBlock::end_of_interval(const scene::Moment& moment, uint32_t interval) const {
    const std::vector<uint32_t>& begins = history->intervals();
    if (interval >= begins.size()) return length(moment);
    return moment.scope == scene::Scope::warp ? history->done_by(moment.warp, begins[interval]) : begins[interval];
}

} // namespace warpscope::insight
