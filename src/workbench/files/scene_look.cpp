#include "workbench/files/scene_look.hpp"

namespace warpscope::workbench {

exporting::SceneLook look_of_scene(const Document& document, const Models& model) {
    exporting::SceneLook shown{document.scene, {}, {}, document.file.notes};
    if (model.baseline.side_by_side) shown.beside = model.baseline.result;
    if (document.window.drawer_shown()) shown.tab = info(document.preferences.tab).name;
    if (document.preferences.tab == Tab::charts) shown.chart = document.preferences.chart;
    return shown;
}

} // namespace warpscope::workbench
