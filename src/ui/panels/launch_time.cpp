#include <algorithm>

#include <fmt/format.h>

#include "base/text.hpp"
#include "language/tr.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/panels/panels.hpp"
#include "ui/panels/time/dispatch_chart.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/phrases.hpp"

namespace warpscope::ui {

namespace {

std::string block_words(const insight::LaunchOrder& order, uint32_t block) {
    const Dim3& grid = order.run->shown().config.grid;
    return tr_format("block {}: starts as number {} of {}, on multiprocessor {}; ends as number {}",
                     short_index_text(index_of(block, grid), grid), order.all.order->begins_as[block],
                     order.dispatch.blocks.size(), order.dispatch.blocks[block].multiprocessor,
                     order.dispatch.ended_as[block]);
}

} // namespace

void launch_time_panel(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const LaunchTime& time = model.launch_time;
    const ImVec2 min = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    const float pad = look.px(10);
    const ImVec2 words_at{pad, look.px(9)};
    ImGui::SetCursorPos({size.x - look.px(38), look.px(4)});
    if (quiet_button(look, "##leave blocks", Icon::close,
                     tr_format("Back to the complete launch ({})", key_text(Action::unpin))))
        commands.push_back(ShowBlocksInTime{false});
    ImGui::SetCursorPos(words_at);
    const float room = size.x - words_at.x - look.px(50);
    if (!time.order) {
        const bool wrong = time.problem.has_value();
        text(look, wrong ? tr(time.problem->message) : "…",
             {Face::text, size_body, wrong ? look.colors->error_text : look.colors->muted}, room);
        return;
    }
    const insight::LaunchOrder& order = *time.order;
    const auto ended = static_cast<uint32_t>(std::min<uint64_t>(model.scene->moment.step, order.all.ended));
    const uint64_t now = order.dispatch.time_of(ended);
    text(look,
         order.block_order_error
             ? *order.block_order_error + tr(" The output is shown as it is at the end.")
             : dispatch_text(insight::dispatch_facts(order.dispatch, now)) + " · " + order.dispatch.device +
                   (order.dispatch.measured ? tr(", recorded") : tr(", modeled")),
         {Face::text, size_body, 0}, room);
    const ImVec2 low{min.x + pad, min.y + look.px(36)}, high{min.x + size.x - pad, min.y + size.y - look.px(8)};
    const auto pointed = dispatch_chart(look, order.dispatch, now, low, high, order.all.order->begins_as);
    ImGui::SetCursorScreenPos(low);
    ImGui::InvisibleButton("##blocks in time", {std::max(1.0f, high.x - low.x), std::max(1.0f, high.y - low.y)});
    record_area("blocks in time", low, high);
    if (pointed && ImGui::IsItemActive()) commands.push_back(GoToBlocks{order.dispatch.ended_by(pointed->time)});
    if (ImGui::IsItemActive() || !pointed) return;
    if (pointed->block && ImGui::IsItemHovered())
        tooltip(look, block_words(order, *pointed->block) + "\n" + order.dispatch.words());
    else if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal))
        tooltip(look, order.dispatch.words());
}

} // namespace warpscope::ui
