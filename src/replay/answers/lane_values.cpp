#include "replay/answers/lane_values.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "replay/variables.hpp"

namespace warpscope::replay {
namespace {

constexpr size_t max_steps = 50'000; // a search through so many takes one or two seconds

/// Reads a lane's variables or, without debug information, its registers.
class LaneReader {
public:
    LaneReader(const Recording& recording, uint32_t warp, uint32_t lane)
        : recording_(recording)
        , warp_(warp)
        , lane_(lane)
        , has_types_(!recording.contents().stepped->variables.empty()) {}

    struct Known {
        uint32_t function = 0;
        std::string name;
        uint32_t type = 0;
        uint64_t bits = 0;
    };
    std::vector<Known> at(uint64_t record) {
        std::vector<Known> known;
        const auto place = warp_position_at_record(recording_, warp_, record);
        if (!place) return known;
        recording_.move(state_, record);
        for (Row& row : has_types_ ? rows_at(recording_, state_, *place) : register_rows(recording_, state_, *place))
            if (row.bits[lane_]) known.push_back({place->function, std::move(row.name), row.type, *row.bits[lane_]});
        return known;
    }
    [[nodiscard]] std::string text(const Known& value) const {
        return has_types_ ? value_text(recording_, value.type, value.bits) : fmt::format("{:#x}", value.bits);
    }

private:
    const Recording& recording_;
    uint32_t warp_, lane_;
    bool has_types_;
    State state_;
};

using Known = LaneReader::Known;

struct Seen {
    std::vector<std::pair<uint32_t, std::string>> steps; // step and new value; an empty text means an unset variable
    /// Pcs of steps that changed the variable.
    std::set<uint32_t> setting;
    std::map<std::string, uint64_t> rounds;
    bool complete = true;
};

Seen collect_values(const Recording& recording, LaneReader& reader, uint32_t warp, uint32_t lane,
                    const std::string& name, const std::function<bool(uint32_t)>& is_loop,
                    const std::atomic<bool>& cancel) {
    Seen seen;
    std::map<std::pair<uint32_t, std::string>, uint64_t> last; // key: function and name
    const auto& steps = recording.steps();
    for (uint32_t step = 0; step < steps.size() && !cancel; ++step) {
        if (steps[step].warp != warp || (steps[step].active >> lane & 1) == 0) continue;
        if (seen.steps.size() >= max_steps) {
            seen.complete = false;
            break;
        }
        seen.steps.emplace_back(step, "");
        const bool loop = is_loop(step);
        for (const Known& one : reader.at(recording.records_before(uint64_t{step} + 1))) {
            const auto [held, is_new] = last.try_emplace({one.function, one.name}, one.bits);
            const bool changed = is_new || std::exchange(held->second, one.bits) != one.bits;
            if (one.name == name) {
                seen.steps.back().second = reader.text(one);
                if (changed) seen.setting.insert(steps[step].pc);
            } else if (loop && changed) {
                ++seen.rounds[one.name];
            }
        }
    }
    return seen;
}

void drop_idle_loops(LaneValues& out) {
    for (size_t k = out.loops.size(); k-- > 0;) {
        const bool tells = std::ranges::any_of(out.values, [&](const LaneValues::Value& value) {
            return !value.rounds[k].empty() && value.rounds[k] != out.values.back().rounds[k];
        });
        if (tells) continue;
        out.loops.erase(out.loops.begin() + static_cast<ptrdiff_t>(k));
        for (LaneValues::Value& value : out.values)
            value.rounds.erase(value.rounds.begin() + static_cast<ptrdiff_t>(k));
    }
}

} // namespace

LaneValues lane_values(const Recording& recording, uint32_t warp, uint32_t lane, const std::string& name,
                       const std::function<bool(uint32_t step)>& is_loop, const std::atomic<bool>& cancel) {
    LaneReader reader(recording, warp, lane);
    const Seen seen = collect_values(recording, reader, warp, lane, name, is_loop, cancel);
    LaneValues out;
    out.complete = seen.complete && !recording.is_cut_off();
    std::vector<std::pair<uint64_t, std::string>> loops; // number of changes, and name; outer counters change less
    for (const auto& [loop, times] : seen.rounds) loops.emplace_back(times, loop);
    std::ranges::sort(loops);
    for (auto& [times, loop] : loops) out.loops.push_back(std::move(loop));
    for (const auto& [step, value] : seen.steps) {
        if (cancel) break;
        if (value.empty() || !seen.setting.contains(recording.steps()[step].pc)) continue;
        LaneValues::Value one{step, value, std::vector<std::string>(out.loops.size())};
        for (const Known& known : reader.at(recording.steps()[step].first_record))
            if (const auto loop = std::ranges::find(out.loops, known.name); loop != out.loops.end())
                one.rounds[static_cast<size_t>(loop - out.loops.begin())] = reader.text(known);
        out.values.push_back(std::move(one));
    }
    drop_idle_loops(out);
    return out;
}

} // namespace warpscope::replay
