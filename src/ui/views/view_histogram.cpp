#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "insight/value_histogram.hpp"
#include "language/tr.hpp"
#include "render/maps/buffer_picture.hpp"
#include "ui/imgui/pending_input.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/panels/time/time_panels.hpp"
#include "ui/views/view_grid.hpp"
#include "ui/views/view_parts.hpp"
#include "ui/widgets/widgets.hpp"
#include "workbench/views/view_content.hpp"

namespace warpscope::ui {

namespace {

struct ScaledPart {
    render::Content content;
    insight::ValueLimits limits;
    std::shared_ptr<const insight::ValueDifference> difference = nullptr;
};

std::vector<ScaledPart> scaled_parts(const session::RunResult& result, const render::Content& content) {
    std::vector<ScaledPart> parts;
    if (content.space == render::Space::launch) return parts;
    for (const render::Part& part : render::parts_of(result, content)) {
        const auto key = render::NotFinite::key(result, part.content);
        if (const auto scale = result.derived.made<render::ValueScale>(key))
            parts.push_back({part.content, {scale->range.low, scale->range.high}});
    }
    return parts;
}

std::string number_text(const insight::ValueHistogram& values, double value) {
    return values.is_integer ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

std::string counted_values(uint64_t count) { return tr_count(count, "{} value", "{} values", grouped(count)); }

std::string bin_words(const insight::ValueHistogram& values, size_t bin) {
    const insight::ValueLimits range = values.range_of(bin);
    const std::string low = number_text(values, range.low), high = number_text(values, range.high),
                      count = counted_values(values.bins[bin]);
    // Translators: "12 to 15: 340 values", the second one "12: 340 values".
    return low != high ? tr_format("{0} to {1}: {2}", low, high, count) : tr_format("{0}: {1}", low, count);
}

std::shared_ptr<const insight::ValueHistogram> made_histogram(const session::RunResult& result,
                                                              const ScaledPart& part) {
    return part.difference ? insight::histogram(*part.difference, part.content)
                           : insight::histogram(result, part.content, part.limits);
}

std::string count_words(const insight::ValueHistogram& values) {
    const uint64_t all = std::accumulate(values.bins.begin(), values.bins.end(), uint64_t{0});
    // Translators: "1 200 values, at most 340 per bar".
    return tr_format("{0}, at most {1} per bar", counted_values(all), grouped(values.largest));
}

void draw_bins(const Look& look, const insight::ValueHistogram& values, bool logarithmic, ImVec2 min, ImVec2 max) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(min, max, look.colors->view);
    const float width = (max.x - min.x) / static_cast<float>(values.bins.size());
    std::optional<size_t> hovered;
    if (ImGui::IsItemHovered())
        hovered = std::min(static_cast<size_t>(std::max(0.0f, (ImGui::GetIO().MousePos.x - min.x) / width)),
                           values.bins.size() - 1);
    for (size_t i = 0; i < values.bins.size(); ++i) {
        const float left = min.x + static_cast<float>(i) * width;
        if (hovered == i) list.AddRectFilled({left, min.y}, {left + width, max.y}, look.colors->field);
        if (values.bins[i] == 0) continue;
        const auto share = static_cast<float>(values.height_of(i, logarithmic));
        const float tall = std::max(1.0f, share * (max.y - min.y));
        const float gap = width > look.px(6) ? look.px(1) : 0;
        list.AddRectFilled({left, max.y - tall}, {left + width - gap, max.y}, look.colors->accent);
    }
    list.AddLine({min.x, max.y}, max, look.colors->line_strong, std::max(1.0f, look.px(1)));
    if (hovered) tooltip(look, bin_words(values, *hovered));
}

void draw_limits(const Look& look, const insight::ValueHistogram& values, float left, float width) {
    const TextStyle style{Face::mono, size_small, look.colors->muted};
    const std::string low = number_text(values, values.limits.low), high = number_text(values, values.limits.high);
    text(look, low, style);
    ImGui::SameLine();
    ImGui::SetCursorScreenPos(
        {left + width - look.measure(style.face, style.size, high).x, ImGui::GetCursorScreenPos().y});
    text(look, high, style);
    std::vector<std::string> outside;
    if (values.below > 0) outside.push_back(tr_format("{} below the scale", grouped(values.below)));
    if (values.above > 0) outside.push_back(tr_format("{} above the scale", grouped(values.above)));
    if (values.nan > 0) outside.push_back(tr_format("{} NaN", grouped(values.nan)));
    if (!outside.empty()) text(look, fmt::format("{}", fmt::join(outside, " · ")), {Face::text, size_small, 0});
}

} // namespace

bool ViewGrid::has_histogram(const Model& model, size_t view) {
    return model.result && !model.moment &&
           (shown_difference(model, view) || !scaled_parts(*model.result, content(model, view)).empty());
}

void ViewGrid::histogram_popup(const Model& model, size_t view, Commands& commands) {
    const Look look = model.presentation ? with_presented_type(model, share_of_controls).look : model.look;
    if (histogram_request_ == view) {
        ImGui::OpenPopup("values");
        histogram_request_.reset();
    }
    const Area& area = areas_[view];
    const float bottom = plates_[view].empty() ? area.max.y : plates_[view].back().min.y;
    ImGui::SetNextWindowPos({area.min.x + look.px(8), bottom - look.px(4)}, ImGuiCond_Always, {0, 1});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(12), look.px(10)});
    if (begin_card("values")) {
        update_menu();
        if (!has_histogram(model, view)) ImGui::CloseCurrentPopup();
        const float width = look.px(272), tall = look.px(96), left = ImGui::GetCursorScreenPos().x;
        const std::shared_ptr<const insight::ValueDifference> difference = shown_difference(model, view);
        const std::vector<ScaledPart> parts = difference ? std::vector{ScaledPart{content(model, view), {}, difference}}
                                                         : scaled_parts(*model.result, content(model, view));
        for (const ScaledPart& part : parts) {
            ImGui::PushID(static_cast<int>(&part - parts.data()));
            const auto values = made_histogram(*model.result, part);
            if (!values) commands.push_back(MakeHistogram{model.result, part.content, part.limits, part.difference});
            text(look, difference ? title_of(model, view) : content_title(*model.result, part.content),
                 {Face::strong, size_small, 0});
            if (&part == parts.data()) {
                ImGui::SameLine();
                ImGui::SetCursorScreenPos({left + width - look.px(24), ImGui::GetCursorScreenPos().y - look.px(4)});
                if (quiet_button(look, "##close histogram", Icon::close, tr("Close (Esc)"))) ImGui::CloseCurrentPopup();
            }
            if (values) text(look, count_words(*values), {Face::text, size_small, look.colors->muted});
            ImGui::InvisibleButton("##bins", {width, tall});
            const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
            record_area(fmt::format("{} histogram {}", name(view), &part - parts.data()), min, max);
            if (values) {
                draw_bins(look, *values, logarithmic_counts_, min, max);
                draw_limits(look, *values, min.x, width);
            } else {
                text(look, tr("Counting values…"), {Face::text, size_small, look.colors->muted});
            }
            ImGui::PopID();
        }
        if (pill(look, tr_label("linear", "##counts"), !logarithmic_counts_, tr("Bars are proportional to counts")))
            logarithmic_counts_ = false;
        ImGui::SameLine(0, look.px(6));
        if (pill(look, tr_label("logarithmic", "##counts"), logarithmic_counts_,
                 tr("Bars are proportional to the logarithm of counts, so that small counts are visible")))
            logarithmic_counts_ = true;
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

} // namespace warpscope::ui
