#include "workbench/program/program_state.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "base/process/temporary_folder.hpp"
#include "capture/kept_launch.hpp"
#include "insight/source_lines.hpp"
#include "language/tr.hpp"

namespace warpscope::workbench {

struct ProgramState::Folder {
    TemporaryFolder files;
};

namespace {

double now_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::optional<program::LaunchIdentity> identity_of(const std::filesystem::path& folder, uint32_t launch) {
    const auto kept = capture::read_kept(folder, launch);
    if (!kept) return std::nullopt; // opening the record reports the damage
    return program::LaunchIdentity{kept->kernel, kept->config.grid, kept->config.block};
}

} // namespace

struct ProgramState::Finished {
    std::shared_ptr<const Folder> folder;
    std::shared_ptr<const ProgramRun> run;
    std::map<uint64_t, capture::HostVariable> names;
    std::vector<std::string> arguments;
    std::optional<Diagnostic> problem;
};

ProgramState::ProgramState(std::function<void()> wake, Redraw& redraw)
    : redraw_(redraw)
    , wake_(wake)
    , worker_(std::move(wake)) {}

ProgramState::~ProgramState() {
    if (live_) live_->cancel = live_->abandon = true;
}

void ProgramState::deliver() {
    worker_.deliver();
    if (!live_) return;
    if (auto fresh = live_->take_if_new(); fresh.text) {
        view_.output = fresh.text;
        view_.output_omitted = fresh.omitted;
        redraw_.want();
    }
    if (!view_.busy()) return;
    if (view_.stage == ProgramStage::building && live_->running) view_.stage = ProgramStage::running;
    view_.launches_so_far = live_->launches;
    view_.seconds = now_seconds() - began_;
}

void ProgramState::open(ReadProgram read, bool trusted) {
    if (open_ && read.file == view_.file) {
        reread(std::move(read), trusted);
        return;
    }
    close();
    open_ = true;
    view_.keep_bytes = keep_bytes;
    view_.file = read.file;
    view_.build_words = read.build_words;
    reread(std::move(read), trusted);
}

void ProgramState::reread(ReadProgram read, bool trusted) {
    if (!open_ || read.file != view_.file) return;
    if (!read.is_built && read.build_words != view_.build_words) return; // the options have changed
    view_.is_built = read.is_built;
    if (!read.is_built) show_text(read.file, std::move(read.source));
    view_.build = std::move(read.build);
    view_.digest = std::move(read.digest);
    view_.trusted = trusted;
    view_.asking = false;
    if (view_.stage == ProgramStage::idle) view_.problem = std::move(read.problem);
}

void ProgramState::show_text(std::filesystem::path file, std::string text) {
    view_.source_file = std::move(file);
    view_.source = std::make_shared<const std::string>(std::move(text));
    view_.lines = std::make_shared<const std::vector<std::string_view>>(insight::split_lines(*view_.source));
}

void ProgramState::set_build_words(std::string typed) {
    if (view_.is_built || typed == view_.build_words) return;
    view_.build_words = std::move(typed);
    view_.digest.clear();
    view_.trusted = view_.asking = false;
}

std::function<void()> ProgramState::copier() const {
    return [files = view_.build.sources, folders = used_] {
        for (const auto& folder : folders)
            for (const auto& file : files) (void)capture::copy_program(file, folder->files.path());
    };
}

void ProgramState::close() {
    if (live_) live_->cancel = live_->abandon = true;
    open_ = false;
    ++generation_;
    view_ = {};
    live_.reset();
    release_launch();
    set_.clear();
    names_.clear();
}

bool ProgramState::owns(const std::filesystem::path& file) const {
    return std::ranges::any_of(used_, [&](const auto& folder) {
        const auto relative = file.lexically_relative(folder->files.path());
        return !relative.empty() && *relative.begin() != "..";
    });
}

void ProgramState::release_launch() {
    auto folders = std::make_shared<std::vector<std::shared_ptr<const Folder>>>();
    if (record_) folders->push_back(std::move(record_));
    for (auto& [launch, folder] : fetched_) folders->push_back(std::move(folder));
    record_.reset();
    fetched_.clear();
    if (folders->empty()) return;
    worker_.post([folders]() -> Worker::Finish {
        folders->clear();
        return {};
    });
}

ProgramRequest ProgramState::program_request() const {
    ProgramRequest program_request;
    program_request.file = view_.file;
    program_request.is_built = view_.is_built;
    program_request.build = view_.build;
    program_request.digest = view_.digest;
    return program_request;
}

void ProgramState::begin(ProgramStage stage) {
    view_.stage = stage;
    view_.problem.reset();
    view_.launches_so_far = 0;
    view_.seconds = 0;
    began_ = now_seconds();
    redraw_.want();
}

bool ProgramState::run(bool confirmed) {
    if (!open_ || view_.busy() || view_.digest.empty()) return false;
    if (!view_.trusted && !confirmed) {
        view_.asking = true;
        return false;
    }
    view_.asking = false;
    view_.trusted = true;
    begin(ProgramStage::building);
    view_.output = std::make_shared<const std::string>();
    view_.output_omitted = 0;
    view_.tab = ProgramTab::output;
    live_ = std::make_shared<ProgramOutput>();
    ProgramRequest wanted = program_request();
    wanted.arguments = words_of(view_.arguments);
    wanted.checks = view_.checks;
    wanted.keep_bytes = keep_bytes;
    worker_.post([this, live = live_, wake = wake_, generation = generation_,
                  program_request = std::move(wanted)]() -> Worker::Finish {
        auto finished = std::make_shared<Finished>();
        finished->arguments = program_request.arguments;
        auto folder = TemporaryFolder::create();
        if (!folder) {
            finished->problem = folder.error();
        } else {
            finished->folder = std::make_shared<const Folder>(Folder{std::move(*folder)});
            auto done = build_and_run(program_request, finished->folder->files.path(), *live, wake);
            if (!done) {
                finished->problem = done.error();
            } else {
                for (const auto& [number, allocation] : done->record.allocations)
                    finished->names[number] = {allocation.name, allocation.is_guess ? allocation.named_by.line : 0};
                finished->run = summary_of(std::move(*done), program_request);
            }
        }
        return [this, finished, generation] {
            if (generation == generation_) take(*finished);
        };
    });
    return true;
}

void ProgramState::take(const Finished& finished) {
    redraw_.want(3);
    view_.stage = ProgramStage::idle;
    if (finished.problem) {
        if (finished.problem->kind != ErrorKind::canceled) view_.problem = finished.problem;
        return;
    }
    release_launch();
    view_.run = finished.run;
    if (view_.is_built && view_.run->text) show_text(view_.run->text_file, *view_.run->text);
    record_ = finished.folder;
    names_ = finished.names;
    arguments_ = finished.arguments;
    set_.clear();
    view_.launch.reset();
    const bool has_only_notes = !view_.run->findings.empty() && view_.output->empty();
    if (view_.run->error_count != 0 || has_only_notes) view_.tab = ProgramTab::findings;
}

void ProgramState::stop() {
    if (!live_ || !view_.busy()) return;
    live_->cancel = true;
    if (live_->running) return; // the run then reports its partial result
    live_->abandon = true;
    if (view_.stage != ProgramStage::opening || view_.fetching) return;
    ++opening_;
    view_.stage = ProgramStage::idle;
    view_.opening.reset();
}

void ProgramState::open_launch(uint32_t launch, Opened opened) {
    if (!open_ || view_.busy() || !view_.run || !record_) return;
    std::shared_ptr<const Folder> folder = record_;
    if (const auto fetched = fetched_.find(launch); fetched != fetched_.end()) folder = fetched->second;
    begin(ProgramStage::opening);
    view_.opening = launch;
    live_ = std::make_shared<ProgramOutput>();
    if (capture::is_kept(folder->files.path(), launch))
        open_kept(launch, folder, {}, std::move(opened));
    else
        fetch(launch, opened);
}

void ProgramState::open_kept(uint32_t launch, std::shared_ptr<const Folder> folder, Message note, Opened opened) {
    capture::ProgramSource source;
    if (view_.build.sources.size() == 1) source.file = view_.file; // with several sources, the PTX names the file
    source.names = names_;
    source.include_folders = view_.build.include_folders;
    source.definitions = program::named_values(view_.build.definitions);
    source.compiler = view_.build.compiler;
    worker_.post([this, launch, folder, note = std::move(note), opened = std::move(opened), source, set = set_[launch],
                  live = live_, generation = generation_, opening = opening_]() -> Worker::Finish {
        auto made = std::make_shared<Result<capture::LaunchExperiment>>(
            capture::open_launch(folder->files.path(), launch, source, set, &live->cancel));
        return [this, launch, folder, note, opened, made, generation, opening] {
            if (generation != generation_ || opening != opening_) return;
            if (*made && std::ranges::find(used_, folder) == used_.end()) used_.push_back(folder);
            take_opened(launch, std::move(*made), note, opened);
        };
    });
}

void ProgramState::fetch(uint32_t launch, const Opened& opened) {
    if (!view_.trusted || view_.outdated()) {
        view_.stage = ProgramStage::idle;
        view_.opening.reset();
        view_.problem = Diagnostic{ErrorKind::failed,
                                   msg("The file has changed since it ran, and this launch was not kept."),
                                   {},
                                   msg("run it again")};
        return;
    }
    view_.fetching = true;
    ProgramRequest wanted = program_request();
    wanted.arguments = arguments_;
    wanted.keep_bytes = max_fetched_bytes;
    wanted.only = launch;
    worker_.post([this, launch, opened, live = live_, wake = wake_, run = view_.run, generation = generation_,
                  program_request = std::move(wanted)]() -> Worker::Finish {
        auto folder = TemporaryFolder::create();
        auto files = folder ? std::make_shared<const Folder>(Folder{std::move(*folder)}) : nullptr;
        auto problem = std::make_shared<std::optional<Diagnostic>>();
        Message note;
        if (!files) {
            *problem = folder.error();
        } else if (auto done = build_and_run(program_request, files->files.path(), *live, wake); !done) {
            *problem = done.error();
        } else {
            note = program::difference(run->operations, done->record.operations, launch,
                                       identity_of(files->files.path(), launch));
            if (done->outcome.canceled)
                *problem = Diagnostic{ErrorKind::canceled, msg("Stopped."), {}, {}};
            else if (!capture::is_kept(files->files.path(), launch))
                *problem = Diagnostic{
                    ErrorKind::failed,
                    note.empty()
                        ? msg("The rerun did not reach launch {}, or its memory is too large to keep.", launch + 1)
                        : note,
                    {},
                    {}};
        }
        return [this, launch, opened, files, problem, note, generation] {
            if (generation != generation_) return;
            view_.fetching = false;
            if (*problem) {
                take_opened(launch, tl::unexpected(**problem), {}, opened);
                return;
            }
            fetched_[launch] = files;
            open_kept(launch, files, note, opened);
        };
    });
}

void ProgramState::take_opened(uint32_t launch, Result<capture::LaunchExperiment> made, const Message& note,
                               const Opened& opened) {
    redraw_.want(3);
    view_.stage = ProgramStage::idle;
    view_.opening.reset();
    if (!made) {
        if (made.error().kind != ErrorKind::canceled) view_.problem = made.error();
        return;
    }
    if (!note.empty()) view_.problem = Diagnostic{ErrorKind::failed, note, {}, {}};
    view_.launch = launch;
    view_.experiment = made->experiment.name;
    view_.buffers = made->buffers;
    opened(std::move(*made));
}

void ProgramState::set_shape(const SetBufferShape& command, const Opened& opened) {
    if (!view_.launch) return;
    if (command.shape)
        set_[*view_.launch][command.buffer] = *command.shape;
    else
        set_[*view_.launch].erase(command.buffer);
    open_launch(*view_.launch, opened);
}

} // namespace warpscope::workbench
