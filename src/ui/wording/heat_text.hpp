#pragma once

#include <string>
#include <vector>

#include "ui/model/model.hpp"
#include "ui/wording/inspector_text.hpp"

namespace warpscope::ui {

[[nodiscard]] bool is_overlay_on(const Model& model, render::Overlay overlay);
[[nodiscard]] std::vector<NamedFact> heat_facts(const Model& model);
[[nodiscard]] std::string value_at_moment(const Model& model, const render::Content& content, uint64_t cell,
                                          const std::string& value);
[[nodiscard]] std::string output_words(const Model& model, const insight::ThreadFacts& facts);

} // namespace warpscope::ui
