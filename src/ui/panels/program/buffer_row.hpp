#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/buffer.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

void buffer_row(const Look& look, const std::string& name, const std::string& words, bool is_set, std::string_view tip,
                const std::function<void()>& fields);

/// Disables types that do not fit. Returns the pressed type.
[[nodiscard]] std::optional<ElementType> type_buttons(const Look& look, ElementType now,
                                                      const std::function<bool(ElementType)>& fits);
[[nodiscard]] std::optional<uint32_t> channel_buttons(const Look& look, uint32_t now,
                                                      const std::function<bool(uint32_t)>& fits);

} // namespace warpscope::ui
