#pragma once

#include "workbench/charts/view_model.hpp"
#include "workbench/compare/view_model.hpp"
#include "workbench/deck/view_model.hpp"
#include "workbench/document/view_model.hpp"
#include "workbench/editing/view_model.hpp"
#include "workbench/export/view_model.hpp"
#include "workbench/files/view_model.hpp"
#include "workbench/gpu/view_model.hpp"
#include "workbench/launch/view_model.hpp"
#include "workbench/lesson/view_model.hpp"
#include "workbench/machine_code/view_model.hpp"
#include "workbench/paint/view_model.hpp"
#include "workbench/pointer/view_model.hpp"
#include "workbench/program/view_model.hpp"
#include "workbench/time/view_model.hpp"
#include "workbench/views/view_model.hpp"
#include "workbench/window/view_model.hpp"

namespace warpscope::workbench {

struct Models : DocumentModel,
                WindowModel,
                LaunchModel,
                ViewsModel,
                EditingModel,
                ChartsModel,
                CompareModel,
                GpuModel,
                TimeModel,
                MachineCodeModel,
                DeckModel,
                PointerModel,
                PaintModel,
                ProgramModel,
                LessonModel,
                ExportModel,
                FilesModel {};

} // namespace warpscope::workbench
