// A row of BUFFERS: a buffer's name, and what it is taken for on a button that opens the fields to set it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/buffer.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

/// `fields` draws into the menu that the button opens.
void buffer_row(const Look& look, const std::string& name, const std::string& words, bool is_set, std::string_view tip,
                const std::function<void()>& fields);

/// The types that a buffer's elements may have, on buttons; those that `fits` refuses cannot be pressed. Returns the
/// one that was pressed.
[[nodiscard]] std::optional<ElementType> type_buttons(const Look& look, ElementType now,
                                                      const std::function<bool(ElementType)>& fits);
/// The same of how many channels.
[[nodiscard]] std::optional<uint32_t> channel_buttons(const Look& look, uint32_t now,
                                                      const std::function<bool(uint32_t)>& fits);

} // namespace warpscope::ui
