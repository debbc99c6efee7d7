#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <misc/cpp/imgui_stdlib.h>

#include "language/tr.hpp"
#include "ui/imgui/kept_value.hpp"
#include "ui/imgui/key_focus.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/panels/lesson/lesson_panels.hpp"
#include "ui/widgets/rich_text.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

void say(Commands& commands, lesson::Prediction prediction) { commands.push_back(Predict{std::move(prediction)}); }

void type_number(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const LessonView& view = *model.lesson;
    std::string typed = view.typed;
    ImGui::PushFont(look.fonts.mono, size_large * 1.3f);
    ImGui::SetNextItemWidth(look.px(190));
    const bool asking = view.phase == LessonPhase::asking;
    if (!asking) ImGui::BeginDisabled();
    // Focuses the field once for each question, unless the user has focused another item.
    KeptValue<int> typed_of("typed of");
    const int question = static_cast<int>(ImGui::GetID(view.evaluated->ask.c_str()));
    if (!asking) typed_of = 0;
    if (asking && typed.empty() && typed_of != question && !ImGui::IsAnyItemActive() && !ImGui::GetIO().WantTextInput &&
        ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows | ImGuiFocusedFlags_NoPopupHierarchy))
        ImGui::SetKeyboardFocusHere();
    const bool entered =
        ImGui::InputTextWithHint("##lesson number", tr("number"), &typed,
                                 ImGuiInputTextFlags_CharsDecimal | ImGuiInputTextFlags_EnterReturnsTrue);
    if (entered && !view.prediction.number) ImGui::SetKeyboardFocusHere(-1);
    if (ImGui::IsItemActive()) typed_of = question;
    if (!asking) ImGui::EndDisabled();
    ImGui::PopFont();
    if (typed != view.typed) commands.push_back(TypeNumber{typed});
    if (entered) commands.push_back(Reveal{});
    if (asking && !typed.empty() && !view.prediction.number)
        text(look, tr("Type the number itself; formulas are not evaluated."),
             {Face::text, size_body, look.colors->muted});
    if (view.evaluated->unit.empty()) return;
    const float room = ImGui::GetContentRegionAvail().x - look.px(200);
    if (look.measure(Face::text, size_body, view.evaluated->unit).x > room) {
        paragraph(look, view.evaluated->unit, {Face::text, size_body, look.colors->muted});
        return;
    }
    ImGui::SameLine(0, look.px(10));
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + look.px(8));
    text(look, view.evaluated->unit, {Face::text, size_body, look.colors->muted});
}

/// Returns a letter for an option, because a number could be mistaken for an answer.
std::string option_letter(size_t i) { return i < 26 ? std::string(1, static_cast<char>('A' + i)) : std::string(); }

struct OptionLook {
    ImU32 ground = 0, frame = 0, ink = 0;
    float stroke = 1;
    bool right = false, wrong = false;
};

OptionLook look_of(const Model& model, size_t i, bool hovered) {
    const Palette& c = *model.look.colors;
    const LessonView& view = *model.lesson;
    const bool chosen = view.prediction.option == i, answered = view.phase == LessonPhase::answered;
    if (answered && view.evaluated->options[i].right) return {c.good, c.good_text, c.good_text, 2, true, false};
    if (chosen && answered) return {c.error, c.error_text, c.error_text, 2, false, true};
    if (chosen) return {c.field_set, c.accent, c.text, 2, false, false};
    return {
        hovered && !answered ? c.field_hovered : c.view, c.line_strong, answered ? c.muted : c.text, 1, false, false};
}

void draw_option_ground(const Look& look, ImVec2 min, ImVec2 max, const OptionLook& how) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(min, max, how.ground, look.px(8));
    list.AddRect(min, max, how.frame, look.px(8), 0, std::max(1.0f, look.px(how.stroke)));
}

void draw_verdict(const Look& look, ImVec2 center, float size, const OptionLook& how) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (how.right) tick_mark(look, list, center, size, how.ink);
    if (!how.wrong) return;
    const float r = size / 2.4f, stroke = std::max(1.5f, look.px(2.2f));
    list.AddLine({center.x - r, center.y - r}, {center.x + r, center.y + r}, how.ink, stroke);
    list.AddLine({center.x + r, center.y - r}, {center.x - r, center.y + r}, how.ink, stroke);
    record_area("wrong answer", {center.x - r, center.y - r}, {center.x + r, center.y + r});
}

void draw_vote_bar(const Look& look, size_t option, ImVec2 min, ImVec2 max, float share) {
    if (share <= 0) return;
    const float side = look.px(2);
    const ImVec2 from{min.x + side, max.y - look.px(7)}, to{from.x + (max.x - min.x - 2 * side) * share, max.y - side};
    ImGui::GetWindowDrawList()->AddRectFilled(from, to, look.colors->accent, side);
    record_area(fmt::format("vote bar {}", option), from, to);
}

void number_options(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const LessonView& view = *model.lesson;
    const float size = size_large, gap = look.px(9), high = look.px(46);
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    for (size_t i = 0; i < view.evaluated->options.size(); ++i) {
        const std::string& words = view.evaluated->options[i].text;
        const ImVec2 extent = look.measure(Face::mono, size, words);
        const float wide = std::max(look.px(60), extent.x + look.px(36));
        if (i > 0 && ImGui::GetItemRectMax().x + gap + wide <= right) ImGui::SameLine(0, gap);
        const bool pressed = key_button(fmt::format("{}##lesson option {}", words, i).c_str(), {wide, high});
        const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
        const OptionLook how = look_of(model, i, ImGui::IsItemHovered());
        draw_option_ground(look, min, max, how);
        text_at(look, *ImGui::GetWindowDrawList(),
                {std::round((min.x + max.x - extent.x) / 2), std::round((min.y + max.y - extent.y) / 2)}, words,
                {Face::mono, size, how.ink});
        draw_verdict(look, {max.x - look.px(10), min.y + look.px(10)}, look.px(9), how);
        if (pressed) {
            lesson::Prediction next;
            next.option = i;
            say(commands, next);
        }
    }
}

void word_options(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const LessonView& view = *model.lesson;
    const float pad = look.px(11), size = model.presentation ? size_large : size_body + 0.5f;
    const uint32_t total = std::accumulate(view.votes.begin(), view.votes.end(), 0u);
    const bool voted = total > 0;
    for (size_t i = 0; i < view.evaluated->options.size(); ++i) {
        const lesson::Option& option = view.evaluated->options[i];
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x;
        // Draws the background last: its height depends on the words.
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float lead = model.presentation ? look.px(34) : 0, count = voted ? look.px(64) : look.px(14);
        ImGui::SetCursorScreenPos({at.x + pad + lead, at.y + pad});
        ImGui::BeginChild(fmt::format("option words {}", i).c_str(), {width - 2 * pad - lead - count, 0},
                          ImGuiChildFlags_AutoResizeY, ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoInputs);
        rich_text(look, with_signs(option.text), {view.evaluated->answer ? Face::mono : Face::text, size, 0});
        ImGui::EndChild();
        const float bottom = ImGui::GetItemRectMax().y + pad;
        ImGui::SetCursorScreenPos(at);
        const bool pressed = key_button(fmt::format("##lesson option {}", i).c_str(), {width, bottom - at.y});
        const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
        const OptionLook how = look_of(model, i, ImGui::IsItemHovered());
        draw_option_ground(look, min, max, how);
        if (model.presentation)
            text_at(look, list, {min.x + pad, min.y + pad + look.px(size * 0.12f)}, option_letter(i),
                    {Face::mono_strong, size, look.colors->muted});
        if (voted && i < view.votes.size()) {
            const float share = static_cast<float>(view.votes[i]) / static_cast<float>(total);
            draw_vote_bar(look, i, min, max, share);
            const std::string count_words = fmt::format("{}", view.votes[i]);
            const ImVec2 extent = look.measure(Face::mono_strong, size, count_words);
            text_at(look, list, {max.x - pad - extent.x - (how.right || how.wrong ? look.px(22) : 0), min.y + pad},
                    count_words, {Face::mono_strong, size, how.ink});
        }
        draw_verdict(look, {max.x - look.px(15), (min.y + max.y) / 2}, look.px(12), how);
        if (pressed) {
            lesson::Prediction next;
            next.option = i;
            say(commands, next);
        }
    }
}

uint32_t lanes_in_row(const LessonView& view) {
    const uint32_t wide = view.run ? view.run->shown().config.block.x : 0;
    return wide >= 4 && wide <= 16 && warp_size % wide == 0 ? wide : 8;
}

void lanes(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const LessonView& view = *model.lesson;
    const bool answered = view.phase == LessonPhase::answered;
    const float gap = look.px(4), width = ImGui::GetContentRegionAvail().x;
    const uint32_t in_row = lanes_in_row(view);
    const auto across = static_cast<float>(in_row);
    const float side =
        std::floor(std::min((width - (across - 1) * gap) / across, look.px(model.presentation ? 64.0f : 46.0f)));
    const float high = std::min(side, std::max(0.72f * side, look.px(22)));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& c = *look.colors;
    uint32_t marked = view.prediction.lanes;
    KeptValue<bool> drags("lanes drag"), marks("lanes mark");
    KeptValue<int> clicked("lane clicked", -1);
    const auto give = [&](uint32_t lane) { marked = (marked & ~(1u << lane)) | static_cast<uint32_t>(marks) << lane; };
    drags = drags && ImGui::IsMouseDown(ImGuiMouseButton_Left);
    for (uint32_t lane = 0; lane < warp_size; ++lane) {
        const ImVec2 min{at.x + static_cast<float>(lane % in_row) * (side + gap),
                         at.y + static_cast<float>(lane / in_row) * (high + gap)};
        const ImVec2 max{min.x + side, min.y + high};
        ImGui::SetCursorScreenPos(min);
        ImGui::InvisibleButton(fmt::format("lane {}##lesson", lane).c_str(), {side, high});
        const bool by_key = key_press(ImGui::GetItemID(), min, max);
        if ((by_key || ImGui::IsItemActivated()) && !answered) {
            const bool range = ImGui::GetIO().KeyShift && clicked >= 0;
            if (!range) marks = (marked >> lane & 1) == 0;
            const uint32_t from = range ? static_cast<uint32_t>(clicked) : lane;
            for (uint32_t one = std::min(from, lane); one <= std::max(from, lane); ++one) give(one);
            clicked = static_cast<int>(lane);
            drags = !by_key;
        } else if (drags && ImGui::IsMouseHoveringRect(min, max)) {
            give(lane);
        }
        const bool on = (view.prediction.lanes >> lane & 1) != 0,
                   right = answered && (view.evaluated->right_lanes >> lane & 1) != 0;
        list.AddRectFilled(min, max,
                           right                                 ? c.good
                           : on && !answered                     ? c.accent
                           : ImGui::IsItemHovered() && !answered ? c.field_hovered
                                                                 : c.view,
                           look.px(5));
        list.AddRect(min, max, on ? c.accent : c.line_strong, look.px(5), 0, std::max(1.0f, look.px(on ? 2.5f : 1.0f)));
        const std::string number = fmt::format("{}", lane);
        const ImVec2 extent = look.measure(Face::mono, size_small, number);
        text_at(look, list, {(min.x + max.x - extent.x) / 2, (min.y + max.y - extent.y) / 2}, number,
                {Face::mono, size_small,
                 right             ? c.good_text
                 : on && !answered ? c.accent_text
                                   : c.text});
    }
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({width, static_cast<float>(warp_size / in_row) * (high + gap)});
    if (view.run && view.run->shown().config.block.x == in_row)
        text(look, tr("Each row is a row of the block."), {Face::text, size_small, c.muted}, width);
    if (answered) {
        text(look, view.prediction.lanes ? tr("filled: measured · thick frame: your answer") : tr("filled: measured"),
             {Face::text, size_small, c.muted}, width);
        return;
    }
    if (pill(look, tr_label("all", "##lanes"), false, tr("Mark all lanes"))) marked = ~0u;
    ImGui::SameLine(0, look.px(6));
    if (pill(look, tr_label("none", "##lanes"), false, tr("Mark no lane"))) marked = 0;
    if (marked != view.prediction.lanes) {
        lesson::Prediction next = view.prediction;
        next.lanes = marked;
        say(commands, next);
    }
}

void cells(const Model& model) {
    const Look& look = model.look;
    const LessonView& view = *model.lesson;
    const size_t picked = view.prediction.cells.size();
    const uint32_t pick = view.evaluated->pick;
    const std::string& name = view.run->prepared.plan.buffers[view.evaluated->right_cells.buffer].layout.name;
    paragraph(look,
              view.phase == LessonPhase::answered && picked == 0 ? std::string(tr("Correct cells light up."))
              : view.phase == LessonPhase::answered ? tr_count(pick, "Correct cells light up; yours has a thick frame.",
                                                               "Correct cells light up; yours have a thick frame.")
              : pick == 1 && picked == 1            ? std::string(tr("Click another cell to change your choice."))
              : pick == 1                           ? tr_format("Click a cell of '{}'.", name)
                          : tr_format("Click {} cells of '{}': {} of them picked.", pick, name, picked),
              {Face::text, size_body, look.colors->muted});
}

} // namespace

bool votes_in_a_row(const Model& model) {
    const Look& look = model.look;
    const LessonView& view = *model.lesson;
    const auto total = std::accumulate(view.votes.begin(), view.votes.end(), 0u);
    if (!model.presentation || view.phase != LessonPhase::answered || !view.evaluated->answer || total == 0)
        return false;
    const float gap = look.px(6), high = look.px(40);
    const auto count = static_cast<float>(view.evaluated->options.size());
    const float wide = std::floor((ImGui::GetContentRegionAvail().x - gap * (count - 1)) / count);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (size_t i = 0; i < view.evaluated->options.size() && i < view.votes.size(); ++i) {
        const lesson::Option& option = view.evaluated->options[i];
        const ImVec2 min{at.x + static_cast<float>(i) * (wide + gap), at.y}, max{min.x + wide, at.y + high};
        const OptionLook how = look_of(model, i, false);
        draw_option_ground(look, min, max, how);
        const float share = static_cast<float>(view.votes[i]) / static_cast<float>(total);
        draw_vote_bar(look, i, min, max, share);
        const std::string words = fmt::format("{} {}", option_letter(i), option.text);
        const std::string votes = fmt::format("{}", view.votes[i]);
        const float room = look.measure(Face::mono_strong, size_body, votes).x;
        text_at(look, list, {min.x + look.px(8), min.y + look.px(7)},
                shortened(look, words, {Face::mono, size_body}, wide - room - look.px(22)),
                {Face::mono, size_body, how.ink});
        text_at(look, list, {max.x - look.px(8) - room, min.y + look.px(7)}, votes,
                {Face::mono_strong, size_body, how.ink});
    }
    record_area("votes", at, {at.x + count * (wide + gap) - gap, at.y + high});
    ImGui::Dummy({count * (wide + gap) - gap, high});
    return true;
}

void tick_mark(const Look& look, ImDrawList& list, ImVec2 center, float size, ImU32 color) {
    const float r = size / 2, stroke = std::max(1.5f, look.px(2.2f));
    list.AddLine({center.x - r, center.y}, {center.x - r * 0.25f, center.y + r * 0.75f}, color, stroke);
    list.AddLine({center.x - r * 0.25f, center.y + r * 0.75f}, {center.x + r, center.y - r * 0.8f}, color, stroke);
}

void prediction(const Model& model, Commands& commands) {
    const LessonView& view = *model.lesson;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {model.look.px(8), model.look.px(8)});
    switch (view.evaluated->kind) {
    case lesson::Kind::number:
        if (model.presentation && view.evaluated->options.size() > 1)
            word_options(model, commands);
        else
            type_number(model, commands);
        break;
    case lesson::Kind::choice:
    case lesson::Kind::order:
        if (view.evaluated->answer && view.evaluated->kind == lesson::Kind::choice && !model.presentation)
            number_options(model, commands);
        else
            word_options(model, commands);
        break;
    case lesson::Kind::lanes: lanes(model, commands); break;
    case lesson::Kind::cells: cells(model); break;
    case lesson::Kind::line:
        if (const uint32_t line = choosable_code(model.look, view, model.presentation); line != 0) {
            lesson::Prediction next;
            next.line = line;
            say(commands, next);
        }
        break;
    case lesson::Kind::settings: break;
    }
    ImGui::PopStyleVar();
}

} // namespace warpscope::ui
