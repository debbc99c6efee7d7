// The tabs of the drawer, as tabs.inc lists them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace warpscope::workbench {

enum class Tab : uint8_t {
#define WARPSCOPE_TAB(name, title, draw, needs) name,
#include "workbench/document/tabs.inc"
#undef WARPSCOPE_TAB
};

/// What a tab needs, and where else it is drawn, as bits.
enum TabNeeds : uint8_t {
    tall = 1,          // height: it has drawings that are read for their own sake
    block_trace = 2,   // everything that one block did
    beside_views = 4,  // a place beside the pictures in presentation mode: it is read together with them
    only_narrow = 8,   // a narrow window, where it has no pane of its own
    in_figures = 16,   // `run --figure FILE --tab NAME` draws it, too, from what make_tab_figure() puts into the model
    only_several = 32, // a run on several devices
};

struct TabInfo {
    Tab tab{};
    std::string_view name, title;
    int needs = 0;

    [[nodiscard]] bool has(TabNeeds need) const { return (needs & need) != 0; }
};
[[nodiscard]] const std::vector<TabInfo>& tabs();
[[nodiscard]] const TabInfo& info(Tab tab);
/// The tab called "source", "shared" and so on, as in the settings file and on the command line.
[[nodiscard]] std::optional<Tab> tab_from_name(std::string_view name);
/// The tab to the right, after the last the first. `several`: the run has several devices.
[[nodiscard]] Tab tab_after(Tab tab, bool narrow, bool several);

} // namespace warpscope::workbench
