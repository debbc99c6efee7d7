// Saving a picture of the window or of a part of it.
#include <algorithm>
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
#include "ui/background/picture_clipboard.hpp"
#include "ui/imgui/drawing_crop.hpp"

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

std::shared_ptr<const drawing::Picture> App::State::shapes_of(const ImguiHost& host,
                                                              const std::optional<drawing::Rect>& part) const {
    std::vector<std::string> notes;
    drawing::Picture shapes = host.last_frame_as_drawing([&](ImTextureID texture, drawing::Rect at) {
        std::vector<std::string> said; // of views that are cut away: nothing
        auto made = views->shapes(texture, at, said);
        if (!part || overlap(*part, at)) notes.insert(notes.end(), said.begin(), said.end());
        return made;
    });
    shapes.notes = std::move(notes);
    return std::make_shared<const drawing::Picture>(part ? cropped(std::move(shapes), *part) : std::move(shapes));
}

std::optional<SavePicture> App::save_wish() const { return state_->dialogs.save_wish; }

bool App::State::is_worded(const SavePicture& wish, Language words) const {
    const bool whole = wish.subject == Subject::window;
    const analysis::ChartMaker::State chart = charts.state();
    const bool has_chart = model.result && seen(Tab::charts) && (whole || wish.subject == Subject::drawer);
    if (has_chart && (chart.wish.words != words || (words != program_language() && chart.busy))) return false;
    return !whole || !lesson.on() || lesson.is_in_language(words);
}

void App::save(ImguiHost& host) {
    State& s = *state_;
    if (!s.dialogs.save_wish) return;
    SavePicture wish = *s.dialogs.save_wish;
    const Language words = wish.language.value_or(program_language());
    if (!s.is_worded(wish, words)) {
        constexpr double patience = 20; // seconds; a sweep is measured only once
        if (!s.dialogs.figure_language) s.dialogs.figure_deadline = ImGui::GetTime() + patience;
        s.dialogs.figure_language = words;
        s.redraw.want(3);
        if (ImGui::GetTime() < s.dialogs.figure_deadline) return;
    }
    s.dialogs.save_wish.reset();
    ImVec2 size = ImGui::GetIO().DisplaySize;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    // A figure cannot be scrolled.
    const float rows = wish.subject == Subject::drawer ? std::ceil(s.window.hidden_rows) : 0;
    size.y += rows;
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    const float longest = std::max(size.x, size.y);
    const bool shapes = exporting::is_drawing_file(wish.file);
    if (shapes) wish.scale = 1; // it has no pixels to be made more of
    if (longest * static_cast<float>(wish.scale) > static_cast<float>(largest)) {
        s.say(true,
              tr_format("{} times the window is more than this graphics driver can draw ({} pixels a side).",
                        wish.scale, largest),
              tr("Choose a smaller size."));
        return;
    }
    s.window.capturing = true;
    s.window.captured_rows = rows;
    s.model.bare_views = wish.subject != Subject::window && wish.subject != Subject::drawer;
    s.window.as_shapes = shapes;
    if (!s.window.presentation) { // which has its caption, and large type
        s.window.captured_title = wish.title;
        s.window.captured_caption = wish.caption;
        s.window.captured_large = wish.large_legend && s.model.bare_views;
    }
    const std::optional<scene::Spot> hover = std::exchange(s.pointing.hover, std::nullopt);
    draw_plain_edges(shapes);
    host.begin_frame(static_cast<uint32_t>(size.x), static_cast<uint32_t>(size.y), static_cast<float>(wish.scale),
                     1e-4);
    ImGui::GetIO().MousePos = {-FLT_MAX, -FLT_MAX};
    s.window.captured_language = words;
    if (!shapes && wish.subject < Subject::drawer) s.window.captured_view = static_cast<size_t>(wish.subject);
    s.frame();
    s.window.captured_view.reset();
    s.window.captured_language.reset();
    s.dialogs.figure_language.reset();
    const float strip = s.window.captured_title.empty() ? 0 : std::round(s.look.px(title_strip));
    std::optional<drawing::Rect> part;
    if (wish.subject != Subject::window) {
        const ViewGrid::Area area = wish.subject == Subject::drawer ? s.window.drawer_area
                                    : wish.subject == Subject::all_views
                                        ? all_views(*s.views)
                                        : s.views->area(static_cast<size_t>(wish.subject));
        part = {area.min.x, area.min.y - strip, area.max.x - area.min.x,
                area.max.y - area.min.y + strip + s.window.captured_below};
    }
    std::optional<PixelRect> pixels;
    if (part) {
        const auto at = [&](double length) { return static_cast<int>(std::lround(length * wish.scale)); };
        pixels = {at(part->x), at(part->y), at(part->x) + at(part->width), at(part->y) + at(part->height)};
    }
    auto picture = host.end_frame_as_picture(ground(), pixels);
    if (picture && shapes) picture->shapes = s.shapes_of(host, part);
    draw_plain_edges(false);
    ImGui::GetIO().MousePos = mouse;
    s.pointing.hover = hover;
    s.window.capturing = s.window.as_shapes = false;
    s.window.captured_title.clear();
    s.window.captured_caption.clear();
    s.window.captured_large = false;
    s.window.captured_below = 0;
    s.window.captured_rows = 0;
    s.model.bare_views = false;
    s.redraw.want(3);
    if (!picture) {
        s.say(true, picture.error().message, picture.error().hint);
        return;
    }
    if (wish.file.empty()) {
        s.worker.post([&s, made = std::make_shared<Picture>(std::move(*picture))]() -> Worker::Finish {
            const auto copied = copied_to_clipboard(*made);
            return [&s, copied, made] {
                if (copied)
                    s.say(false, tr_format("Copied ({} × {} pixels).", made->width, made->height));
                else // nothing is lost: the message goes by itself
                    s.say(false, copied.error().message, copied.error().hint);
                s.redraw.want(3);
            };
        });
        return;
    }
    // A picture of a run that the sliders have left has no scene.
    const RunPtr run = wish.with_scene && s.model.result && s.is_of_choice(*s.model.result) ? s.model.result : nullptr;
    s.worker.post([&s, wish, run, shown = s.model.result, look = s.look_of_scene(),
                   made = std::make_shared<Picture>(std::move(*picture))]() -> Worker::Finish {
        std::string title = wish.title, description;
        if (shown) {
            const InLanguage words(wish.language.value_or(language()));
            if (title.empty()) title = exporting::run_title(*shown);
            description = exporting::run_description(*shown);
        }
        const Result<std::string> scene = run ? exporting::scene_text(*run, look) : std::string();
        const auto written =
            made->shapes
                ? exporting::save_drawing(wish.file, *made->shapes, {title, description, scene.value_or("")})
                : exporting::save_png(wish.file, made->width, made->height, 4,
                                      reinterpret_cast<const std::byte*>(made->rgba.data()), scene.value_or(""));
        return [&s, wish, written, made, problem = scene ? std::string() : scene.error().text()] {
            if (written)
                s.say(false, tr_format("Saved {} ({} × {} pixels).", wish.file.string(), made->width, made->height),
                      fmt::format("{}{}", made->shapes ? fmt::format("{}", fmt::join(made->shapes->notes, " ")) : "",
                                  problem.empty() ? "" : tr_format("It carries no scene: {}", problem)));
            else
                s.say(true, written.error().message, written.error().hint);
            s.redraw.want(3);
        };
    });
}

} // namespace warpscope::ui
