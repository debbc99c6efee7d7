#include "ui/imgui/key_focus.hpp"
#include "ui/panels/time/time_panels.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/widgets/glyphs.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

using replay::LaneValues;

std::string round_words(const Model& model, const LaneValues& values, const LaneValues::Value& value) {
    if (!values.loops.empty() && !value.rounds.back().empty())
        return fmt::format("{} = {}", values.loops.back(), value.rounds.back());
    return tr_format("line {}", model.moment->block->line_or_call(value.step));
}

/// Returns "start = 16, row = 2"; "" without outer loops.
std::string outer_words(const LaneValues& values, const LaneValues::Value& value) {
    std::string words;
    for (size_t k = 0; k + 1 < values.loops.size(); ++k)
        if (!value.rounds[k].empty())
            words += fmt::format("{}{} = {}", words.empty() ? "" : ", ", values.loops[k], value.rounds[k]);
    return words;
}

size_t value_now(const insight::MomentView& moment, const LaneValues& values) {
    const uint64_t done = moment.block->steps_at(moment.moment);
    return static_cast<size_t>(
        std::ranges::lower_bound(values.values, done, {},
                                 [](const LaneValues::Value& value) { return uint64_t{value.step}; }) -
        values.values.begin());
}

void draw_value(const Model& model, const LaneValues& values, size_t number, size_t now, ImVec2 min, ImVec2 max,
                Commands& commands) {
    const Look& look = model.look;
    const Palette& c = *look.colors;
    const LaneValues::Value& value = values.values[number];
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float stroke = std::max(1.0f, look.px(1));
    const bool present = number + 1 == now, later = number >= now;
    ImGui::SetCursorScreenPos(min);
    if (key_button(fmt::format("##value {}", number).c_str(), {max.x - min.x, max.y - min.y})) {
        const insight::RecordedBlock& block = *model.moment->block;
        const bool by_warp = model.moment->moment.scope == scene::Scope::warp;
        commands.push_back(
            GoToStep{by_warp ? block.history->done_by(model.moment->warp, value.step) + 1 : uint64_t{value.step} + 1});
    }
    if (present || ImGui::IsItemHovered()) list.AddRectFilled(min, max, present ? c.row_marked : c.field);
    list.AddRect(min, {max.x + stroke, max.y + stroke}, c.line, 0, 0, stroke);
    const float middle = (min.y + max.y) / 2 - look.px(1);
    words_in(look, list, Face::mono, size_small - 2, min, {max.x, middle}, c.muted, round_words(model, values, value));
    words_in(look, list, present ? Face::mono_strong : Face::mono, size_small, {min.x, middle}, max,
             later ? c.muted : c.text, short_value(value.text));
    record_text(fmt::format("{}: {}", round_words(model, values, value), short_value(value.text)));
    if (ImGui::IsItemHovered())
        tooltip(look, tr_format("{} = {}, set in line {}. Click to go to that step.", model.time.followed->name,
                                value.text, model.moment->block->line_or_call(value.step)));
}

float width_of_values(const Model& model, const LaneValues& values) {
    const Look& look = model.look;
    size_t longest = 0, round = 0;
    for (const LaneValues::Value& value : values.values) {
        longest = std::max(longest, short_value(value.text).size());
        round = std::max(round, round_words(model, values, value).size());
    }
    return std::ceil(std::max(look.measure(Face::mono_strong, size_small, std::string(longest, '0')).x,
                              look.measure(Face::mono, size_small - 2, std::string(round, '0')).x) +
                     look.px(8));
}

} // namespace

void lane_values_panel(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const TextStyle muted{Face::text, size_small, look.colors->muted};
    const LaneVariable& followed = *model.time.followed;
    if (!model.time.values) {
        text(look, tr("Searching the warp's steps…"), muted);
        return;
    }
    const LaneValues& values = *model.time.values;
    const size_t count = values.values.size();
    std::string head = tr_format("**{}** in lane {} of warp {}, each time its line sets it: {} values", followed.name,
                                 followed.lane, model.moment->warp, grouped(count));
    if (!values.complete) head += tr(" so far; there are more");
    paragraph(look, head, {Face::text, size_small, 0});
    ImGui::BeginChild("lane values", {0, 0});
    const float wide = width_of_values(model, values), high = look.px(31);
    float names = 0;
    for (const LaneValues::Value& value : values.values)
        names = std::max(names, look.measure(Face::mono, size_small, outer_words(values, value)).x + look.px(10));
    names = std::min(names, look.px(170));
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const float right = origin.x + ImGui::GetContentRegionAvail().x;
    const size_t now = value_now(*model.moment, values);
    ImVec2 at{origin.x + names, origin.y};
    const std::string* row = nullptr;
    std::vector<std::string> outer(count);
    for (size_t k = 0; k < count; ++k) {
        outer[k] = outer_words(values, values.values[k]);
        const bool other = row == nullptr || *row != outer[k];
        if (k > 0 && (other || at.x + wide > right)) at = {origin.x + names, at.y + high};
        if (other && !outer[k].empty()) {
            ImGui::SetCursorScreenPos({origin.x, at.y + look.px(8)});
            text(look, outer[k], {Face::mono, size_small, 0}, names - look.px(6));
        }
        row = &outer[k];
        const ImVec2 end{at.x + wide, at.y + high - look.px(2)};
        if (end.y > ImGui::GetWindowPos().y && at.y < ImGui::GetWindowPos().y + ImGui::GetWindowHeight())
            draw_value(model, values, k, now, at, end, commands);
        at.x += wide;
    }
    ImGui::SetCursorScreenPos({origin.x, at.y + high});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
}

} // namespace warpscope::ui
