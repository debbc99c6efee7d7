#include "workbench/document/tab.hpp"

#include <algorithm>

namespace warpscope::workbench {

const std::vector<TabInfo>& tabs() {
    static const std::vector<TabInfo> all{
#define WARPSCOPE_TAB(name, title, draw, needs) {Tab::name, #name, title, needs},
#include "workbench/document/tabs.inc"
#undef WARPSCOPE_TAB
    };
    return all;
}

const TabInfo& info(Tab tab) { return tabs()[static_cast<size_t>(tab)]; }

std::optional<Tab> tab_from_name(std::string_view name) {
    const auto found = std::find_if(tabs().begin(), tabs().end(), [&](const TabInfo& t) { return t.name == name; });
    return found == tabs().end() ? std::nullopt : std::optional(found->tab);
}

bool is_available(const TabInfo& tab, const TabConditions& conditions) {
    return (conditions.narrow || !tab.has(only_narrow)) && (conditions.upright || !tab.has(only_upright)) &&
           (conditions.several_devices || !tab.has(only_several));
}

Tab tab_after(Tab tab, const TabConditions& conditions) {
    size_t next = static_cast<size_t>(tab);
    do next = (next + 1) % tabs().size();
    while (!is_available(tabs()[next], conditions));
    return tabs()[next].tab;
}

} // namespace warpscope::workbench
