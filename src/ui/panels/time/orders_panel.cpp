#include "insight/source_lines.hpp"
#include "ui/imgui/key_focus.hpp"
#include "ui/panels/time/time_panels.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "ui/code/listing.hpp"
#include "ui/widgets/glyphs.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/untold_line.hpp"

namespace warpscope::ui {

namespace {

const char* access_words(const insight::OrderStep& row) {
    if (row.loads && row.stores) return tr("load, store");
    return row.loads ? tr("load") : row.stores ? tr("store") : "";
}

void order_row(const Model& model, const insight::OrderStep& row, bool second,
               const std::vector<std::string_view>& lines, float width, Commands& commands) {
    const Look& look = model.look;
    const Palette& c = *look.colors;
    if (row.after_gap) text(look, "      ⋮", {Face::mono, size_small, c.muted});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = look.px(20);
    const std::string label = fmt::format("{} order, step {}", second ? "other" : "usual", row.step + 1);
    if (key_button(label.c_str(), {std::max(width, 1.0f), height}))
        commands.push_back(StepThroughOrder{second, row.step});
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (hovered) {
        list.AddRectFilled(at, {at.x + width, at.y + height}, c.field, look.px(3));
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        tooltip(look, row.reads   ? tr("The deciding read. Click to step through the block in this order")
                      : row.wrote ? tr("Wrote the value read below. Click to step through the block in this order")
                                  : tr("Step through the block in this order"));
    }
    if (row.reads || row.wrote)
        list.AddRect({at.x + look.px(1), at.y + look.px(1)}, {at.x + width - look.px(1), at.y + height - look.px(1)},
                     row.reads ? c.error_text : c.accent, look.px(3), 0, look.px(row.reads ? 2.0f : 1.0f));
    const float y = at.y + look.px(2);
    text_at(look, list, {at.x + look.px(8), y}, fmt::format("{}", row.step + 1), {Face::mono, size_code, c.muted});
    const ImVec2 flag{at.x + look.px(64), at.y + look.px(3)};
    list.AddRectFilled(flag, {flag.x + look.px(10), flag.y + look.px(14)}, warp_tint(row.warp), look.px(2));
    text_at(look, list, {flag.x + look.px(15), y}, tr_format("warp {}", row.warp), {Face::mono, size_code, 0});
    const float left = look.px(148);
    if (row.line == 0 || row.line > lines.size()) {
        const TextStyle muted{Face::text, size_small, c.muted};
        text_at(look, list, {at.x + left, y},
                shortened(look, tr("in another file"), muted, std::max(width - left - look.px(8), 1.0f)), muted);
        return;
    }
    std::string_view words = untold_line(model, lines[row.line - 1]);
    words.remove_prefix(std::min(words.find_first_not_of(' '), words.size()));
    const TextStyle mono{Face::mono, size_code, 0}, muted{Face::text, size_small, c.muted};
    const std::string_view access = access_words(row);
    const float access_width = access.empty() ? 0 : look.measure(muted.face, muted.size, access).x + look.px(12);
    const float right = at.x + width - look.px(8);
    text_at(look, list, {at.x + left, y},
            shortened(look, fmt::format("{}  {}", row.line, words), mono,
                      std::max(right - access_width - at.x - left, 1.0f)),
            mono);
    text_at(look, list, {right - access_width + look.px(12), y}, access, muted);
}

void order_column(const Model& model, const insight::FoundOrders& found, bool second, const Message& read, float width,
                  Commands& commands) {
    const Look& look = model.look;
    const replay::OrderPair& pair = *found.search.found;
    ImGui::BeginGroup();
    text(look, second ? tr("IN THE OTHER ORDER") : tr("IN THE USUAL ORDER"),
         {Face::strong, size_small, look.colors->muted});
    text(look, tr(replay::order_name(second ? *pair.order : simt::TriedOrder())),
         {Face::text, size_small, look.colors->muted}, width);
    if (!read.empty()) {
        const std::string words = tr(read);
        text(look, words, {Face::strong, size_body, 0}, width);
        if (ImGui::IsItemHovered()) tooltip(look, words);
    }
    const std::vector<std::string_view> lines = insight::split_lines(found.run->source);
    for (const insight::OrderStep& row : second ? found.second : found.first)
        order_row(model, row, second, lines, width, commands);
    ImGui::EndGroup();
}

void lost_update_table(const Look& look, const replay::LostUpdate& lost) {
    section(look, tr("LOST UPDATE"));
    if (!ImGui::BeginTable("lost update", 4, ImGuiTableFlags_BordersInnerH,
                           {std::min(look.px(720), ImGui::GetContentRegionAvail().x), 0}))
        return;
    const auto cell = [&](const std::string& words, Face face) {
        ImGui::TableNextColumn();
        text(look, words, {face, size_code, 0});
    };
    for (const std::string& head : {std::string(tr("block")), tr_format("reads {}", tr(lost.element)),
                                    // Translators: column head; the block stores to this element
                                    tr_format("stores {}", tr(lost.element)), std::string(tr("outcome"))}) {
        ImGui::TableNextColumn();
        text(look, head, {Face::strong, size_small, look.colors->muted});
    }
    for (const bool is_kept : {false, true}) {
        const replay::BlockUpdate& update = is_kept ? lost.kept : lost.lost;
        ImGui::TableNextRow();
        cell(update.block, Face::mono);
        cell(tr_format("{} (line {})", update.read, update.read_line), Face::mono);
        cell(tr_format("{} (line {})", update.stored, update.store_line), Face::mono);
        cell(!is_kept                ? std::string(tr("overwritten"))
             : lost.expected.empty() ? update.stored
                                     : tr_format("{}, expected {}", update.stored, lost.expected),
             Face::mono_strong);
    }
    ImGui::EndTable();
}

void element_table(const Model& model, const insight::FoundOrders& found, Commands& commands) {
    const Look& look = model.look;
    const replay::OrderPair& pair = *found.search.found;
    if (pair.elements.empty()) return;
    section(look, tr("DIFFERENT RESULTS"));
    if (pair.order->omitted.empty())
        text(look, tr("Both results may be wrong: the order decides."), {Face::text, size_small, look.colors->muted});
    constexpr size_t max = 12;
    if (!ImGui::BeginTable("differing elements", 3, ImGuiTableFlags_BordersInnerH,
                           {std::min(look.px(560), ImGui::GetContentRegionAvail().x), 0}))
        return;
    for (const char* const head : {tr("element"), tr("usual order"), tr("other order")}) {
        ImGui::TableNextColumn();
        text(look, head, {Face::strong, size_small, look.colors->muted});
    }
    const float row = quiet_button_size(look, "").y;
    const auto cell = [&](std::string_view words, Face face) {
        ImGui::TableNextColumn();
        const float height = look.measure(face, size_code, words).y;
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() + std::round((row - height) / 2));
        text(look, words, {face, size_code, 0});
    };
    for (size_t k = 0; k < std::min(max, pair.elements.size()); ++k) {
        const replay::DifferingElement& one = pair.elements[k];
        ImGui::TableNextRow();
        const std::string name = tr(replay::element_name(*pair.first, one.buffer, one.index));
        if (one.buffer == found.run->prepared.output_buffer) {
            ImGui::TableNextColumn();
            if (quiet_button(look, fmt::format("{}##differing {}", name, k).c_str(), Icon::none, tr("Pin this cell")))
                commands.push_back(
                    ShowCell{render::Space::output, render::place_of(*found.run, render::Space::output, one.cell)});
        } else {
            cell(name, Face::mono);
        }
        cell(one.first, Face::mono);
        cell(one.second, Face::mono_strong);
    }
    ImGui::EndTable();
    if (pair.element_count > max)
        text(look, tr_format("and {} more", grouped(pair.element_count - max)),
             {Face::text, size_small, look.colors->muted});
}

} // namespace

bool has_barrier(std::string_view line) {
    line = line.substr(0, line.find("//"));
    constexpr std::array<std::string_view, 4> words{"__syncthreads(", ".sync()", "bar.sync", "barrier.sync"};
    return std::ranges::any_of(words, [&](std::string_view word) { return line.find(word) != std::string_view::npos; });
}

void orders_panel(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const OrdersView& orders = model.orders;
    if (quiet_button(look, orders.running ? tr_label("stop", "##orders") : tr_label("findings", "##orders"), Icon::back,
                     orders.running ? tr("Stop the search") : tr("Back to the findings")))
        commands.push_back(CloseOrders{});
    ImGui::SameLine(0, look.px(12));
    text_in_row(look, orders.about, {Face::strong, size_body, 0});
    if (orders.running) {
        paragraph(look, tr_format("Running these threads in other orders that a GPU may take: {} of {} tried…",
                                  orders.tried, orders.tries));
        return;
    }
    if (orders.problem) {
        paragraph(look, tr(*orders.problem), {Face::text, size_body, look.colors->error_text});
        return;
    }
    const insight::FoundOrders& found = *orders.found;
    ImGui::SameLine(0, look.px(12));
    text_in_row(look, tr(found.build.name), {Face::text, size_small, look.colors->muted},
                ImGui::GetContentRegionAvail().x);
    const bool by_side = found.search.found && found.search.found->read;
    const std::vector<Message> words = found.search.found ? format_lines(*found.search.found) : std::vector<Message>();
    paragraph(look, fmt::format("**{}**{}{}", tr(format_lines(found.search)), by_side ? " " : "",
                                by_side ? tr(words[0]) : ""));
    if (!found.search.found) {
        if (found.search.other_race != 0) return;
        paragraph(look, tr("This proves nothing: an untried order may still change it."),
                  {Face::text, size_body, look.colors->muted});
        return;
    }
    const size_t apart = by_side ? 2 : 0;
    for (size_t k = by_side ? 1 : 0; k + apart < words.size(); ++k) paragraph(look, tr(words[k]));
    if (const auto& lost = found.search.found->lost_update) lost_update_table(look, *lost);
    ImGui::Dummy({0, look.px(4)});
    const float room = ImGui::GetContentRegionAvail().x, gap = look.px(24);
    const bool beside = room > look.px(620);
    const float width = beside ? (room - gap) / 2 : room;
    order_column(model, found, false, by_side ? words[words.size() - 2] : Message(), width, commands);
    if (beside) ImGui::SameLine(0, gap);
    order_column(model, found, true, by_side ? words.back() : Message(), width, commands);
    element_table(model, found, commands);
}

} // namespace warpscope::ui
