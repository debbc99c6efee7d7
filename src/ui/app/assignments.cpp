// Assignments: opening one, and judging the kernel that is shown while it is written.
#include "input/file_bytes.hpp"
#include "ui/app/app_state.hpp"

namespace warpscope::ui {

namespace {

struct OpenedAssignment {
    lesson::Assignment assignment;
    session::Request request;
    std::optional<std::string> text;
};

Result<OpenedAssignment> read(const std::filesystem::path& file, const catalog::Catalog& catalog) {
    auto assignment = lesson::read_assignment(file);
    if (!assignment) return tl::unexpected(assignment.error());
    auto request = lesson::first_launch(*assignment, catalog);
    if (!request) return tl::unexpected(request.error());
    OpenedAssignment out{std::move(*assignment), std::move(*request), {}};
    if (!out.assignment.begin_with.empty()) {
        const auto bytes = input::read_whole(out.assignment.begin_with, uint64_t{1} << 20);
        if (!bytes) return tl::unexpected(bytes.error());
        out.text.emplace(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    }
    // Whoever set the task is told, not the student.
    if (const auto why = lesson::why_unfit(out.assignment, catalog)) return tl::unexpected(*why);
    return out;
}

} // namespace

void App::State::open_assignment(const std::filesystem::path& file) {
    std::error_code ignored;
    worker.post([this, whole = std::filesystem::absolute(file, ignored), catalog = start.catalog]() -> Worker::Finish {
        auto opened = std::make_shared<Result<OpenedAssignment>>(read(whole, *catalog));
        return [this, whole, opened] {
            redraw.want(3);
            if (!*opened) {
                say(true, opened->error().text());
                return;
            }
            if (lesson.on()) close_lesson(false);
            if (window.page) on(ShowProgram{false});
            remember(preferences, whole.string());
            const session::Request& request = (*opened)->request;
            auto next = std::make_shared<catalog::Catalog>(*start.catalog);
            if (next->find(request.experiment->name) == nullptr) next->experiments.push_back(*request.experiment);
            start.catalog = std::move(next);
            leave_moment();
            launch_note.clear();
            document = {};
            // What was written before comes back.
            scene::Source source{request.experiment->name, request.variant, request.settings, request.input, {}};
            source.text = kept_text(source);
            if (!source.text) source.text = (*opened)->text;
            choose(source, "");
            assignment.open(std::move((*opened)->assignment), start.catalog);
            assignment_kernel = {request.experiment->name, request.variant};
            on(OpenEditor{true});
        };
    });
}

void App::State::update_assignment() {
    if (!assignment.on()) return;
    const bool shown =
        scene.source.experiment == assignment_kernel.first && scene.source.variant == assignment_kernel.second;
    assignment.follow(shown, scene.source.text);
}

} // namespace warpscope::ui
