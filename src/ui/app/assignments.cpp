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
    if (const auto why = lesson::assignment_error(out.assignment, out.references)) return tl::unexpected(*why);
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
                    doc.say(true, msg("The assignment cannot be opened: {}", opened->error().whole()),
                            msg("Fix the file and open it again."));
                    return;
                }
                if (lesson.on()) close_lesson(false);
                if (window.page) doc.send(ShowProgram{false});
                remember(preferences, whole.string());
                const session::Request& request = (*opened)->request;
                const std::string name = doc.add_experiment(*request.experiment);
                doc.leave_place();
                assignment.open(std::move((*opened)->assignment), std::move((*opened)->references));
                doc.assigned = AssignedKernel{name, request.variant, whole.string(), std::move((*opened)->text)};
                scene::LaunchSetup source{name, request.variant, request.settings, request.input, {}};
                source.text = doc.kept_text(source);
                if (doc.is_untrusted(source)) doc.mark_untrusted(source);
                if (source == scene.source)
                    doc.submit(); // its file may have changed
                else
                    doc.choose(source, "");
                history = {}; // older steps are texts under another key
                on(OpenEditor{true});
            };
        });
}

void App::State::on(const CloseAssignment&) {
    const bool shown = doc.is_assigned(scene.source);
    assignment.close();
    if (!assignment.on()) doc.assigned.reset();
    if (!shown || assignment.on()) return;
    scene::LaunchSetup source = scene.source;
    source.text = doc.kept_text(source);
    doc.choose(source, "");
    history = {};
}

void App::State::update_assignment() {
    if (assignment.on()) assignment.follow(doc.is_assigned(scene.source), scene.source.text);
}

} // namespace warpscope::ui
