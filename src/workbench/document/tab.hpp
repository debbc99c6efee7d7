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

enum TabNeeds : uint8_t {
    tall = 1,
    block_trace = 2,
    beside_views = 4,
    only_narrow = 8,
    in_figures = 16, // `run --figure FILE --tab NAME` draws it
    only_several = 32,
    only_upright = 64,
};

struct TabInfo {
    Tab tab{};
    std::string_view name, title;
    int needs = 0;

    [[nodiscard]] bool has(TabNeeds need) const { return (needs & need) != 0; }
};
[[nodiscard]] const std::vector<TabInfo>& tabs();
[[nodiscard]] const TabInfo& info(Tab tab);
[[nodiscard]] std::optional<Tab> tab_from_name(std::string_view name);
struct TabConditions {
    bool narrow = false, upright = false;
    bool several_devices = false;
};
[[nodiscard]] bool is_available(const TabInfo& tab, const TabConditions& conditions);
/// Returns the next available tab; after the last, the first.
[[nodiscard]] Tab tab_after(Tab tab, const TabConditions& conditions);

} // namespace warpscope::workbench
