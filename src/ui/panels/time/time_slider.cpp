#include "ui/imgui/key_focus.hpp"
#include "ui/panels/time/time_panels.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <imgui_internal.h>

#include "language/tr.hpp"
#include "render/style/palette.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

using replay::MarkKind;

ImU32 color_of(const Palette& c, MarkKind kind) {
    switch (kind) {
    case MarkKind::barrier: return c.text;
    case MarkKind::split: return render::packed(render::palette::vermilion);
    case MarkKind::conflict: return render::packed(render::palette::blue);
    case MarkKind::atomic: return render::packed(render::palette::purple);
    case MarkKind::finding: break;
    }
    return render::packed(render::palette::finding);
}

std::string_view word_for(MarkKind kind) {
    switch (kind) {
    case MarkKind::barrier: return tr("barrier: all warps have arrived");
    case MarkKind::split: return tr("divergence in a warp");
    case MarkKind::conflict: return tr("lanes access different words of one bank");
    case MarkKind::atomic: return tr("an atomic");
    case MarkKind::finding: break;
    }
    return tr("a finding");
}

void draw_mark(const Look& look, ImDrawList& list, MarkKind kind, float x, float y) {
    const ImU32 color = color_of(*look.colors, kind);
    const float stroke = std::max(1.0f, std::round(look.px(1.5f)));
    const float left = std::round(x - stroke / 2);
    switch (kind) {
    case MarkKind::barrier: list.AddRectFilled({left, y - look.px(9)}, {left + stroke, y + look.px(9)}, color); break;
    case MarkKind::split: {
        list.AddLine({x, y - look.px(3)}, {x - look.px(3), y - look.px(9)}, color, stroke);
        list.AddLine({x, y - look.px(3)}, {x + look.px(3), y - look.px(9)}, color, stroke);
        list.AddRectFilled({left, y - look.px(4)}, {left + stroke, y + look.px(4)}, color);
        break;
    }
    case MarkKind::conflict: {
        const float half = look.px(2.5f), middle = y + look.px(7);
        list.AddRectFilled({x - half, middle - half}, {x + half, middle + half}, color);
        break;
    }
    case MarkKind::atomic: list.AddCircleFilled({x, y + look.px(7)}, look.px(2.5f), color); break;
    case MarkKind::finding:
        list.AddRectFilled({left - stroke / 2, y - look.px(10)}, {left + 1.5f * stroke, y + look.px(3)}, color);
        list.AddCircleFilled({x, y + look.px(8)}, look.px(2), color);
        break;
    }
}

struct Track {
    float left = 0, right = 0, y = 0;
    uint64_t length = 1;

    [[nodiscard]] float at(uint64_t step) const {
        return left + (right - left) * static_cast<float>(static_cast<double>(step) / static_cast<double>(length));
    }
    [[nodiscard]] double share_at(float x) const {
        return std::clamp(static_cast<double>(x - left) / static_cast<double>(right - left), 0.0, 1.0);
    }
};

/// Skips marks close to the previous one, because there may be thousands.
void draw_marks(const Look& look, ImDrawList& list, const std::vector<TimeMark>& marks, const Track& track) {
    for (const MarkKind kind :
         {MarkKind::split, MarkKind::conflict, MarkKind::atomic, MarkKind::barrier, MarkKind::finding}) {
        float last = -1e9f;
        const float apart = look.px(kind == MarkKind::barrier ? 3.0f : 7.0f);
        for (auto mark = marks.begin(); mark != marks.end();) {
            const float x = std::round(track.at(mark->step));
            if (x - last < apart) {
                const double step = track.share_at(last + apart) * static_cast<double>(track.length);
                const auto next = std::max(mark->step + 1, static_cast<uint64_t>(step));
                mark = std::lower_bound(std::next(mark), marks.end(), next,
                                        [](const TimeMark& one, uint64_t wanted) { return one.step < wanted; });
                continue;
            }
            if (mark->kind == kind) {
                draw_mark(look, list, kind, x, track.y);
                last = x;
            }
            ++mark;
        }
    }
}

const TimeMark* mark_at(const TimeBar& bar, const Track& track, float x) {
    const TimeMark* nearest = nullptr;
    if (!bar.marks) return nearest;
    float best = 6;
    for (const TimeMark& mark : *bar.marks) {
        const float away = std::abs(track.at(mark.step) - x);
        if (away < best || (away == best && nearest != nullptr && mark.kind > nearest->kind)) {
            best = away;
            nearest = &mark;
        }
    }
    return nearest;
}

uint64_t step_at(const TimeBar& bar, const Track& track, float x) {
    if (const TimeMark* mark = mark_at(bar, track, x)) return mark->step;
    return static_cast<uint64_t>(std::llround(track.share_at(x) * static_cast<double>(track.length)));
}

std::string tip_at(const TimeBar& bar, const Track& track, float x) {
    std::string words = tr_format("step {} of {}", grouped(step_at(bar, track, x)), grouped(track.length));
    if (const TimeMark* mark = mark_at(bar, track, x)) words += fmt::format("\n{}", word_for(mark->kind));
    return words;
}

} // namespace

namespace {

struct KindWord {
    MarkKind kind{};
    std::string_view word;
};
constexpr std::array kind_words{KindWord{MarkKind::barrier, N_("barrier")}, KindWord{MarkKind::split, N_("divergence")},
                                KindWord{MarkKind::conflict, N_("bank conflict")},
                                KindWord{MarkKind::atomic, N_("atomic")}, KindWord{MarkKind::finding, N_("finding")}};

template<class Visit>
void each_kind(const Model& model, Visit visit) {
    if (!model.time.block) return;
    for (const KindWord& one : kind_words)
        if ((model.time.mark_kinds >> static_cast<uint32_t>(one.kind) & 1) != 0)
            visit(one.kind, tr(one.word),
                  model.look.measure(Face::text, size_small, tr(one.word)).x + model.look.px(24));
}

} // namespace

float mark_legend_width(const Model& model) {
    float width = 0;
    each_kind(model, [&](MarkKind, std::string_view, float one) { width += one; });
    return width;
}

void mark_legend(const Model& model, ImVec2 at) {
    const Look& look = model.look;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = at.y + look.px(time_bar_height) / 2;
    each_kind(model, [&](MarkKind kind, std::string_view word, float width) {
        draw_mark(look, list, kind, at.x + look.px(6), y);
        text_at(look, list, {at.x + look.px(13), y - look.measure(Face::text, size_small, word).y / 2}, word,
                {Face::text, size_small, look.colors->muted});
        at.x += width;
    });
}

void time_slider(const Model& model, float right, Commands& commands) {
    const Look& look = model.look;
    const Palette& c = *look.colors;
    const TimeBar& bar = model.time;
    const bool all = model.scene->moment.scope == scene::Scope::all;
    const bool blocks = model.scene->moment.scope == scene::Scope::launch;
    const uint64_t steps = blocks && model.result ? model.result->shown().config.blocks() : bar.length;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = look.px(time_bar_height), radius = look.px(7.5f);
    if (right - at.x < look.px(60)) return;
    ImGui::InvisibleButton("##time", {right - at.x, height});
    if (const int by = key_steps(ImGui::GetItemID(), ImGui::GetItemRectMin(), ImGui::GetItemRectMax()); by != 0)
        commands.push_back(StepTime{by});
    const bool held = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
    const Track track{at.x + radius, right - radius, std::round(at.y + height / 2), std::max<uint64_t>(steps, 1)};
    record_area("time/track", {track.left, at.y}, {track.right, at.y + height});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float half = look.px(2.5f);
    const float knob = all                   ? track.right
                       : bar.block || blocks ? track.at(std::min(model.scene->moment.step, track.length))
                                             : std::clamp(ImGui::GetIO().MousePos.x, track.left, track.right);
    list.AddRectFilled({track.left, track.y - half}, {track.right, track.y + half}, c.track, half);
    list.AddRectFilled({track.left, track.y - half}, {knob, track.y + half}, c.accent, half);
    if (bar.marks && bar.block && !blocks) draw_marks(look, list, *bar.marks, track);
    list.AddCircleFilled({knob, track.y}, radius, c.accent);
    list.AddCircleFilled({knob, track.y}, radius - look.px(2), look.dark ? c.panel : c.view);
    if (held || hovered) list.AddCircleFilled({knob, track.y}, look.px(3), c.accent);
    if (bar.focused && !ImGui::GetIO().WantTextInput)
        list.AddCircle({knob, track.y}, radius + look.px(2.5f), c.accent, 0, look.px(1.5f));
    const bool moved = held && (ImGui::IsItemActivated() || ImGui::GetIO().MouseDelta.x != 0);
    const float mouse = ImGui::GetIO().MousePos.x;
    const bool at_mark = ImGui::IsItemActivated() && bar.block && !blocks && mark_at(bar, track, mouse) != nullptr;
    if (at_mark)
        commands.push_back(GoToStep{step_at(bar, track, mouse)});
    else if (moved)
        commands.push_back(GoToShare{track.share_at(mouse)});
    if (hovered && !held && ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal))
        tooltip(look,
                all ? tr("The complete launch, as measured. Drag to step through the pinned block, or the middle one.")
                : blocks ? tr("Number of completed blocks")
                         : tip_at(bar, track, ImGui::GetIO().MousePos.x));
}

} // namespace warpscope::ui
