#include "ui/panels/gpu_sketch.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "language/tr.hpp"
#include "render/style/palette.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

constexpr float sketch_height = 120;

void draw_shares(const Look& look, ImDrawList& list, ImVec2 min, ImVec2 max) {
    constexpr std::array names{N_("bandwidth"), N_("arithmetic"), N_("occupancy")};
    constexpr std::array shares{0.7f, 0.25f, 0.9f};
    const float step = (max.y - min.y) / 3;
    for (size_t i = 0; i < names.size(); ++i) {
        const float y = min.y + step * static_cast<float>(i);
        text_at(look, list, {min.x, y}, tr(names[i]), {Face::text, size_small, look.colors->muted});
        const ImVec2 low{min.x, y + look.px(19)}, high{max.x, y + look.px(27)};
        list.AddRectFilled(low, high, look.colors->track, look.px(4));
        list.AddRectFilled(low, {low.x + (high.x - low.x) * shares[i], high.y}, look.colors->bar_full, look.px(4));
    }
}

void draw_sizes(const Look& look, ImDrawList& list, ImVec2 min, ImVec2 max) {
    constexpr int columns = 11, rows = 6, best_column = 7, best_row = 2;
    const float side = std::floor(std::min((max.x - min.x) / columns, (max.y - min.y) / rows));
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) {
            const ImVec2 low{min.x + side * static_cast<float>(c), min.y + side * static_cast<float>(r)};
            const ImVec2 high{low.x + side - 1, low.y + side - 1};
            if (c + r > columns) {
                list.AddRect(low, high, look.colors->line);
                continue;
            }
            const double away = std::hypot(c - best_column, 1.6 * (r - best_row)) / 8;
            list.AddRectFilled(low, high, render::packed(render::palette::heat(std::clamp(1 - away, 0.0, 1.0))));
            if (c == best_column && r == best_row) list.AddRect(low, high, look.colors->text, 0, 0, look.px(2));
        }
}

void draw_schedule(const Look& look, ImDrawList& list, ImVec2 min, ImVec2 max) {
    constexpr int rows = 7;
    const float high = (max.y - min.y) / rows;
    for (int r = 0; r < rows; ++r) {
        const float y = min.y + high * static_cast<float>(r),
                    wide = (max.x - min.x) * (0.17f + 0.012f * static_cast<float>(r % 4));
        const int blocks = r < 5 ? 5 : 4;
        for (int b = 0; b < blocks; ++b) {
            const float x = min.x + wide * static_cast<float>(b);
            list.AddRectFilled(
                {x, y + look.px(2)}, {x + wide - look.px(2), y + high - look.px(2)},
                render::packed(
                    render::palette::warp_tints[static_cast<size_t>(b + r) % render::palette::warp_tints.size()]),
                look.px(2));
        }
    }
}

} // namespace

void gpu_sketch(const Look& look) {
    struct Part {
        const char* title;
        const char* words;
        void (*draw)(const Look&, ImDrawList&, ImVec2, ImVec2);
    };
    const std::array parts{
        Part{N_("TIME"),
             tr("Kernel times by the GPU's clock, and the shares of its bandwidth and arithmetic peak that the kernel "
                "reaches."),
             draw_shares},
        Part{N_("BLOCK SIZES"), tr("The kernel timed with every block size: bright is fast, the best is framed."),
             draw_sizes},
        Part{N_("MEASURED ON THE HARDWARE"),
             tr("Multiprocessor and time of each block; recorded owners, divergence and sectors next to the "
                "emulator's."),
             draw_schedule}};
    ImGui::Dummy({0, look.px(2)});
    text(look, tr("Illustrations of what this tab shows with a GPU (no real measurements)."),
         {Face::strong, size_small, look.colors->muted}, ImGui::GetContentRegionAvail().x);
    const bool wide = ImGui::GetContentRegionAvail().x > look.px(760);
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {look.px(12), 0});
    if (ImGui::BeginTable("gpu sketch", wide ? 3 : 1, ImGuiTableFlags_SizingStretchSame)) {
        for (const Part& part : parts) {
            ImGui::TableNextColumn();
            section(look, tr(part.title));
            const ImVec2 at = ImGui::GetCursorScreenPos();
            const ImVec2 far{at.x + std::min(ImGui::GetContentRegionAvail().x, look.px(360)),
                             at.y + look.px(sketch_height)};
            part.draw(look, *ImGui::GetWindowDrawList(), at, far);
            record_area(part.title, at, far);
            ImGui::Dummy({far.x - at.x, look.px(sketch_height + 4)});
            paragraph(look, part.words, {Face::text, size_small, 0});
        }
        ImGui::EndTable();
    }
    ImGui::PopStyleVar();
}

} // namespace warpscope::ui
