#include "workbench/views/block_view_state.hpp"

#include <algorithm>

namespace warpscope::workbench {

Strip fitted(Strip strip, double count, float room, float widest) {
    const float min = static_cast<float>(room / std::max(1.0, count));
    strip.width = strip.width <= 0 ? std::min(min, widest) : std::clamp(strip.width, std::min(min, widest), widest);
    strip.first = std::clamp(strip.first, 0.0, std::max(0.0, count - static_cast<double>(room / strip.width)));
    return strip;
}

Strip zoomed(Strip strip, double count, float room, float widest, float at, float factor) {
    strip = fitted(strip, count, room, widest);
    const double place = strip.first + static_cast<double>(at / strip.width);
    const float min = std::min(static_cast<float>(room / std::max(1.0, count)), widest);
    strip.width *= factor;
    if (strip.width <= min) return {0, 0}; // all items fit, even after resizing
    strip.width = std::min(strip.width, widest);
    strip.first = place - static_cast<double>(at / strip.width);
    return fitted(strip, count, room, widest);
}

Strip moved(Strip strip, double count, float room, float widest, float by) {
    if (strip.width <= 0) return strip;
    strip.first -= static_cast<double>(by / strip.width);
    return fitted(strip, count, room, widest);
}

std::optional<insight::BankRequest> chosen_request(const insight::BlockView& block_view, const BlockViewState& view) {
    const auto& all = block_view.banks.instructions;
    if (all.empty()) return std::nullopt;
    auto found = std::find_if(all.begin(), all.end(), [&](const auto& i) { return view.pc == i.pc; });
    const bool chosen = found != all.end();
    if (!chosen) {
        const auto rank = [&](const metrics::BankInstruction& one) {
            return std::pair(one.array == view.array, one.passes[one.worst]);
        };
        for (auto one = found = all.begin(); one != all.end(); ++one) // picks the last of equal maxima
            if (rank(*one) >= rank(*found)) found = one;
    }
    insight::BankRequest out{&*found, 0, 0};
    const std::vector<metrics::BankInstruction::Rounds>& warps = found->warps;
    while (out.warp + 1 < warps.size() && found->worst >= warps[out.warp + 1].first) ++out.warp;
    out.round = found->worst - warps[out.warp].first;
    if (chosen && view.warp) {
        out.warp = std::min(*view.warp, static_cast<uint32_t>(warps.size() - 1));
        out.round = std::min(view.round.value_or(0), warps[out.warp].count - 1);
    }
    return out;
}

std::optional<uint32_t> chosen_array(const insight::BlockView& block_view, const BlockViewState& view) {
    const std::vector<metrics::FlowArray>& arrays = block_view.flow.arrays;
    for (uint32_t k = 0; k < arrays.size(); ++k)
        if (arrays[k].writes > 0 && arrays[k].name == view.array) return k;
    const metrics::FlowArray* informative = block_view.flow.most_informative();
    if (informative == nullptr) return std::nullopt;
    return static_cast<uint32_t>(informative - arrays.data());
}

} // namespace warpscope::workbench
