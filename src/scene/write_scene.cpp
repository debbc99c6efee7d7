#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "catalog/text/toml_writer.hpp"
#include "scene/kernel_file.hpp"
#include "scene/measured_file.hpp"
#include "scene/names.hpp"
#include "scene/note_file.hpp"
#include "scene/saved_scene.hpp"

namespace warpscope::scene {
namespace {

using catalog::toml_number;
using catalog::toml_string;

std::string moment_table(const Moment& moment) {
    if (moment == Moment()) return {};
    return fmt::format("\n[moment]\nscope = \"{}\"\nlaunch = {}\nblock = {}\nwarp = {}\nstep = {}\n",
                       name_of(moment.scope), moment.launch, moment.block, moment.warp, moment.step) +
           (moment.instruction > 0 ? fmt::format("instruction = {}\n", moment.instruction) : "");
}

std::string camera_line(std::string_view key, const Camera& camera) {
    return fmt::format("{} = [{}, {}, {}]\n", key, toml_number(camera.center.x), toml_number(camera.center.y),
                       toml_number(camera.pixels_per_cell));
}

std::string look_table(const SavedScene& saved) {
    const Scene& scene = saved.scene;
    std::string out = "\n[look]\n";
    if (!saved.tab.empty()) out += fmt::format("tab = {}\n", toml_string(saved.tab));
    if (!saved.chart.empty()) out += fmt::format("chart = {}\n", toml_string(saved.chart));
    if (scene.camera) out += camera_line("camera", *scene.camera);
    if (scene.matrices) out += camera_line("matrices", *scene.matrices);
    if (scene.step) out += fmt::format("step = {}\n", *scene.step);
    if (scene.interval) out += fmt::format("interval = {}\n", *scene.interval);
    if (scene.slice) out += fmt::format("slice = {}\n", *scene.slice);
    if (scene.pin) {
        const Content& at = scene.pin->space;
        out += fmt::format("\n[look.pin]\nspace = \"{}\"\nbuffer = {}\nlay = \"{}\"\nslice = {}\nplace = [{}, {}]\n",
                           name_of(at.space), at.buffer, name_of(at.lay), at.slice, toml_number(scene.pin->place.x),
                           toml_number(scene.pin->place.y));
    }
    if (const auto& painted = scene.painted)
        out += fmt::format("\n[look.painted]\nline = {}\nptx_line = {}\nmeasure = \"{}\"\n", painted->place.line,
                           painted->place.ptx_line, name_of(painted->measure));
    return out;
}

std::string view_table(const View& view) {
    std::string overlays;
    for (const Overlay overlay : all_overlays())
        if (has(view.overlays, overlay))
            overlays += fmt::format("{}\"{}\"", overlays.empty() ? "" : ", ", name_of(overlay));
    std::string out = fmt::format("\n[[view]]\nshows = \"{}\"\n", name_of(view.space));
    if (!view.buffer.empty()) out += fmt::format("buffer = {}\n", toml_string(view.buffer));
    out += fmt::format("form = \"{}\"\noverlays = [{}]\n", name_of(view.form), overlays);
    if (view.reference.is_baseline) return out + "minus_baseline = true\n";
    if (view.reference.any()) out += fmt::format("minus = {}\n", toml_string(view.reference.buffer));
    return out;
}

std::string file_table(const CarriedFile& file) {
    return fmt::format("\n[[file]]\nname = {}\n", toml_string(file.name)) + contents_line(file.contents);
}

std::span<const View> shown_views(const Scene& scene) {
    return std::span(scene.views).first(scene.four ? scene.views.size() : first_lower_view);
}

int64_t format_of(const SavedScene& saved) {
    if (!saved.scene.source.input.painting.empty() || (saved.beside && !saved.beside->source.input.painting.empty()))
        return 5;
    if (std::ranges::any_of(shown_views(saved.scene), [](const View& view) { return view.reference.any(); })) return 4;
    if (saved.figure || saved.beside || saved.measured.given) return 3;
    return saved.scene.notes.empty() ? 1 : 2;
}

} // namespace

std::string to_text(const SavedScene& saved, PtxForm form) {
    std::string out = "# A scene of Warpscope: a kernel with its settings and input, and what is shown of its run.\n"
                      "# docs/SCENES.md says what each key means.\n";
    // Writes the oldest sufficient format, which older programs can read.
    out += fmt::format("wscope = {}\n", format_of(saved));
    if (!saved.notes.empty())
        out += "notes = " +
               (catalog::fits_toml_lines(saved.notes) ? catalog::toml_lines(saved.notes) : toml_string(saved.notes)) +
               "\n";
    out += kernel_table("kernel", saved.scene.source, saved.experiment_file) + moment_table(saved.scene.moment) +
           look_table(saved);
    for (const View& view : shown_views(saved.scene)) out += view_table(view);
    for (const Note& note : saved.scene.notes) out += note_table(note, saved.scene.source);
    if (saved.figure) out += figure_table(*saved.figure);
    out += measured_table(saved.measured, "measured", form);
    if (saved.beside)
        out += kernel_table("beside", saved.beside->source, saved.beside->experiment_file) +
               measured_table(saved.beside->measured, "beside_measured", form);
    for (const CarriedFile& file : saved.files) out += file_table(file);
    return out + "\n[end]\n";
}

} // namespace warpscope::scene
