// Assignments: opening one, and judging the kernel that is shown while it is written.
#include "input/file_bytes.hpp"
#include "language/tr.hpp"
#include "ui/app/app_state.hpp"

namespace warpscope::ui {

namespace {

struct OpenedAssignment {
    lesson::Assignment assignment;
    session::Request request;
    std::optional<std::string> text;
    lesson::References references;
};

Result<OpenedAssignment> read(const std::filesystem::path& file, const catalog::Catalog& catalog,
                              lesson::CaseWatch& watch) {
    auto assignment = lesson::read_assignment(file);
    if (!assignment) return tl::unexpected(assignment.error());
    auto request = lesson::first_launch(*assignment, catalog);
    if (!request) return tl::unexpected(request.error());
    OpenedAssignment out{std::move(*assignment), std::move(*request), {}, {}};
    if (!out.assignment.begin_with.empty()) {
        const auto bytes = input::read_whole(out.assignment.begin_with, uint64_t{1} << 20);
        if (!bytes) return tl::unexpected(bytes.error());
        out.text.emplace(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    }
    auto references = lesson::make_references(out.assignment, catalog, &watch);
    if (!references) return tl::unexpected(references.error());
    out.references = std::move(*references);
    // Whoever set the task is told, not the student.
    if (const auto why = lesson::why_unfit(out.assignment, out.references)) return tl::unexpected(*why);
    return out;
}

} // namespace

void App::State::open_assignment(const std::filesystem::path& file) {
    std::error_code ignored;
    const std::filesystem::path absolute = std::filesystem::absolute(file, ignored);
    assignment.begin_opening(
        absolute.filename().string(),
        [this, whole = absolute, catalog = start.catalog](const AssignmentCheck::Watch& watch) -> Worker::Finish {
            auto opened = std::make_shared<Result<OpenedAssignment>>(read(whole, *catalog, *watch));
            return [this, whole, opened] {
                redraw.want(3);
                if (!*opened) {
                    say(true, msg("The assignment cannot be opened: {}", opened->error().whole()),
                        msg("Mend the file and open it again."));
                    return;
                }
                if (lesson.on()) close_lesson(false);
                if (window.page) on(ShowProgram{false});
                remember(preferences, whole.string());
                const session::Request& request = (*opened)->request;
                const std::string name = add_experiment(*request.experiment);
                forget_place();
                assignment.open(std::move((*opened)->assignment), std::move((*opened)->references));
                assigned = {name, request.variant, whole.string(), std::move((*opened)->text)};
                scene::Source source{name, request.variant, request.settings, request.input, {}};
                source.text = kept_text(source);              // what was written before comes back
                if (is_brought(source)) note_brought(source); // under both keys
                if (source == scene.source)
                    submit(); // its file may have changed
                else
                    choose(source, "");
                history = {}; // a step back would be to a text that is kept elsewhere
                on(OpenEditor{true});
            };
        });
}

bool App::State::is_assigned(const scene::Source& source) const {
    return assignment.on() && source.experiment == assigned.experiment && source.variant == assigned.variant;
}

void App::State::on(const CloseAssignment&) {
    const bool shown = is_assigned(scene.source);
    assignment.close();
    if (!shown || assignment.on()) return; // it is not what was shown, or another one is no longer being opened
    // The kernel's own text again: what was written for the assignment is kept with that.
    scene::Source source = scene.source;
    source.text = kept_text(source);
    choose(source, "");
    history = {};
}

void App::State::update_assignment() {
    if (assignment.on()) assignment.follow(is_assigned(scene.source), scene.source.text);
}

} // namespace warpscope::ui
