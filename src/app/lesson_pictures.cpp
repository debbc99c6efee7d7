#include "app/lesson_pictures.hpp"

#include <functional>

#include <fmt/format.h>

#include "app/start.hpp"
#include "export/png.hpp"
#include "lesson/lesson.hpp"
#include "ui/figures/offscreen.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/workbench.hpp"
#include "workbench/lesson/lesson_view.hpp"

namespace warpscope::app {

namespace {

constexpr double patience_of_lessons = 120; // seconds per step

Result<void> show_step(ui::Offscreen& offscreen, const std::filesystem::path& lesson, size_t step, bool presented,
                       const std::string& answer) {
    Options options;
    options.lesson = lesson.string();
    options.lesson_step = static_cast<int>(step + 1);
    options.lesson_answer = answer;
    options.presentation = presented;
    options.device = "emulator";
    options.screenshot = lesson.string(); // makes make_start() ignore preferences
    auto start = make_start(options);
    if (!start) return tl::unexpected(start.error());
    start->lesson_slide = presented;
    if (auto started = offscreen.start(std::move(*start)); !started) return started;
    if (!offscreen.settle(patience_of_lessons))
        return fail(ErrorKind::failed, msg("The picture of step {} was not complete in time.", step + 1));
    const ui::LessonView* view = offscreen.app().model().lesson;
    if (view != nullptr && view->problem) return tl::unexpected(*view->problem);
    return {};
}

Result<std::unique_ptr<ui::Offscreen>> window(uint32_t width, uint32_t height) {
    return ui::Offscreen::create(width, height, false);
}

} // namespace

Result<std::vector<Diagnostic>> missing_spotlights(const std::filesystem::path& file) {
    std::vector<Diagnostic> missing;
    const auto lesson = lesson::read_lesson(file);
    if (!lesson) return tl::unexpected(lesson.error());
    std::unique_ptr<ui::Offscreen> offscreen;
    for (size_t i = 0; i < lesson->steps.size(); ++i) {
        const lesson::Step& step = lesson->steps[i];
        if (step.spotlight.empty()) continue;
        if (!offscreen) {
            auto made = window(1600, 950);
            if (!made) return tl::unexpected(made.error());
            offscreen = std::move(*made);
        }
        if (auto shown = show_step(*offscreen, file, i, false, ""); !shown) return tl::unexpected(shown.error());
        ui::Recorder recorder;
        offscreen->frame();
        if (!recorder.find_shown(step.spotlight))
            missing.push_back({ErrorKind::failed,
                               fmt::format("step '{}': there is no control '{}'.", step.name, step.spotlight),
                               step.where, "use a label of the window, such as \"next\""});
    }
    return missing;
}

Result<void> make_slides(const std::filesystem::path& file, const std::filesystem::path& folder) {
    const auto lesson = lesson::read_lesson(file);
    if (!lesson) return tl::unexpected(lesson.error());
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        return fail(ErrorKind::environment,
                    msg("Cannot create the folder '{}': {}.", folder.string(), error.message()));
    auto offscreen = window(1920, 1080);
    if (!offscreen) return tl::unexpected(offscreen.error());
    const auto draw = [&](size_t step, const std::string& answer, const std::string& ending) -> Result<void> {
        if (auto shown = show_step(**offscreen, file, step, true, answer); !shown) return shown;
        const auto picture = (*offscreen)->picture();
        if (!picture) return tl::unexpected(picture.error());
        const std::filesystem::path to = folder / fmt::format("{}-{:02}{}.png", lesson->name, step + 1, ending);
        if (auto saved = exporting::save_png(to, picture->width, picture->height, 4,
                                             reinterpret_cast<const std::byte*>(picture->rgba.data()));
            !saved)
            return saved;
        fmt::print(stderr, "Wrote {}.\n", to.string());
        return {};
    };
    for (size_t i = 0; i < lesson->steps.size(); ++i) {
        if (auto drawn = draw(i, "", ""); !drawn) return drawn;
        const auto& question = lesson->steps[i].question;
        if (!question || question->kind == lesson::Kind::settings) continue;
        if (auto drawn = draw(i, "tell", "-answer"); !drawn) return drawn;
    }
    return {};
}

} // namespace warpscope::app
