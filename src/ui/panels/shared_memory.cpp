#include <algorithm>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/panels/block/block_panels.hpp"
#include "ui/panels/panels.hpp"
#include "ui/panels/time/time_panels.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

constexpr std::string_view bank_part = "#banks"; // value of TimeBar::part for the banks; others are array names

/// Returns the selected array; nullopt for the banks.
std::optional<uint32_t> chosen_part(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const std::vector<replay::SharedArray>& arrays = model.moment->block->arrays;
    std::optional<uint32_t> chosen;
    if (model.time.part != bank_part) chosen = 0;
    for (uint32_t k = 0; k < arrays.size(); ++k)
        if (arrays[k].name + arrays[k].member == model.time.part) chosen = k;
    if (model.still) return chosen;
    for (uint32_t k = 0; k < arrays.size(); ++k) {
        const auto words = [&] { return tr_format("{} now", arrays[k].name + arrays[k].member); };
        if (pill(look, tr_label_of(words, fmt::format("##shared {}", k)), chosen == k,
                 tr("Values written so far, and their threads")))
            commands.push_back(ShowMomentPart{arrays[k].name + arrays[k].member});
        ImGui::SameLine(0, look.px(6));
    }
    if (pill(look, tr_label("bank conflicts", "##shared banks"), !chosen,
             tr("The banks of each request, over the whole block")))
        commands.push_back(ShowMomentPart{std::string(bank_part)});
    return chosen;
}

} // namespace

void shared_panel(const Model& model, Commands& commands) {
    const bool in_time = model.moment && in_block(model.scene->moment) && !model.moment->block->arrays.empty();
    if (!in_time) {
        banks_panel(model, commands);
        return;
    }
    const auto array = chosen_part(model, commands);
    array ? shared_grid(model, *array, commands) : banks_panel(model, commands);
}

} // namespace warpscope::ui
