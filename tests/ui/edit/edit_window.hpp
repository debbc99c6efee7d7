// Helpers that open the kernel's text in the window and move in it.
#pragma once

#include <algorithm>
#include <string>

#include "ui/driver.hpp"

namespace warpscope::ui {

/// Opens box_blur with its source, in a window of common laptop size.
inline Start blur() {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.preferences.tab = Tab::source;
    start.preferences.panes.inspector_open = false;
    start.is_drawer_requested = true;
    return start;
}

inline const std::string& text_of(Driver& driver) { return driver.model().edited->text; }

inline void go_to_end_of(Driver& driver, uint32_t line) {
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Home);
    for (uint32_t i = 1; i < line; ++i) driver.key(ImGuiKey_DownArrow);
    driver.key(ImGuiKey_End);
}

inline uint32_t line_with(const std::string& text, std::string_view words) {
    return 1 + static_cast<uint32_t>(std::ranges::count(std::string_view(text).substr(0, text.find(words)), '\n'));
}

inline void open_editor(Driver& driver) {
    driver.settle();
    driver.key(ImGuiKey_F2);
    driver.settle();
}

inline void narrow_the_loop(Driver& driver) {
    go_to_end_of(driver, 10);
    for (size_t i = 0; i < std::string_view("= radius; ++dx) {").size(); ++i) driver.key(ImGuiKey_LeftArrow);
    driver.key(ImGuiKey_Delete);
    driver.settle();
}

} // namespace warpscope::ui
