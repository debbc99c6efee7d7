#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/process/temporary_folder.hpp"
#include "export/png.hpp"
#include "export/vector/figure_file.hpp"
#include "export/vector/figure_words.hpp"
#include "language/language.hpp"
#include "language/tr.hpp"
#include "ui/app/app_state.hpp"
#include "ui/dialogs/picture_words.hpp"
#include "ui/imgui/drawing_crop.hpp"
#include "ui/workbench.hpp"
#include "workbench/background/picture_clipboard.hpp"
#include "workbench/files/scene_look.hpp"

namespace warpscope::ui {

namespace {

Result<void> copied_to_clipboard(const Picture& picture) {
    const auto folder = TemporaryFolder::create();
    if (!folder) return tl::unexpected(folder.error());
    const std::filesystem::path file = folder->path() / "view.png";
    const auto written = exporting::save_png(file, picture.width, picture.height, 4,
                                             reinterpret_cast<const std::byte*>(picture.rgba.data()));
    if (!written) return written;
    return copy_picture(file);
}

bool overlap(const drawing::Rect& a, const drawing::Rect& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

} // namespace

ViewGrid::Area all_views(const ViewGrid& views) {
    std::optional<ViewGrid::Area> all;
    for (size_t i = 0; i < scene::Views().size(); ++i) {
        const ViewGrid::Area& one = views.area(i);
        if (one.max.x <= one.min.x) continue;
        all = all ? ViewGrid::Area{{std::min(all->min.x, one.min.x), std::min(all->min.y, one.min.y)},
                                   {std::max(all->max.x, one.max.x), std::max(all->max.y, one.max.y)}}
                  : one;
    }
    return all.value_or(ViewGrid::Area());
}

ViewGrid::Area App::State::area_of(Subject subject) const {
    if (subject == Subject::window) return {{0, 0}, ImGui::GetIO().DisplaySize};
    if (subject == Subject::drawer) return drawer_area;
    return subject == Subject::all_views ? all_views(*views) : views->area(static_cast<size_t>(subject));
}

exporting::SceneLook App::State::look_of_figure(const SavePicture& request, bool dark, const Picture& picture) const {
    exporting::SceneLook look = look_of_scene(doc, model);
    scene::FigureLook figure;
    const bool compared = model.baseline.side_by_side;
    switch (request.subject) {
    case Subject::window: figure.shows = scene::Shows::window; break;
    case Subject::all_views: figure.shows = compared ? scene::Shows::comparison : scene::Shows::views; break;
    case Subject::drawer:
        figure.shows = preferences.tab == Tab::charts    ? scene::Shows::chart
                       : preferences.tab == Tab::compare ? scene::Shows::comparison
                                                         : scene::Shows::tab;
        figure.launch = block_view_state.launch;
        figure.array = block_view_state.array;
        figure.peaks = preferences.peaks;
        if (preferences.tab == Tab::compare) look.beside = model.baseline.result;
        break;
    default:
        figure.view = static_cast<uint32_t>(request.subject);
        figure.shows = compared ? scene::Shows::comparison : scene::Shows::view;
    }
    figure.title = request.title;
    figure.caption = request.caption;
    figure.large_legend =
        request.large_legend && figure.shows != scene::Shows::tab && figure.shows != scene::Shows::chart;
    figure.dark = dark;
    figure.width = std::min(picture.width, scene::largest_side);
    figure.height = std::min(picture.height, scene::largest_side);
    look.figure = figure;
    return look;
}

drawing::Picture App::State::shapes_of(const ImguiHost& host, const std::optional<drawing::Rect>& part) const {
    std::vector<std::string> notes;
    drawing::Picture shapes = host.last_frame_as_drawing([&](ImTextureID texture, drawing::Rect at) {
        std::vector<std::string> said;
        auto made = views->shapes(texture, at, said);
        if (!part || overlap(*part, at)) drawing::add_notes(notes, said);
        return made;
    });
    shapes.notes = std::move(notes);
    return part ? cropped(std::move(shapes), *part) : shapes;
}

std::optional<SavePicture> App::pending_picture() const { return state_->dialogs.pending_picture; }

bool App::State::is_worded(const SavePicture& request, Language words) const {
    const bool whole = request.subject == Subject::window;
    const bool has_chart = model.result && doc.seen(Tab::charts) && (whole || request.subject == Subject::drawer);
    if (has_chart && !charts.is_in_language(words)) return false;
    return !whole || lesson.is_in_language(words);
}

void App::save(ImguiHost& host) {
    State& s = *state_;
    if (!s.dialogs.pending_picture) return;
    SavePicture request = *s.dialogs.pending_picture;
    const Language words = request.language.value_or(program_language());
    if (!s.is_worded(request, words)) {
        constexpr double patience = 20; // seconds; a sweep is measured only once
        if (!s.doc.figure_language) s.dialogs.figure_deadline = ImGui::GetTime() + patience;
        s.doc.figure_language = words;
        s.redraw.want(3);
        if (ImGui::GetTime() < s.dialogs.figure_deadline) return;
    }
    s.dialogs.pending_picture.reset();
    ImVec2 size = ImGui::GetIO().DisplaySize;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float rows = request.subject == Subject::drawer ? std::ceil(s.window.hidden_rows) : 0;
    size.y += rows;
    const bool of_views = request.subject != Subject::window && request.subject != Subject::drawer;
    const bool large = request.large_legend && of_views;
    const ViewGrid::Area before = s.area_of(request.subject);
    const PictureWords around(request, s.look, std::max(1.0f, before.max.x - before.min.x),
                              large ? 0.03f * size.y / s.look.scale : 0);
    const float below = size.y;
    size.y += around.height();
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    const float longest = std::max(size.x, size.y);
    const bool shapes = exporting::is_drawing_file(request.file);
    if (shapes) request.scale = 1; // vector files do not depend on it
    if (longest * static_cast<float>(request.scale) > static_cast<float>(largest)) {
        s.doc.say(true,
                  msg("{} times the window size exceeds this graphics driver's limit ({} pixels per side).",
                      request.scale, largest),
                  msg("Choose a smaller size."));
        return;
    }
    s.window.capturing = true;
    s.window.captured_rows = rows;
    s.model.bare_views = of_views;
    s.window.as_shapes = shapes;
    s.window.captured_large = large && !s.window.presentation; // presentation already uses large type
    const bool window_dark = s.preferences.dark;
    if (request.prints()) s.preferences.dark = false;
    const std::optional<scene::Spot> hover = std::exchange(s.pointing.hover, std::nullopt);
    draw_plain_edges(shapes);
    host.begin_frame(static_cast<uint32_t>(size.x), static_cast<uint32_t>(size.y), static_cast<float>(request.scale),
                     1e-4);
    ImGui::GetIO().MousePos = {-FLT_MAX, -FLT_MAX};
    s.window.captured_language = words;
    if (!shapes && request.subject < Subject::drawer) s.window.captured_view = static_cast<size_t>(request.subject);
    ImGui::GetIO().DisplaySize.y = below;
    s.frame();
    around.draw(s.look, below);
    ImGui::GetIO().DisplaySize.y = size.y;
    s.window.captured_view.reset();
    s.window.captured_language.reset();
    s.doc.figure_language.reset();
    const bool has_words = around.height() > 0;
    std::optional<drawing::Rect> part;
    if (request.subject != Subject::window) {
        const ViewGrid::Area area = s.area_of(request.subject);
        part = {area.min.x, area.min.y, area.max.x - area.min.x, area.max.y - area.min.y};
    } else if (has_words) {
        part = {0, 0, size.x, below};
    }
    std::optional<PixelRect> pixels;
    if (part && !has_words) {
        const auto at = [&](double length) { return static_cast<int>(std::lround(length * request.scale)); };
        pixels = {at(part->x), at(part->y), at(part->x) + at(part->width), at(part->y) + at(part->height)};
    }
    auto picture = host.end_frame_as_picture(ground(), pixels);
    if (picture && shapes) {
        auto of_part = s.shapes_of(host, part);
        picture->shapes = std::make_shared<const drawing::Picture>(
            around.around(std::move(of_part), s.shapes_of(host, std::nullopt), below));
    }
    const bool dark = std::exchange(s.preferences.dark, window_dark);
    draw_plain_edges(false);
    ImGui::GetIO().MousePos = mouse;
    s.pointing.hover = hover;
    s.window.capturing = s.window.as_shapes = false;
    s.window.captured_large = false;
    s.window.captured_rows = 0;
    s.model.bare_views = false;
    s.redraw.want(3);
    if (!picture) {
        s.doc.say(true, picture.error().message, picture.error().hint);
        return;
    }
    if (part && has_words) {
        const auto made = picture->shapes;
        picture = around.around(*picture, *part, below, request.scale);
        picture->shapes = made;
    }
    if (request.file.empty()) {
        s.worker.post([&s, made = std::make_shared<Picture>(std::move(*picture))]() -> Worker::Finish {
            const auto copied = copied_to_clipboard(*made);
            return [&s, copied, made] {
                if (copied)
                    s.doc.say(false, msg("Copied ({} × {} pixels).", made->width, made->height));
                else // not a problem: the notice expires
                    s.doc.say(false, copied.error().message, copied.error().hint);
                s.redraw.want(3);
            };
        });
        return;
    }
    // A picture of a stale result gets no scene.
    const RunPtr run =
        request.with_scene && s.model.result && s.doc.is_of_setup(*s.model.result) ? s.model.result : nullptr;
    s.worker.post([&s, request, run, shown = s.model.result, look = s.look_of_figure(request, dark, *picture),
                   made = std::make_shared<Picture>(std::move(*picture))]() -> Worker::Finish {
        std::string title = request.title, description;
        if (shown) {
            const InLanguage words(request.language.value_or(language()));
            if (title.empty()) title = exporting::run_title(*shown);
            description = exporting::run_description(*shown);
        }
        const Result<std::string> scene = run ? exporting::scene_text(*run, look) : std::string();
        const auto written =
            made->shapes
                ? exporting::save_drawing(request.file, *made->shapes, {title, description, scene.value_or("")})
                : exporting::save_png(request.file, made->width, made->height, 4,
                                      reinterpret_cast<const std::byte*>(made->rgba.data()), scene.value_or(""));
        return [&s, request, written, made, problem = scene ? Message() : scene.error().whole()] {
            if (written)
                s.doc.say(false,
                          made->shapes
                              ? msg("Saved {}.", request.file.string())
                              : msg("Saved {} ({} × {} pixels).", request.file.string(), made->width, made->height),
                          joined(std::array{Message::verbatim(
                                                made->shapes ? fmt::format("{}", fmt::join(made->shapes->notes, " "))
                                                             : std::string()),
                                            problem.empty() ? Message() : msg("No scene is embedded: {}", problem)},
                                 ""));
            else
                s.doc.say(true, written.error().message, written.error().hint);
            s.redraw.want(3);
        };
    });
}

} // namespace warpscope::ui
