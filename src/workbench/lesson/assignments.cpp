#include <utility>

#include "input/file_bytes.hpp"
#include "language/tr.hpp"
#include "workbench/editing/commands.hpp"
#include "workbench/lesson/lesson_feature.hpp"
#include "workbench/program/commands.hpp"

namespace warpscope::workbench {

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

void LessonFeature::on(const OpenAssignment& c) {
    std::error_code ignored;
    const std::filesystem::path absolute = std::filesystem::absolute(c.file, ignored);
    assignment_.begin_opening(
        absolute.filename().string(),
        [this, whole = absolute, catalog = start_.catalog](const AssignmentCheck::Watch& watch) -> Worker::Finish {
            auto opened = std::make_shared<Result<OpenedAssignment>>(read(whole, *catalog, *watch));
            return [this, whole, opened] {
                redraw_.want(3);
                if (!*opened) {
                    say(true, msg("The assignment cannot be opened: {}", opened->error().whole()),
                        msg("Fix the file and open it again."));
                    return;
                }
                if (player_.on()) close_lesson(false);
                if (window_.page) send(ShowProgram{false});
                remember(preferences_, whole.string());
                const session::Request& request = (*opened)->request;
                const std::string name = document_.add_experiment(*request.experiment);
                document_.reset_view_state();
                assignment_.open(std::move((*opened)->assignment), std::move((*opened)->references));
                document_.assigned = AssignedKernel{name, request.variant, whole.string(), std::move((*opened)->text)};
                scene::LaunchSetup source{name, request.variant, request.settings, request.input, {}};
                source.text = document_.kept_text(source);
                if (document_.is_untrusted(source)) document_.mark_untrusted(source);
                if (source == scene_.source)
                    document_.submit(); // the source file may have changed
                else
                    document_.choose(source, "");
                document_.history = {}; // older steps keep texts under another key
                send(OpenEditor{true});
            };
        });
}

void LessonFeature::on(const CloseAssignment& /*c*/) {
    const bool shown = document_.is_assigned(scene_.source);
    assignment_.close();
    if (!assignment_.on()) document_.assigned.reset();
    if (!shown || assignment_.on()) return;
    scene::LaunchSetup source = scene_.source;
    source.text = document_.kept_text(source);
    document_.choose(source, "");
    document_.history = {};
}

} // namespace warpscope::workbench
