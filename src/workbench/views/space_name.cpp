#include "workbench/views/space_name.hpp"

namespace warpscope::workbench {

std::pair<scene::Space, std::string> space_from_name(const std::string& name) {
    if (name.empty() || name == "input" || name == "matrices") return {scene::Space::input, ""};
    if (name == "output") return {scene::Space::output, ""};
    if (name == "launch") return {scene::Space::launch, ""};
    return {scene::Space::buffer, name};
}

} // namespace warpscope::workbench
