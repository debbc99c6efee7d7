#pragma once

#include <string>
#include <string_view>

#include "insight/block_view.hpp"
#include "insight/launch_order.hpp"

namespace warpscope::ui {

/// Returns whether a guessed grid has blocks outside the data.
[[nodiscard]] bool has_spare_blocks(const session::RunResult& result);
/// Returns the hint with a capital letter, because the command line continues a sentence with it.
[[nodiscard]] std::string hint_sentence(const Message& hint);
/// Returns "5 × 4 blocks of 16 × 16 threads cover 76 × 62 pixels. ...".
[[nodiscard]] std::string coverage_sentence(const session::RunResult& result);
[[nodiscard]] std::string divergence_sentence(const session::RunResult& result);
/// Returns "A warp is two rows of a block."; empty for complex shapes.
[[nodiscard]] std::string warp_shape_sentence(const Dim3& block);
[[nodiscard]] bool is_of_other_experiment(const Model& model);
[[nodiscard]] const simt::Finding* refused_launch(const session::RunResult& result);
[[nodiscard]] std::string rough_duration(double milliseconds);
/// Returns "43 %, about 2 s left"; empty if unknown.
[[nodiscard]] std::string estimate(const session::Progress& progress);
[[nodiscard]] std::string run_title(const session::RunResult& result, std::string_view name);
[[nodiscard]] std::string_view topic_words(std::string_view topic);
[[nodiscard]] std::string_view stage_text(session::Stage stage);
[[nodiscard]] std::string dispatch_text(const insight::DispatchFacts& facts);
[[nodiscard]] std::string block_title(const insight::BlockView& block_view);

} // namespace warpscope::ui
