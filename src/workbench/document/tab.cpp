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

Tab tab_after(Tab tab, bool narrow, bool several) {
    size_t next = static_cast<size_t>(tab);
    do next = (next + 1) % tabs().size();
    while ((tabs()[next].has(only_narrow) && !narrow) || (tabs()[next].has(only_several) && !several));
    return tabs()[next].tab;
}

} // namespace warpscope::workbench
