#pragma once

#include <string>
#include <string_view>

namespace warpscope::workbench {

/// Part of the page's address after #, unless it is a scene.
struct PageTarget {
    std::string lesson = {};                   // lesson/NAME
    std::string experiment = {}, variant = {}; // NAME or NAME/VARIANT
    bool is_class = false;                     // #class: joins the class of the page's server
};
[[nodiscard]] PageTarget parse_page_target(std::string_view text);

} // namespace warpscope::workbench
