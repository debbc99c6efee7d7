#include "ui/panels/panels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/model/actions.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

constexpr float sheet_key_width = 88, sheet_column = 256, sheet_gap = 18, sheet_heading = 24;
constexpr float sheet_key_type = 11.5f, sheet_words_type = 12.5f, sheet_row_gap = 4;

struct SheetRow {
    std::string key, words; // `key` is empty for headings
};

std::vector<SheetRow> make_sheet_rows() {
    std::vector<SheetRow> rows;
    for (const char* const group : {"View", "Time", "Source", "Overlays", "Launch", "Files", "Window"}) {
        rows.push_back({"", tr(group)});
        for (const ActionInfo& a : actions())
            if (a.group == group) rows.push_back({key_text(a), std::string(tr(a.title))});
    }
    const auto add = [&](const char* heading, const std::vector<MouseHelp>& lines) {
        rows.push_back({"", heading});
        for (const MouseHelp& m : lines) rows.push_back({std::string(tr(m.gesture)), std::string(tr(m.effect))});
    };
    add(tr("Mouse"), mouse_help());
    add(tr("In a lesson"), lesson_help());
    return rows;
}

class KeySheet {
public:
    KeySheet(const Look& look, float width)
        : look_(look)
        , rows_(make_sheet_rows())
        , columns_(std::max(1, static_cast<int>((width + look.px(sheet_gap)) / look.px(sheet_column + sheet_gap))))
        , wide_((width - look.px(sheet_gap) * static_cast<float>(columns_ - 1)) / static_cast<float>(columns_)) {
        for (const SheetRow& row : rows_) heights_.push_back(height_of(row));
        float all = 0, tallest = 0;
        for (const float height : heights_) {
            all += height;
            tallest = std::max(tallest, height);
        }
        height_ = std::max(tallest, all / static_cast<float>(columns_));
        while (columns_for(height_) > columns_) height_ += look.px(4);
    }

    [[nodiscard]] float height() const { return height_; }

    void draw() const {
        const ImVec2 from = ImGui::GetCursorScreenPos();
        ImVec2 at = from;
        for (size_t i = 0; i < rows_.size(); ++i) {
            if (begins_column(i, at.y - from.y, height_)) {
                at = {at.x + wide_ + look_.px(sheet_gap), from.y};
                if (!is_heading(i)) draw(rows_[heading_of(i)], at);
                at.y += repeated_heading(i);
            }
            draw(rows_[i], at);
            at.y += heights_[i];
        }
        ImGui::Dummy({0, height_});
    }

private:
    [[nodiscard]] bool begins_column(size_t row, float y, float height) const {
        return y > 0 && y + heights_[row] + (is_heading(row) ? heights_[row + 1] : 0) > height;
    }
    [[nodiscard]] bool is_heading(size_t row) const { return rows_[row].key.empty(); }
    [[nodiscard]] size_t heading_of(size_t row) const {
        while (!is_heading(row)) --row;
        return row;
    }
    [[nodiscard]] float repeated_heading(size_t row) const { return is_heading(row) ? 0 : heights_[heading_of(row)]; }
    [[nodiscard]] int columns_for(float height) const {
        int count = 1;
        float y = 0;
        for (size_t i = 0; i < rows_.size(); ++i) {
            if (begins_column(i, y, height)) {
                ++count;
                y = repeated_heading(i);
            }
            y += heights_[i];
        }
        return count;
    }
    [[nodiscard]] bool beside(const SheetRow& row) const {
        return look_.measure(Face::mono_strong, sheet_key_type, row.key).x + look_.px(8) <= look_.px(sheet_key_width);
    }
    [[nodiscard]] float height_of(const SheetRow& row) const {
        if (row.key.empty()) return look_.px(sheet_heading);
        const ImVec2 words =
            look_.fonts.text->CalcTextSizeA(look_.px(sheet_words_type), FLT_MAX, wide_ - look_.px(sheet_key_width),
                                            row.words.data(), row.words.data() + row.words.size());
        const float key = look_.measure(Face::mono_strong, sheet_key_type, row.key).y;
        return std::ceil(words.y + (beside(row) ? 0 : key) + look_.px(sheet_row_gap));
    }
    void draw(const SheetRow& row, ImVec2 at) const {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const Palette& c = *look_.colors;
        if (row.key.empty()) {
            text_at(look_, list, {at.x, at.y + look_.px(8)}, row.words, {Face::strong, sheet_key_type, c.muted});
            return;
        }
        text_at(look_, list, {at.x, at.y + look_.px(1)}, row.key, {Face::mono_strong, sheet_key_type, c.accent});
        const float down = beside(row) ? 0 : look_.measure(Face::mono_strong, sheet_key_type, row.key).y;
        record_text(row.words);
        list.AddText(look_.fonts.text, look_.px(sheet_words_type), {at.x + look_.px(sheet_key_width), at.y + down},
                     c.text, row.words.data(), row.words.data() + row.words.size(), wide_ - look_.px(sheet_key_width));
    }

    const Look& look_;
    std::vector<SheetRow> rows_;
    std::vector<float> heights_;
    int columns_;
    float wide_, height_ = 0;
};

} // namespace

void key_sheet(const Look& look, bool* open) {
    if (!*open) return;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float title = look.px(34), pad = ImGui::GetStyle().WindowPadding.x, below = ImGui::GetStyle().WindowPadding.y;
    const float width = std::min(look.px(1360), screen.x - look.px(16));
    const KeySheet sheet(look, width - 2 * pad - ImGui::GetStyle().ScrollbarSize);
    const float whole = title + sheet.height() + 2 * below + look.px(4);
    ImGui::OpenPopup("Keys and mouse");
    ImGui::SetNextWindowPos({screen.x / 2, screen.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({width, std::min(whole, screen.y - look.px(16))});
    if (!ImGui::BeginPopupModal("Keys and mouse", nullptr,
                                ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollbar))
        return;
    const float top = ImGui::GetCursorPosY();
    text(look, tr("Keys and mouse"), {Face::strong, size_large, 0});
    ImGui::SetCursorPos({ImGui::GetWindowWidth() - look.px(48), top - look.px(2)});
    if (quiet_button(look, "##close sheet", Icon::close)) *open = false;
    ImGui::SetCursorPosY(top + title);
    ImGui::BeginChild("sheet");
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    record_area("key sheet", at, {at.x + size.x, at.y + size.y});
    const ImVec2 from = ImGui::GetCursorScreenPos();
    record_area("key sheet/rows", from, {from.x + size.x, from.y + sheet.height()});
    sheet.draw();
    ImGui::EndChild();
    if (clicked_beside()) *open = false;
    if (!*open) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
}

} // namespace warpscope::ui
