#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "language/language.hpp"
#include "workbench/document/bug_step.hpp"
#include "workbench/document/command.hpp"
#include "workbench/document/tab.hpp"

namespace warpscope::workbench {

enum class Pane : uint8_t { launch, inspector, drawer, split, rows };
struct ResizePane {
    Pane pane{};
    float by = 0; // pixels; a share for Pane::split and Pane::rows
};
struct SelectTab {
    Tab tab{};
};
struct SetDrawer {
    bool open = true;
};
struct SetScale {
    float scale = 0; // 0: the monitor's scale
};
struct SetLanguage {
    std::optional<Language> language; // nullopt: the desktop's
};
struct ShowPalette {
    std::string typed;
};
struct DismissNotice {
    uint64_t id = 0;
};
struct Restart {};
struct TellBug {
    BugStep step{};
};

using WindowCommands =
    CommandList<ResizePane, SelectTab, SetDrawer, SetScale, SetLanguage, ShowPalette, DismissNotice, Restart, TellBug>;
template<class T>
requires(WindowCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "window";

} // namespace warpscope::workbench
