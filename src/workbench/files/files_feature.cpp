#include "workbench/files/files_feature.hpp"

#include <utility>

#include "base/files.hpp"
#include "catalog/guess/guess.hpp"
#include "input/input.hpp"
#include "language/tr.hpp"
#include "lesson/assignment.hpp"
#include "lesson/lesson.hpp"
#include "program/build.hpp"
#include "program/linkage.hpp"
#include "source/main_function.hpp"
#include "workbench/deck/commands.hpp"
#include "workbench/files/file_kinds.hpp"
#include "workbench/launch/commands.hpp"
#include "workbench/lesson/commands.hpp"
#include "workbench/program/commands.hpp"
#include "workbench/program/program_job.hpp"

namespace warpscope::workbench {

bool FilesFeature::perform(const Perform& action) {
    switch (action.action) {
    case Action::open_file: on(ShowOpenDialog{}); break;
    case Action::save_scene:
        if (large_scene_ && asks_to_save(large_scene_->file))
            on(SaveScene{large_scene_->file, document_.file.notes});
        else if (exporting::is_scene_file(document_.file.file))
            on(SaveScene{document_.file.file, document_.file.notes});
        else
            on(ShowSaveScene{});
        break;
    case Action::save_scene_as: on(ShowSaveScene{}); break;
    case Action::copy_link: copy_link(); break;
    default: return false;
    }
    return true;
}

void FilesFeature::run_answered(const Diagnostic* failure) {
    if (failure == nullptr || !document_.file.arriving) return;
    document_.file.arriving.reset();
    report_restored();
}

void FilesFeature::begin() {
    if (start_.program.empty()) return document_.submit();
    window_.page = true;
    open_source(start_.program, false);
}

void FilesFeature::deliver() {
    const auto file = desktop_.take();
    if (!file) return;
    on(OpenFile{*file});
    redraw_.want(3);
}

void FilesFeature::on(const OpenFile& c) {
    const std::filesystem::path file = c.file;
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) {
        window_.open_folder = std::filesystem::absolute(file, ignored);
        send(OpenDeck{window_.open_folder});
        return;
    }
    if (!exporting::is_scene_link(file)) window_.open_folder = std::filesystem::absolute(file, ignored).parent_path();
    if (c.kernels_only) {
        open_source(file, true);
        return;
    }
    if (lesson::is_lesson_file(file)) {
        send(OpenLesson{file});
        return;
    }
    if (lesson::is_assignment_file(file)) {
        send(OpenAssignment{file});
        return;
    }
    if (catalog::names_experiment(file) || program::is_executable(file)) {
        open_source(file, false);
        return;
    }
    if (window_.page) send(ShowProgram{false}); // the program's page shows no pictures or scenes
    if (exporting::may_be_scene(file) && !c.as_picture)
        open_scene(file, is_picture_name(file));
    else
        open_picture(file);
}

void FilesFeature::open_picture(const std::filesystem::path& file) {
    constexpr const char* for_pictures = "box_blur";
    const catalog::Variant* v = document_.variant();
    const bool fits = v == nullptr || catalog::main_input(*v) != nullptr;
    if (!fits && start_.catalog->find(for_pictures) == nullptr) {
        say(false, msg("This experiment does not use an image."), msg("Choose another experiment first."));
        return;
    }
    // Checks the picture's header first, so that a bad file changes nothing.
    worker_.post([this, file, fits]() -> Worker::Finish {
        std::error_code ignored;
        const std::filesystem::path whole = std::filesystem::absolute(file, ignored);
        const auto probed = input::probe_image(whole);
        return [this, whole, probed, fits] {
            redraw_.want(3);
            if (!probed) {
                say(true, probed.error().message, probed.error().hint);
                return;
            }
            input::InputSpec spec;
            spec.file = whole.string();
            if (!fits) send(ChooseExperiment{for_pictures});
            send(ChooseInput{spec});
        };
    });
}

void FilesFeature::on(const ShowOpenDialog& /*c*/) {
    if (start_.choose_file) {
        start_.choose_file();
        return;
    }
    std::error_code ignored;
    std::filesystem::path folder = window_.open_folder;
    if (!std::filesystem::is_directory(folder, ignored)) folder.clear();
    for (const std::string& file : preferences_.recent) {
        if (!folder.empty()) break;
        folder = std::filesystem::path(file).parent_path();
        if (!std::filesystem::is_directory(folder, ignored)) folder.clear();
    }
    if (!start_.desktop_dialogs || !has_desktop_dialog()) {
        document_.dialog_requests.emplace_back(OpenFileRequest{folder});
        return;
    }
    desktop_.show(folder, document_.wake);
}

void FilesFeature::open_source(const std::filesystem::path& file, bool kernels_only) {
    std::error_code ignored;
    const std::filesystem::path asked = std::filesystem::absolute(file, ignored);
    const ProgramView* const opened = model_.program;
    const std::string words = opened != nullptr && opened->file == asked ? opened->build_words
                              : start_.program == asked                  ? start_.build_words
                                                                         : std::string();
    const program::BuildRequest build =
        opened != nullptr && opened->file == asked ? opened->build : program::BuildRequest();
    SourceOptions options{asked, build.include_folders, program::named_values(build.definitions)};
    if (asked.extension() == ".toml") options = start_.source_options_for(asked);
    const bool is_program = start_.program == asked; // the file itself may lack main()
    worker_.post([this, kernels_only, words, options, is_program, whole = asked]() -> Worker::Finish {
        if (!kernels_only && program::is_executable(whole))
            return [this, read = std::make_shared<const ReadProgram>(read_built_program(whole))] {
                send(OpenProgram{read});
            };
        if (!kernels_only && program::is_source_name(whole)) {
            std::string text = read_file(whole).value_or("");
            if (is_program || source::defines_main(text))
                return [this, read = std::make_shared<const ReadProgram>(read_program(whole, std::move(text), words))] {
                    send(OpenProgram{read});
                };
        }
        auto read = std::make_shared<Result<catalog::Experiment>>(
            catalog::open_experiment(whole, options.include_folders, options.definitions));
        return [this, whole, read] {
            redraw_.want(3);
            start_.forget_program_requests();
            if (!*read) {
                const std::string place = read->error().where.line_text();
                say(true, place.empty() ? read->error().message : msg("{}: {}", place, read->error().message),
                    read->error().hint);
                if (window_.page && model_.program == nullptr) send(ShowProgram{false});
                return;
            }
            window_.page = false;
            remember(preferences_, whole.string());
            send(ShowExperiment{std::make_shared<const catalog::Experiment>(std::move(**read))});
            const catalog::Experiment& opened = *document_.experiment();
            const auto guesses = opened.guesses.find(scene_.source.variant);
            if (guesses != opened.guesses.end())
                say(false, msg("Launch settings for {} were guessed from its code.", whole.filename().string()),
                    msg("Review or change them under SETUP (GUESSED), and save them as TOML."));
        };
    });
}

} // namespace warpscope::workbench
