#include "ui/panels/time/time_panels.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include <fmt/format.h>

#include "base/text.hpp"
#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/phase_text.hpp"
#include "ui/wording/split_text.hpp"

namespace warpscope::ui {

namespace {

std::string with_strong_code(std::string words) {
    for (size_t at = words.find('`'); at != std::string::npos; at = words.find('`', at)) words.replace(at, 1, "**");
    return words;
}

std::string block_words(const insight::MomentView& moment) {
    const auto& block = moment.block->recording->contents();
    return short_index_text(block.block_index, block.config.grid);
}

/// Returns "warps 0-2, 5".
std::string warps_text(const insight::MomentView& moment, const std::function<bool(replay::WarpState)>& is_one) {
    std::string words;
    size_t count = 0;
    for (size_t first = 0; first < moment.warps.size(); ++first) {
        if (!is_one(moment.warps[first].state)) continue;
        size_t last = first;
        while (last + 1 < moment.warps.size() && is_one(moment.warps[last + 1].state)) ++last;
        words += words.empty() ? "" : ", ";
        words += last == first ? std::to_string(first) : fmt::format("{}-{}", first, last);
        count += last - first + 1;
        first = last;
    }
    return count == 1 ? tr_format("warp {}", words) : tr_format("warps {}", words);
}

std::string waiting_words(const insight::MomentView& moment) {
    using insight::BarrierState;
    using replay::WarpState;
    switch (moment.barrier) {
    case BarrierState::no_barriers: break;
    case BarrierState::before_next: return tr("No warp has reached the next barrier yet.");
    case BarrierState::after_last: return tr("No more barriers ahead.");
    case BarrierState::all_arrived:
        return tr_format("All warps have reached the barrier (warp {} last) and continue.", moment.acting);
    case BarrierState::some_wait: {
        const auto waits = [](WarpState state) { return state == WarpState::at_barrier; };
        const auto is_to_come = [](WarpState state) {
            return state == WarpState::ready || state == WarpState::not_begun;
        };
        return tr_format("At the barrier: {}. Not there yet: {}.", warps_text(moment, waits),
                         warps_text(moment, is_to_come));
    }
    }
    return {};
}

} // namespace

const insight::RecordedBlock* block_in_time(const Model& model) {
    return model.time.block && in_block(model.scene->moment) ? model.time.block.get() : nullptr;
}

std::string phase_words(const Model& model, bool brief) {
    if (const insight::RecordedBlock* block = block_in_time(model)) {
        const uint32_t interval = block->barriers_passed(model.scene->moment);
        // Only the pinned block has named phases.
        const bool named = model.phases && model.trace && model.trace->block == model.scene->moment.block;
        return named ? phase_text(*model.phases, interval, brief)
                     : tr_format("interval {} of {}", interval + 1, block->intervals());
    }
    return model.phases && model.interval ? phase_text(*model.phases, *model.interval, brief) : std::string();
}

void moment_facts(const Model& model) {
    if (!model.moment || !in_block(model.scene->moment)) return;
    const Look& look = model.look;
    const insight::MomentView& moment = *model.moment;
    section(look, tr_format("WARP {} OF BLOCK {}", moment.warp, block_words(moment)));
    const int active = std::popcount(moment.active), launched = std::popcount(moment.launched);
    const std::string head = !moment.begun      ? std::string(tr("has not started"))
                             : moment.line == 0 ? tr_format("{} of {} lanes", active, launched)
                                                : tr_format("line {}, {} of {} lanes", moment.line, active, launched);
    text(look, head, {Face::mono_strong, size_large, 0}, ImGui::GetContentRegionAvail().x);
    paragraph(look, phase_words(model));
    if (const std::string waiting = waiting_words(moment); !waiting.empty()) paragraph(look, waiting);
    if (const auto& origin = model.time.origin;
        origin && origin->block == moment.block && origin->step == moment.step) {
        begin_box(look, "origin", BoxKind::plain);
        paragraph(look, with_strong_code(origin->words));
        end_box();
    }
    for (const insight::InactiveLanes& lanes : moment.inactive)
        paragraph(look, with_strong_code(inactive_text(lanes)) + ".");
}

void moment_values(const Model& model, Commands& commands) {
    if (!model.moment || !in_block(model.scene->moment)) return;
    const Look& look = model.look;
    const insight::MomentView& moment = *model.moment;
    question_buttons(model, commands);
    const LaunchConfig& config = model.result->shown().config;
    const metrics::ThreadId thread = model.selection.thread;
    if (thread != 0 && model.selection.pinned && render::block_of(config, thread) == moment.moment.block) {
        const uint32_t lane = render::thread_in_block(config, thread) % warp_size;
        section(look, tr_format("LANE {}", lane));
        ImGui::PushID("lane");
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {look.px(8), look.px(2)});
        for (const insight::VariableRow& row : moment.rows) {
            if (row.parameter && row.changed == 0) continue;
            const bool now = (row.changed >> lane & 1) != 0;
            fact(look, row.name,
                 row.text[lane].empty() ? tr("not set yet") : row.text[lane] + (now ? tr(", just set") : ""));
        }
        ImGui::PopStyleVar();
        ImGui::PopID();
    }
}

} // namespace warpscope::ui
