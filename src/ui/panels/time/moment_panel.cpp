#include "ui/panels/time/time_panels.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

std::string array_label(const insight::MomentView& moment, uint32_t array) {
    const replay::SharedArray& own = moment.block->arrays[array];
    std::string extents;
    for (const uint64_t extent : own.extents) extents += fmt::format("[{}]", extent);
    return fmt::format("{}{}{}", own.name, extents, own.member);
}

std::optional<uint32_t> shown_array(const Model& model) {
    const std::vector<replay::SharedArray>& arrays = model.moment->block->arrays;
    for (uint32_t k = 0; k < arrays.size(); ++k)
        if (arrays[k].name + arrays[k].member == model.time.part) return k;
    const bool by_scope = model.time.part.empty() && model.scene->moment.scope == scene::Scope::block;
    return by_scope && !arrays.empty() ? std::optional(0u) : std::nullopt;
}

std::string about_build(const insight::MomentView& moment) {
    const insight::RecordedBlock& block = *moment.block;
    const bool nvrtc = block.run->compiled.compiler == compile::CompilerKind::nvrtc;
    std::string words = tr(block.build.name);
    words += !block.build.as_written ? tr(", PTX registers") : nvrtc ? " (-G)" : " (-O0 -g)";
    if (!block.build.note.empty()) words += " · " + tr(block.build.note);
    for (const Message& note : block.recording->notes()) words += " · " + tr(note);
    return words;
}

void part_pills(const Model& model, std::optional<uint32_t> array, Commands& commands) {
    const Look& look = model.look;
    const insight::MomentView& moment = *model.moment;
    const bool follows = moment.warp != model.scene->moment.warp;
    const auto variables = [&] {
        if (moment.block->build.as_written)
            return follows ? tr_format("variables of running warp {}", moment.warp)
                           : tr_format("variables of warp {}", moment.warp);
        return follows ? tr_format("registers of running warp {}", moment.warp)
                       : tr_format("registers of warp {}", moment.warp);
    };
    if (model.still) {
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() + look.px(4));
        text(look, array ? array_label(moment, *array) : variables(), {Face::mono_strong, size_small, 0});
        return;
    }
    const std::optional<LaneVariable>& followed = model.time.followed;
    if (pill(look, tr_label_of(variables, "##moment part"), !array && !followed, tr("All 32 lanes of the pinned warp")))
        commands.push_back(FollowVariable{});
    if (followed) {
        ImGui::SameLine(0, look.px(6));
        const auto words = [&] { return tr_format("{} in lane {}", followed->name, followed->lane); };
        if (pill(look, tr_label_of(words, "##moment values"), !array, tr("Its value at each step")))
            commands.push_back(FollowVariable{followed});
    }
    for (uint32_t k = 0; k < moment.block->arrays.size(); ++k) {
        ImGui::SameLine(0, look.px(6));
        if (pill(look, fmt::format("{}##moment part {}", array_label(moment, k), k).c_str(), array == k,
                 tr("Shared memory: values written so far, and their threads")))
            commands.push_back(ShowMomentPart{moment.block->arrays[k].name + moment.block->arrays[k].member});
    }
}

void order_pill(const Model& model, Commands& commands) {
    if (!model.time.other_order) return;
    const Look& look = model.look;
    ImGui::SameLine(0, look.px(6));
    if (pill(look, tr_label("usual order", "##moment order"), false, tr("This is a tried order; click to go back")))
        commands.push_back(LeaveOrder{});
}

} // namespace

std::string short_value(const std::string& value, int digits) {
    const bool fraction =
        value.find_first_of(".e") != std::string::npos && value.find_first_of("+ ") == std::string::npos;
    if (!fraction || value.size() <= static_cast<size_t>(digits) + 2) return value;
    char* end = nullptr;
    const double number = std::strtod(value.c_str(), &end);
    if (end != value.c_str() + value.size()) return value;
    std::string words = fmt::format("{:.{}g}", number, digits);
    if (digits >= 4 && words.find('e') != std::string::npos && std::abs(number) >= 1 && std::abs(number) < 1e6)
        words = fmt::format("{:.0f}", number);
    return words;
}

void moment_panel(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const TextStyle muted{Face::text, size_small, look.colors->muted};
    if (!model.moment) {
        if (model.time.problem)
            paragraph(look, tr_format("**This block cannot be stepped through.** {}", tr(*model.time.problem)));
        else
            text(look, tr("Recording the block: it runs once more, with every step kept…"), muted);
        return;
    }
    const float top = ImGui::GetCursorPosY();
    const auto array = shown_array(model);
    part_pills(model, array, commands);
    order_pill(model, commands);
    ImGui::SameLine(0, look.px(12));
    ImGui::SetCursorPosY(top + look.px(4));
    const std::string about = about_build(*model.moment);
    const float room = ImGui::GetContentRegionAvail().x;
    if (room > look.px(60)) text(look, about, muted, room);
    ImGui::SetCursorPosY(top + look.px(27));
    if (array)
        shared_grid(model, *array, commands);
    else
        model.time.followed ? lane_values_panel(model, commands) : variables_table(model, commands);
}

} // namespace warpscope::ui
