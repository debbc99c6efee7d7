#include "ui/panels/time/value_forms.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>
#include <misc/cpp/imgui_stdlib.h>

#include "language/tr.hpp"
#include "render/style/palette.hpp"
#include "ui/imgui/kept_value.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

std::optional<double> number(const std::string& words) {
    char* end = nullptr;
    const double value = std::strtod(words.c_str(), &end);
    return words.empty() || *end != 0 || !std::isfinite(value) ? std::nullopt : std::optional(value);
}

/// Returns the value's position in the row's range, 0 to 1; nullopt without a number.
std::optional<float> share_of(const insight::MomentView& moment, const insight::VariableRow& row, uint32_t lane) {
    const auto own = number(row.text[lane]);
    double low = own.value_or(0), high = low;
    for (uint32_t k = 0; k < warp_size; ++k)
        if (const auto value = number(row.text[k]); value && (moment.launched >> k & 1) != 0) {
            low = std::min(low, *value);
            high = std::max(high, *value);
        }
    if (!own) return std::nullopt;
    return high > low ? static_cast<float>((*own - low) / (high - low)) : 0.5f;
}

/// Returns an expression that compares the variable with the value; "" for a text without a value.
std::string is_value(const std::string& name, std::string value) {
    std::ranges::transform(value, value.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (value.find("nan") != std::string::npos) return fmt::format("isnan({})", name);
    if (value.find("inf") != std::string::npos)
        return fmt::format("isinf({}) && {} {} 0", name, name, value.starts_with('-') ? '<' : '>');
    if (value == "true" || value == "false") return fmt::format("{} == {}", name, value == "true" ? 1 : 0);
    return number(value) ? fmt::format("{} == {}", name, value) : std::string();
}

constexpr const char *menu_lane = "menu lane", *menu_row = "menu row";

} // namespace

void draw_value_form(const Model& model, const insight::VariableRow& row, uint32_t lane, ImVec2 min, ImVec2 max) {
    const ValueForm form = model.time.form;
    if (form == ValueForm::numbers) return;
    const auto share = share_of(*model.moment, row, lane);
    if (!share) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (form == ValueForm::bars) {
        const float high = std::max(1.0f, *share * (max.y - min.y));
        list.AddRectFilled({min.x, max.y - high}, max,
                           (model.look.colors->accent & ~IM_COL32_A_MASK) | 0x60u << IM_COL32_A_SHIFT);
    } else {
        const render::Color color = render::palette::heat(static_cast<double>(*share));
        list.AddRectFilled(min, max, IM_COL32(color.r, color.g, color.b, 0x78));
    }
}

void form_pills(const Model& model, float right, Commands& commands) {
    const Look& look = model.look;
    struct Form {
        ValueForm form{};
        const char* words;
    };
    constexpr std::array forms{Form{ValueForm::numbers, N_("numbers")}, Form{ValueForm::bars, N_("bars")},
                               Form{ValueForm::colors, N_("colors")}};
    float wide = look.px(8);
    for (const Form& one : forms) wide += look.measure(Face::text, size_small, tr(one.words)).x + look.px(26);
    ImGui::SameLine(0, look.px(12));
    if (ImGui::GetCursorPosX() > right - wide) {
        ImGui::NewLine();
        return;
    }
    ImGui::SetCursorPosX(right - wide);
    for (const Form& one : forms) {
        if (pill(look, tr_label(one.words, "##form"), model.time.form == one.form, tr("How values are shown")))
            commands.push_back(SetValueForm{one.form});
        ImGui::SameLine(0, look.px(4));
    }
    ImGui::NewLine();
}

void open_value_menu(size_t row, uint32_t lane) {
    KeptValue<int> kept_lane(menu_lane), kept_row(menu_row);
    kept_lane = static_cast<int>(lane);
    kept_row = static_cast<int>(row);
    ImGui::OpenPopup("value menu");
}

void value_menu(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const auto lane = static_cast<size_t>(KeptValue<int>(menu_lane));
    const auto number_of_row = static_cast<size_t>(KeptValue<int>(menu_row));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(6), look.px(6)});
    if (ImGui::BeginPopup("value menu")) {
        update_menu();
        const insight::VariableRow& row = model.moment->rows[std::min(number_of_row, model.moment->rows.size() - 1)];
        text(look, tr_format("{} in lane {}", row.name, lane), {Face::strong, size_body, 0});
        const auto find = [&](const std::string& condition, int by) {
            commands.push_back(FindExpression{fmt::format("lane == {} && {}", lane, condition), by});
        };
        const auto item = [&](const char* words, const std::string& condition, int by) {
            if (menu_item(look, tr_label(words, "##value menu"), "", false)) find(condition, by);
        };
        const std::string& value = row.text[lane];
        const std::string is_now = is_value(row.name, value);
        if (!is_now.empty() && number(value) &&
            menu_item(look, tr_label_of([&] { return tr_format("When did it become {}?", value); }, "##value menu"), "",
                      false))
            find(is_now, -1);
        std::string typed;
        ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
        if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
        if (ImGui::InputTextWithHint("##value typed", tr("When did it become…? Type a number, press Enter"), &typed,
                                     ImGuiInputTextFlags_EnterReturnsTrue) &&
            !typed.empty()) {
            const std::string is_typed = is_value(row.name, typed);
            find(is_typed.empty() ? fmt::format("{} == ({})", row.name, typed) : is_typed, -1);
            ImGui::CloseCurrentPopup();
        }
        item(N_("When does it become negative?"), row.name + " < 0", 1);
        item(N_("When did it become negative?"), row.name + " < 0", -1);
        item(N_("When does it become NaN?"), fmt::format("isnan({})", row.name), 1);
        item(N_("When did it become NaN?"), fmt::format("isnan({})", row.name), -1);
        if (menu_item(look, tr_label("What values did it have, round by round?", "##value menu"), "", false))
            commands.push_back(FollowVariable{LaneVariable{row.name, static_cast<uint32_t>(lane)}});
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

} // namespace warpscope::ui
