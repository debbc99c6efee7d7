// Sentences that say what a launch means, made from what was measured.
#pragma once

#include <string>

#include "insight/block_view.hpp"
#include "insight/launch_order.hpp"

namespace warpscope::ui {

/// "5 × 4 blocks of 16 × 16 threads cover 76 × 62 pixels. **408 of 5120 threads** have nothing to do." Strong words
/// between double asterisks.
[[nodiscard]] std::string coverage_sentence(const session::RunResult& result);
/// "**31 of 160 warps** diverge.", with what the shape of a warp has to do with it.
[[nodiscard]] std::string divergence_sentence(const session::RunResult& result);
/// "A warp is two rows of a block."; empty when there is no short way to say it.
[[nodiscard]] std::string warp_shape_sentence(const Dim3& block);
/// What the launch was refused for; nothing where it was launched.
[[nodiscard]] const simt::Finding* refused_launch(const session::RunResult& result);
/// Work that takes longer shows its progress, and says of which run the picture is.
inline constexpr double patience_ms = 200;
/// "3 s", "20 s", "3 min": as exactly as an estimate is worth.
[[nodiscard]] std::string rough_duration(double milliseconds);
/// "43 %, about 2 s left"; empty when nothing is known.
[[nodiscard]] std::string estimate(const session::Progress& progress);
/// "**naive** · 16 × 16 · radius 2": a run's variant and settings.
[[nodiscard]] std::string run_title(const session::RunResult& result);
/// An experiment's topic, as menus have it.
[[nodiscard]] std::string_view topic_words(std::string_view topic);
/// What the stage of a run is called in the status bar.
[[nodiscard]] std::string_view stage_text(session::Stage stage);
/// Returns "312 of 1536 blocks have ended · 132 of 132 multiprocessors busy · wave 2 of 3 · the tail: ...".
[[nodiscard]] std::string dispatch_text(const insight::DispatchFacts& facts);
/// Returns "Block (3, 2) of 24 × 16".
[[nodiscard]] std::string block_title(const insight::BlockView& block_view);

} // namespace warpscope::ui
