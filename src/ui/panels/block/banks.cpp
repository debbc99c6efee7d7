#include "insight/source_lines.hpp"
#include "ui/imgui/key_focus.hpp"
#include "ui/panels/block/block_panels.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "render/style/palette.hpp"
#include "ui/imgui/kept_value.hpp"
#include "ui/panels/block/bank_grid.hpp"
#include "ui/widgets/glyphs.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

using metrics::BankInstruction;
using metrics::banks;
using metrics::BankTouch;

constexpr float list_row = 24;

std::string_view verb(simt::AccessKind kind) {
    switch (kind) {
    case simt::AccessKind::load: return tr("read");
    case simt::AccessKind::store: return tr("write");
    case simt::AccessKind::atomic: break;
    }
    return tr("atomic");
}

ShownRequest make_shown(const insight::BlockView& block_view, uint32_t request) {
    ShownRequest shown;
    shown.served = metrics::bank_request(*block_view.trace, request);
    shown.writers = metrics::last_writers(*block_view.trace, request);
    std::map<std::pair<uint32_t, uint64_t>, std::vector<uint64_t>> words; // by lane group and bank
    for (const BankTouch& touch : shown.served.touches) {
        shown.by_word[touch.word].push_back(touch);
        std::vector<uint64_t>& there = words[{touch.group, touch.word % banks}];
        if (std::find(there.begin(), there.end(), touch.word) == there.end()) there.push_back(touch.word);
    }
    for (const auto& [place, distinct] : words)
        shown.wanted[place.second] = std::max(shown.wanted[place.second], static_cast<uint32_t>(distinct.size()));
    return shown;
}

std::shared_ptr<const ShownRequest> shown_request(const insight::BlockView& block_view, uint32_t request) {
    return block_view.derived.newest<ShownRequest>({request}, [&] { return make_shown(block_view, request); });
}

/// Numbers repeated instructions of a line, for example of an unrolled loop.
class CopyNumbers {
public:
    explicit CopyNumbers(const insight::BlockView& view)
        : view_(view) {
        for (const BankInstruction& one : view.banks.instructions) ++counts_[key(one)].all;
    }

    /// Returns "2 of 7", or "" for few copies. Call it once per instruction, in order.
    [[nodiscard]] std::string next(const BankInstruction& one) {
        Count& count = counts_[key(one)];
        ++count.before;
        return count.all > 2 ? tr_format("{} of {}", count.before, count.all) : std::string();
    }

private:
    struct Count {
        size_t all = 0, before = 0;
    };
    using Key = std::tuple<uint32_t, simt::AccessKind, std::string_view>;

    [[nodiscard]] Key key(const BankInstruction& one) const {
        return {insight::source_line(*view_.result, one.pc), one.kind, one.array};
    }

    const insight::BlockView& view_;
    std::map<Key, Count> counts_;
};

void instruction_row(const Model& model, const BankInstruction& one, const std::string& copy, bool selected,
                     Commands& commands) {
    const Look& look = model.look;
    const Palette& c = *look.colors;
    const session::RunResult& result = *model.block_view->result;
    const std::string& ptx = result.measured->program().instructions()[one.pc].text;
    const uint32_t line = insight::source_line(result, one.pc);
    const float width = ImGui::GetContentRegionAvail().x, height = look.px(list_row);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (key_button(fmt::format("shared access {}", one.pc).c_str(), {width, height})) {
        BlockViewState view = model.block_view_state;
        view.pc = one.pc;
        view.warp = view.round = std::nullopt;
        commands.push_back(SetBlockViewState{view});
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool hovered = ImGui::IsItemHovered();
    if (selected || hovered)
        list.AddRectFilled(at, {at.x + width, at.y + height}, selected ? c.row_marked : c.row_hovered, look.px(4));
    const auto requests = static_cast<double>(one.requests.size());
    const double mean = static_cast<double>(one.total_passes) / requests;
    const std::string cost = fmt::format("{} × {}", grouped(one.requests.size()), fixed(mean, mean < 10 ? 1 : 0));
    const float y = at.y + look.px(4),
                cost_left = at.x + width - look.px(6) - look.measure(Face::mono_strong, size_small, cost).x,
                copy_left = cost_left - look.px(10) - look.measure(Face::text, size_small, copy).x;
    words_at(look, list, Face::mono, size_small, {at.x + look.px(6), y}, c.muted,
             line > 0 ? fmt::format("{:>3}", line) : tr("ptx"));
    words_at(look, list, Face::text, size_small, {at.x + look.px(36), y}, c.text, verb(one.kind));
    const bool names_array = model.block_view->banks.arrays.size() > 1 && !one.array.empty();
    const std::string words = line <= 0     ? ptx
                              : names_array ? fmt::format("{}: {}", one.array, insight::source_text(result, line))
                                            : std::string(insight::source_text(result, line));
    const TextStyle code{Face::mono, size_small, 0};
    const float left = at.x + look.px(82);
    const bool has_room = left + look.measure(code.face, code.size, words).x <= copy_left - look.px(8);
    const float right = (has_room ? copy_left : cost_left) - look.px(8);
    words_at(look, list, code.face, code.size, {left, y}, c.text,
             shortened(look, words, code, std::max(right - left, 1.0f)));
    const bool conflicts =
        one.passes[one.worst] > metrics::bank_request(*model.block_view->trace, one.requests[one.worst]).fewest;
    if (has_room) words_at(look, list, Face::text, size_small, {copy_left, y}, c.muted, copy);
    words_at(look, list, Face::mono_strong, size_small, {cost_left, y}, conflicts ? c.error_text : c.text, cost);
    if (hovered)
        tooltip(look,
                (copy.empty()
                     ? ""
                     : tr("The compiler made several instructions of this line, for example by unrolling a loop.") +
                           std::string("\n")) +
                    tr_format(
                        "{}\n{} requests of the block, {} bytes per lane: {} passes in total, at most {} per request.",
                        ptx, grouped(one.requests.size()), one.bytes, grouped(one.total_passes),
                        one.passes[one.worst]));
}

void legend(const Look& look, BankCell cell) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& c = *look.colors;
    const float stroke = std::max(1.0f, look.px(1)), side = look.px(14), wide = look.px(34);
    auto entry = [&](std::string_view words, auto&& swatch) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        swatch(at, ImVec2{at.x + wide, at.y + side});
        words_at(look, list, Face::text, size_small, {at.x + wide + look.px(8), at.y - look.px(1)}, c.muted, words);
        ImGui::Dummy({wide, look.px(19)});
    };
    const std::string_view accessed = cell == BankCell::lane   ? tr("accessed: lane (or ×lanes)")
                                      : cell == BankCell::pass ? tr("accessed: pass")
                                                               : tr("accessed: lane (or ×lanes) and pass");
    entry(accessed, [&](ImVec2 min, ImVec2 max) {
        const ImU32 ground = c.bar_full, ink = ink_on(ground);
        if (cell != BankCell::lane_and_pass) {
            list.AddRectFilled(min, max, ground);
            list.AddRect(min, max, c.text, 0, 0, stroke);
            words_in(look, list, Face::mono, size_small - 1, min, max, ink, cell == BankCell::lane ? "9" : "2");
            return;
        }
        const float middle = min.x + look.px(18);
        list.AddRectFilled(min, max, ground);
        list.AddRect(min, max, c.text, 0, 0, stroke);
        list.AddRectFilled({middle, min.y + stroke}, {max.x - stroke, max.y - stroke}, ink, look.px(3));
        words_in(look, list, Face::mono, size_small - 1, min, {middle, max.y}, ink, "9");
        words_in(look, list, Face::mono_strong, size_small - 1, {middle, min.y}, max, ink_on(ink), "2");
    });
    entry(tr("last writer's warp so far"), [&](ImVec2 min, ImVec2 max) {
        for (uint32_t warp = 0; warp < 4; ++warp) {
            const float x = min.x + wide / 4 * static_cast<float>(warp);
            list.AddRectFilled({x, min.y}, {x + wide / 4, max.y}, writer_tint(warp));
            words_in(look, list, Face::mono, size_small - 2, {x, min.y}, {x + wide / 4, max.y}, c.text,
                     std::to_string(warp));
        }
    });
    entry(tr("never written by this block"), [&](ImVec2 min, ImVec2 max) {
        hatch(list, min, max, look.px(7), stroke, c.muted);
        list.AddRect(min, max, c.line, 0, 0, stroke);
    });
}

void instructions(const Model& model, const insight::BankRequest& choice, float width, Commands& commands) {
    const Look& look = model.look;
    ImGui::BeginGroup();
    const float legend_height = look.px(3 * 19 + 4) + 5 * ImGui::GetStyle().ItemSpacing.y;
    ImGui::BeginChild("shared accesses",
                      {width, std::max(look.px(3 * list_row), ImGui::GetContentRegionAvail().y - legend_height)});
    text(look, tr("line                    requests × passes of each"), {Face::text, size_small, look.colors->muted});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, look.px(1)});
    CopyNumbers copies(*model.block_view);
    for (const BankInstruction& one : model.block_view->banks.instructions)
        instruction_row(model, one, copies.next(one), &one == choice.instruction, commands);
    ImGui::PopStyleVar();
    ImGui::EndChild();
    ImGui::Dummy({0, look.px(4)});
    const KeptValue<int> cell("contents of bank cells");
    legend(look, static_cast<BankCell>(static_cast<int>(cell)));
    ImGui::EndGroup();
}

std::string verdict(const BankInstruction& instruction, const ShownRequest& shown) {
    const metrics::BankRequest& served = shown.served;
    const std::string_view groups = instruction.bytes >= 16 ? tr("quarter warps") : tr("half warps");
    std::string words =
        served.lanes == 1
            ? tr_count(served.passes, "1 lane, {} pass", "1 lane, {} passes", served.passes)
            : tr_count(served.passes, "{} lanes, {} pass", "{} lanes, {} passes", served.lanes, served.passes);
    if (served.groups > 1) words += tr_format(" ({} bytes per lane go by {})", instruction.bytes, groups);
    const auto busiest = std::max_element(shown.wanted.begin(), shown.wanted.end());
    if (served.passes > served.fewest)
        words += tr_format(": bank conflict, bank {} serves {} different words (without conflicts: {})",
                           busiest - shown.wanted.begin(), *busiest, served.fewest);
    else if (shown.by_word.size() == 1 && served.lanes > 1)
        words += tr(": all lanes access one word (broadcast)");
    else
        words += tr(": no conflict");
    return words;
}

void steppers(const Model& model, const insight::BankRequest& choice, const ShownRequest& shown, Commands& commands) {
    const Look& look = model.look;
    const auto& warps = choice.instruction->warps;
    const float top = ImGui::GetCursorPosY();
    BlockViewState view = model.block_view_state;
    if (model.still || model.bare_tab) {
        ImGui::SetCursorPosY(top + look.px(3));
        text(
            look,
            tr_format("warp {}, request {} of {}", warps[choice.warp].warp, choice.round + 1, warps[choice.warp].count),
            {Face::text, size_small, look.colors->muted});
        ImGui::SameLine(0, look.px(16));
        ImGui::SetCursorPosY(top + look.px(3));
        const bool bad = shown.served.passes > shown.served.fewest;
        text(look, verdict(*choice.instruction, shown),
             {Face::strong, size_small, bad ? look.colors->error_text : look.colors->text},
             ImGui::GetContentRegionAvail().x);
        ImGui::SetCursorPosY(top + look.px(25));
        return;
    }
    const uint32_t warp = stepper(look, "bank warp", tr_format("warp {}:", warps[choice.warp].warp), choice.warp,
                                  static_cast<uint32_t>(warps.size()));
    uint32_t round = choice.round;
    if (warps[choice.warp].count > 1) {
        ImGui::SameLine(0, look.px(14));
        ImGui::SetCursorPosY(top);
        round = stepper(look, "bank round", tr("time"), choice.round, warps[choice.warp].count);
    }
    if (warp != choice.warp || round != choice.round) {
        view.pc = choice.instruction->pc;
        view.warp = warp;
        view.round = warp == choice.warp ? round : std::min(round, warps[warp].count - 1);
        commands.push_back(SetBlockViewState{view});
    }
    ImGui::SameLine(0, look.px(16));
    ImGui::SetCursorPosY(top + look.px(3));
    const bool conflict = shown.served.passes > shown.served.fewest;
    const TextStyle style{Face::strong, size_small, conflict ? look.colors->error_text : look.colors->text};
    const std::string words = verdict(*choice.instruction, shown);
    if (look.measure(style.face, style.size, words).x <= ImGui::GetContentRegionAvail().x) {
        text(look, words, style);
        ImGui::SetCursorPosY(top + look.px(25));
        return;
    }
    ImGui::NewLine();
    ImGui::SetCursorPosY(top + look.px(25));
    paragraph(look, words, style);
}

} // namespace

void banks_panel(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const std::string about = model.block_view
                                  ? tr_format("{} bytes of shared memory, 32 banks across, 128 bytes per row",
                                              grouped(model.block_view->banks.bytes))
                                  : "";
    const insight::BlockView* block_view = block_view_header(model, about, commands);
    if (block_view == nullptr) return;
    const auto choice = chosen_request(*block_view, model.block_view_state);
    if (!choice) {
        text(look,
             block_view->banks.bytes == 0 ? tr("This kernel uses no shared memory.")
                                          : tr("This block did not access its shared memory."),
             {Face::text, size_body, look.colors->muted});
        return;
    }
    const float whole = ImGui::GetContentRegionAvail().x;
    // A presented lesson names the line, so a narrow panel hides the list.
    if (!(model.presentation && model.lesson != nullptr && whole < look.px(640))) {
        const float left = std::min(look.px(370), whole * 0.32f);
        instructions(model, *choice, left, commands);
        ImGui::SameLine(0, look.px(12));
    }
    ImGui::BeginChild("bank request", {0, 0}, ImGuiChildFlags_None, ImGuiWindowFlags_NoScrollbar);
    const auto kept = shown_request(*model.block_view, choice->instruction->requests[choice->request()]);
    const ShownRequest& shown = *kept;
    steppers(model, *choice, shown, commands);
    const BankCell cell = bank_grid(model, shown, choice->instruction->requests[choice->request()]);
    ImGui::EndChild();
    KeptValue<int> kept_cell("contents of bank cells");
    kept_cell = static_cast<int>(cell);
}

} // namespace warpscope::ui
