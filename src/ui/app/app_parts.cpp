#include "ui/app/app_parts.hpp"

#include <utility>

namespace warpscope::ui {

AppParts::AppParts(Start how, const Fonts& with_fonts, std::function<void()> with_wake,
                   std::unique_ptr<ViewGrid> with_views)
    : doc(std::move(how), std::move(with_wake))
    , fonts(with_fonts)
    , views(std::move(with_views))
    , stage(*views, model, pictures)
    , traces(runs.session)
    , preferences_file(start.preferences_file, start.preferences, worker)
    , gpu_access(start.gpu)
    , study(gpu_access, start.device, runs, gpu_worker, redraw, doc.wake)
    , recorded(gpu_access, runs, study, gpu_worker, redraw)
    , pictures(doc, model, *views, gpu_access, study, recorded, gpu_worker, layer_worker)
    , gpu(doc, model, model, pictures, gpu_access, study, recorded, gpu_worker)
    , views_feature(doc, model, model, stage, traces, layer_worker)
    , pacing(start.software_gl)
    , gpu_worker(doc.wake)
    , layer_worker(doc.wake)
    , editing(doc, model, model)
    , files(doc, model, model)
    , export_feature(doc, model, model, stage)
    , launch(doc, model, model)
    , window_feature(doc, model)
    , notes(doc, model)
    , compare(doc, model, model, traces)
    , program(doc, model, model)
    , charts(doc, model, model)
    , time(doc, model, model, stage)
    , machine_code(doc, model, model)
    , deck(doc, model, model)
    , pointer(doc, model, model)
    , paint(doc, model, model)
    , lesson(doc, model, model) {
    for (Feature* feature : std::initializer_list<Feature*>{
             &editing, &files, &gpu, &export_feature, &window_feature, &pointer, &paint, &notes, &compare, &program,
             &charts, &time, &machine_code, &deck, &lesson, &launch, &views_feature})
        dispatcher.add(*feature);
}

} // namespace warpscope::ui
