#include "ui/panels/time/time_panels.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/widgets/glyphs.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

using replay::WarpState;

constexpr float usual_type = size_small - 1;
constexpr float presented_share = 0.8f; // relative to the code's letter size

/// Neighboring warps at the same line in the same state.
struct Flag {
    uint32_t first = 0, last = 0;
    WarpState state{};
    bool acting = false;
};

std::vector<Flag> flags_at(const insight::MomentView& moment, uint32_t line) {
    std::vector<Flag> flags;
    for (uint32_t warp = 0; warp < moment.warps.size(); ++warp) {
        const insight::WarpFlag& one = moment.warps[warp];
        if (one.line != line) continue;
        const bool acting = moment.step && warp == moment.acting;
        if (!flags.empty() && !acting && !flags.back().acting && flags.back().last + 1 == warp &&
            flags.back().state == one.state)
            flags.back().last = warp;
        else
            flags.push_back({warp, warp, one.state, acting});
    }
    return flags;
}

std::string words_of(const Flag& flag) {
    return flag.first == flag.last ? std::to_string(flag.first) : fmt::format("{}-{}", flag.first, flag.last);
}

std::string_view state_words(const Flag& flag) {
    if (flag.acting) return tr("has just executed this line");
    switch (flag.state) {
    case WarpState::not_begun: return tr("not started");
    case WarpState::ready: return tr("executed this line last");
    case WarpState::at_barrier: return tr("waiting at the barrier");
    case WarpState::ended: break;
    }
    return tr("ended here");
}

void draw_flag(const Look& look, const Flag& flag, float type, ImVec2 min, ImVec2 max) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& c = *look.colors;
    const ImU32 tint = warp_tint(flag.first);
    const float rounding = look.px(4), stroke = std::max(1.0f, look.px(1));
    ImU32 ink = c.muted;
    switch (flag.state) {
    case WarpState::ready:
        list.AddRectFilled(min, max, tint, rounding);
        ink = ink_on(tint);
        break;
    case WarpState::at_barrier:
        list.AddRectFilled(min, max, c.view, rounding);
        hatch(list, min, max, look.px(5), stroke, c.line_strong);
        list.AddRect(min, max, c.text, rounding, 0, stroke);
        ink = c.text;
        break;
    case WarpState::not_begun:
    case WarpState::ended: list.AddRect(min, max, c.line_strong, rounding, 0, stroke); break;
    }
    if (flag.acting) {
        list.AddRectFilled(min, max, tint, rounding);
        ink = ink_on(tint);
        list.AddRect({min.x - stroke, min.y - stroke}, {max.x + stroke, max.y + stroke}, c.text, rounding, 0,
                     look.px(2));
    }
    record_area("warp flag " + words_of(flag), min, max);
    words_in(look, list, Face::mono_strong, type, min, max, ink, words_of(flag));
}

bool is_presented(const Model& model) { return model.presentation && !model.still; }

float flag_type(const Model& model) {
    if (!is_presented(model)) return usual_type;
    return std::max(usual_type, presented_share * model.presented_code.type / model.look.scale);
}

float usual_flags_width(const Model& model) {
    const size_t warps = model.moment->warps.size();
    return warps == 1 ? 30.0f : warps <= 4 ? 56.0f : is_presented(model) ? 70.0f : 84.0f;
}

} // namespace

float presented_flags_width(const Model& model) { return usual_flags_width(model) * presented_share / usual_type; }

float flags_width(const Model& model) { return usual_flags_width(model) * flag_type(model) / usual_type; }

void warp_flags(const Model& model, uint32_t line, ImVec2 at, float height) {
    const Look& look = model.look;
    const std::vector<Flag> flags = flags_at(*model.moment, line);
    if (flags.empty()) return;
    // The acting warp comes first, because its flag must fit.
    std::vector<Flag> ordered;
    for (const bool acting : {true, false})
        for (const Flag& flag : flags)
            if (flag.acting == acting) ordered.push_back(flag);
    const float type = flag_type(model), inset = look.px(2.5f), gap = look.px(3);
    const auto width_of = [&](std::string_view words) {
        return look.measure(Face::mono_strong, type, words).x + look.px(8);
    };
    float right = at.x + look.px(flags_width(model) - 2);
    size_t drawn = 0;
    const float more = width_of("+99");
    for (const Flag& flag : ordered) {
        const float width = width_of(words_of(flag));
        const bool last = drawn + 1 == ordered.size();
        if (right - width - (last ? 0 : more) < at.x) break;
        draw_flag(look, flag, type, {right - width, at.y + inset}, {right, at.y + height - inset});
        right -= width + gap;
        ++drawn;
    }
    if (drawn < ordered.size()) {
        const std::string words = fmt::format("+{}", ordered.size() - drawn);
        words_at(look, *ImGui::GetWindowDrawList(), Face::mono, type,
                 {right - look.measure(Face::mono, type, words).x, at.y + look.px(3)}, look.colors->muted, words);
    }
    if (!ImGui::IsWindowHovered() ||
        !ImGui::IsMouseHoveringRect(at, {at.x + look.px(flags_width(model)), at.y + height}))
        return;
    std::string tip;
    for (const Flag& flag : flags)
        tip += (tip.empty() ? "" : "\n") + (flag.first == flag.last
                                                ? tr_format("warp {}: {}", words_of(flag), state_words(flag))
                                                : tr_format("warps {}: {}", words_of(flag), state_words(flag)));
    tooltip(look, tip);
}

} // namespace warpscope::ui
