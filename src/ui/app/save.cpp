#include <algorithm>
#include <cmath>

#include "export/vector/figure_file.hpp"
#include "language/language.hpp"
#include "language/tr.hpp"
#include "ui/app/app_state.hpp"
#include "ui/dialogs/picture_words.hpp"
#include "ui/imgui/drawing_crop.hpp"
#include "ui/views/view_parts.hpp"
#include "ui/workbench.hpp"

namespace warpscope::ui {

namespace {

bool overlap(const drawing::Rect& a, const drawing::Rect& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

bool is_of_views(Subject subject) { return subject != Subject::window && subject != Subject::drawer; }

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

std::optional<SavePicture> App::pending_picture() const { return state_->export_feature.pending_picture(); }

bool App::State::is_worded(const SavePicture& request) const {
    const Language words = request.language.value_or(program_language());
    const bool whole = request.subject == Subject::window;
    const bool has_chart = model.result && doc.seen(Tab::charts) && (whole || request.subject == Subject::drawer);
    if (has_chart && !charts.is_in_language(words)) return false;
    return !whole || lesson.is_in_language(words);
}

App::State::CapturedRoom App::State::captured_room(const SavePicture& request) const {
    CapturedRoom room;
    if (request.subject == Subject::drawer) room.rows = std::ceil(window.hidden_rows);
    if (!is_of_views(request.subject)) return room;
    const float large_type = 0.03f * ImGui::GetIO().DisplaySize.y / look.scale;
    const float stretch =
        request.large_legend ? views->legend_stretch_that_fits(model, std::max(1.0f, large_type / legend_type)) : 1;
    if (request.large_legend) room.reading = stretch * legend_type;
    const auto only =
        request.subject == Subject::all_views ? std::nullopt : std::optional(static_cast<size_t>(request.subject));
    room.spare = views->spare_height(model, stretch, only);
    // In presentation mode, more height would enlarge the type.
    if (room.spare <= 0 && !window.presentation) room.missing = views->missing_height(model, stretch);
    return room;
}

ImVec2 App::State::picture_size(const SavePicture& request) const {
    const CapturedRoom room = captured_room(request);
    const auto size_of = [](const ViewGrid::Area& area) {
        return ImVec2{area.max.x - area.min.x, area.max.y - area.min.y};
    };
    ImVec2 size = size_of(area_of(request.subject));
    if (is_of_views(request.subject) && (!window.presentation || model.lesson != nullptr)) {
        const auto around_views = [](const PaneSizes& panes) {
            return panes.top_bar + panes.status_bar + panes.time_bar + panes.drawer + panes.lesson;
        };
        const float change =
            room.missing - room.spare + around_views(window.sizes) - around_views(sizes_of_panes(room.spare));
        size.y += change * size.y / std::max(1.0f, size_of(all_views(*views)).y);
    }
    size.y += room.rows + PictureWords(request, look, std::max(1.0f, size.x), room.reading).height();
    return size;
}

void App::save(ImguiHost& host) {
    State& s = *state_;
    const std::optional<SavePicture>& pending = s.export_feature.pending_picture();
    if (!pending) return;
    std::optional<SavePicture> taken = s.export_feature.take_picture(s.is_worded(*pending));
    if (!taken) return;
    SavePicture& request = *taken;
    const Language words = request.language.value_or(program_language());
    ImVec2 size = ImGui::GetIO().DisplaySize;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool of_views = is_of_views(request.subject), large = request.large_legend && of_views;
    const State::CapturedRoom captured = s.captured_room(request);
    const ViewGrid::Area before = s.area_of(request.subject);
    const PictureWords around(request, s.look, std::max(1.0f, before.max.x - before.min.x), captured.reading);
    size.y += captured.rows + captured.missing;
    const float below = size.y;
    size.y += around.height();
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    const float longest = std::max(size.x, size.y);
    const bool shapes = exporting::is_drawing_file(request.file);
    if (shapes) request.scale = 1; // vector files have no scale
    if (longest * static_cast<float>(request.scale) > static_cast<float>(largest)) {
        s.doc.say(true,
                  msg("{} times the window size exceeds this graphics driver's limit ({} pixels per side).",
                      request.scale, largest),
                  msg("Choose a smaller size."));
        return;
    }
    s.window.capturing = true;
    s.window.captured_rows = captured.rows + captured.spare;
    s.window.captured_room = captured.missing;
    s.model.bare_views = of_views;
    s.model.bare_tab = request.subject == Subject::drawer;
    s.window.as_shapes = shapes;
    s.window.captured_reading = large && !s.window.presentation ? captured.reading : 0;
    const bool window_dark = s.preferences.dark;
    if (request.prints()) s.preferences.dark = false;
    const std::optional<scene::Spot> hover = std::exchange(s.pointing.hover, std::nullopt);
    draw_plain_edges(shapes);
    s.window.captured_language = words;
    if (!shapes && request.subject < Subject::drawer) s.window.captured_view = static_cast<size_t>(request.subject);
    const auto draw = [&] {
        host.begin_frame(static_cast<uint32_t>(size.x), static_cast<uint32_t>(size.y),
                         static_cast<float>(request.scale), 1e-4);
        ImGui::GetIO().MousePos = {-FLT_MAX, -FLT_MAX};
        ImGui::GetIO().DisplaySize.y = below;
        s.frame();
        around.draw(s.look, below);
        ImGui::GetIO().DisplaySize.y = size.y;
    };
    const int atlas = host.atlas_number();
    draw();
    if (shapes && host.atlas_number() != atlas) { // earlier text lost its letters
        host.drop_frame();
        draw();
    }
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
    s.window.captured_reading = 0;
    s.window.captured_rows = s.window.captured_room = 0;
    s.model.bare_views = s.model.bare_tab = false;
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
    s.export_feature.save(request, dark, std::move(*picture));
}

} // namespace warpscope::ui
