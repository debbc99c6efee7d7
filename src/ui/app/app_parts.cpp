#include "ui/app/app_parts.hpp"

#include <utility>

#include "compile/compiler.hpp"
#include "compile/text_headers.hpp"

namespace warpscope::ui {

AppParts::AppParts(Start how, const Fonts& with_fonts, std::function<void()> with_wake,
                   std::unique_ptr<ViewGrid> with_views, std::function<MapRequest()> map_request)
    : doc(std::move(how), std::move(with_wake))
    , fonts(with_fonts)
    , autosave(start.autosave_folder, worker)
    , views(std::move(with_views))
    , stage(*views)
    , traces(runs.session)
    , block_view(worker, redraw)
    , editor(worker, redraw)
    , legal(worker, redraw)
    , preferences_file(start.preferences_file, start.preferences, worker)
    , lesson(start.autosave_folder.empty() ? std::filesystem::path() : start.autosave_folder / "lessons.toml", wake,
             redraw)
    , gpu(start.gpu)
    , live(gpu, start.device, runs, gpu_worker, redraw)
    , study(gpu, start.device, runs, gpu_worker, redraw, wake)
    , recorded(gpu, runs, study, gpu_worker, redraw)
    , map_recorder(gpu, live, study, std::move(map_request), layer_worker, redraw)
    , layer_maps(map_recorder, views->textures())
    , heat_maps(map_recorder, views->textures())
    , pacing(start.software_gl)
    , gpu_worker(wake)
    , layer_worker(wake)
    , film(redraw, start.film_program, wake)
    , before_run(redraw, wake)
    , assignment(redraw, wake)
    , watched(
          wake,
          [](const std::filesystem::path& file, const FileWatch::Includes& includes) {
              if (file == includes.edited)
                  return compile::own_headers_of_text(includes.text, file, includes.folders, includes.defines).files;
              return compile::own_headers(file, includes.folders, includes.defines).files;
          })
    , window_feature(doc, model)
    , notes(doc, model)
    , compare(doc, model, model, traces)
    , program(doc, model, model)
    , charts(doc, model, model)
    , time(doc, model, model, stage)
    , machine_code(doc, model, model)
    , deck(doc, model, model)
    , pointer(doc, model, model)
    , paint(doc, model, model) {
    for (Feature* feature : std::initializer_list<Feature*>{&window_feature, &pointer, &paint, &notes, &compare,
                                                            &program, &charts, &time, &machine_code, &deck})
        dispatcher.add(*feature);
}

} // namespace warpscope::ui
