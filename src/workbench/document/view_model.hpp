#pragma once

#include <memory>
#include <vector>

#include "catalog/experiment.hpp"
#include "scene/scene.hpp"
#include "session/session.hpp"
#include "workbench/document/notices.hpp"
#include "workbench/document/preferences.hpp"

namespace warpscope::workbench {

struct DocumentModel {
    const catalog::Catalog* catalog = nullptr;
    const catalog::Experiment* experiment = nullptr;
    const catalog::Variant* variant = nullptr;
    const scene::Scene* scene = nullptr;
    const scene::LaunchSetup* setup = nullptr;
    const Preferences* preferences = nullptr;
    const std::vector<Notice>* notices = nullptr;
    bool can_undo = false, can_redo = false;
    std::shared_ptr<const session::RunResult> result; // displayed run; null before the first
};

} // namespace warpscope::workbench
