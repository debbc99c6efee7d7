#include "workbench/program/program_feature.hpp"

#include <algorithm>
#include <utility>

#include "workbench/document/launch_setup.hpp"
#include "workbench/files/commands.hpp"
#include "workbench/launch/commands.hpp"
#include "workbench/window/commands.hpp"

namespace warpscope::workbench {

ProgramFeature::ProgramFeature(Document& document, const Models& model, ProgramModel& view)
    : CommandFeature(document, model)
    , view_(view)
    , program_(document.wake, document.redraw) {
    document.is_of_program = [this](const std::filesystem::path& file) { return program_.owns(file); };
}

bool ProgramFeature::perform(const Perform& action) {
    switch (action.action) {
    case Action::program:
        if (program_.view() != nullptr) on(ShowProgram{!window_.page});
        break;
    case Action::reload:
        if (!window_.page) return false;
        on(RunProgram{});
        break;
    default: return false;
    }
    return true;
}

std::optional<double> ProgramFeature::seconds_until_due() const {
    return view_.program != nullptr && view_.program->busy() ? std::optional(0.1) : std::nullopt;
}

void ProgramFeature::update() {
    program_.deliver();
    view_.program = program_.view();
    if (!start_.program_launch || view_.program == nullptr || !view_.program->run || view_.program->busy()) return;
    on(OpenLaunch{*std::exchange(start_.program_launch, std::nullopt)});
}

bool ProgramFeature::is_trusted(const ReadProgram& read) const {
    return std::ranges::find(preferences_.trusted, read.digest) != preferences_.trusted.end();
}

bool ProgramFeature::is_checked(const std::filesystem::path& file) const {
    return std::ranges::find(preferences_.checked_programs, file.string()) != preferences_.checked_programs.end();
}

void ProgramFeature::on(const OpenProgram& c) {
    ReadProgram read = *c.read;
    redraw_.want(3);
    std::error_code ignored;
    if (start_.program.empty() || read.file != std::filesystem::absolute(start_.program, ignored))
        start_.forget_program_requests();
    remember(preferences_, read.file.string());
    const bool trusted = is_trusted(read);
    read.build.compiler = start_.compiler;
    program_.open(std::move(read), trusted);
    view_.program = program_.view();
    program_.set_checks(is_checked(view_.program->file));
    window_.page = true;
    if (std::exchange(start_.run_program, false)) on(RunProgram{true});
}

void ProgramFeature::on(const RereadProgram& /*c*/) {
    worker_.post([this, file = program_.view()->file, words = program_.view()->build_words,
                  copy = program_.copier()]() -> Worker::Finish {
        const auto found = read_program_file(file, words);
        if (!found) return {};
        copy();
        return [this, read = *found]() mutable {
            redraw_.want(3);
            const bool trusted = is_trusted(read);
            read.build.compiler = start_.compiler;
            program_.reread(std::move(read), trusted);
            document_.on_program_reread();
            if (shows_launch() && document_.shown) document_.submit(); // the new run rereads the kernel
        };
    });
}

bool ProgramFeature::shows_launch() const {
    return program_.view() != nullptr && program_.view()->launch &&
           program_.view()->experiment == scene_.source.experiment;
}

void ProgramFeature::show_launch(capture::LaunchExperiment opened, bool of_same_run) {
    const std::string name = opened.experiment.name;
    // Removes an earlier launch of this name, which may be different.
    auto others = std::make_shared<catalog::Catalog>(*start_.catalog);
    std::erase_if(others->experiments, [&](const catalog::Experiment& e) { return e.name == name; });
    const bool again = scene_.source.experiment == name;
    start_.catalog = std::move(others);
    if (again && of_same_run)
        scene_.source = with_variant(scene_.source, opened.experiment, opened.experiment.variants.front().name);
    else if (again)
        scene_.source = default_setup(opened.experiment, "");
    window_.page = false;
    scene_.camera.reset();
    document_.camera.jump = true;
    send(ShowExperiment{std::make_shared<const catalog::Experiment>(std::move(opened.experiment))});
}

void ProgramFeature::on(const RunProgram& c) {
    if (!program_.run(c.confirmed)) return;
    const std::string key = program_.view()->digest;
    std::vector<std::string>& trusted = preferences_.trusted;
    std::erase(trusted, key);
    trusted.insert(trusted.begin(), key);
    if (trusted.size() > max_trusted) trusted.resize(max_trusted);
}

void ProgramFeature::on(const StopProgram& /*c*/) { program_.stop(); }
void ProgramFeature::on(const AskAboutProgram& c) { program_.ask(c.on); }
void ProgramFeature::on(const SetProgramArguments& c) { program_.set_arguments(c.typed); }
void ProgramFeature::on(const SetProgramBuild& c) {
    if (program_.view() == nullptr) return;
    program_.set_build_words(c.typed);
    on(RereadProgram{});
}

void ProgramFeature::on(const SetProgramChecks& c) {
    program_.set_checks(c.on);
    if (program_.view() == nullptr) return;
    std::vector<std::string>& files = preferences_.checked_programs;
    std::erase(files, program_.view()->file.string());
    if (c.on) files.insert(files.begin(), program_.view()->file.string());
    if (files.size() > max_checked_programs) files.resize(max_checked_programs);
}

void ProgramFeature::on(const SetProgramRows& c) { program_.set_rows(c.rows); }
void ProgramFeature::on(const SetProgramTab& c) { program_.set_tab(c.tab); }
void ProgramFeature::on(const GotoProgramLine& c) { program_.go_to(c.line); }
void ProgramFeature::on(const ArrivedAtProgramLine& /*c*/) { program_.arrived(); }

void ProgramFeature::on(const OpenLaunch& c) {
    program_.open_launch(c.launch, [this, with_findings = c.with_findings](capture::LaunchExperiment opened) {
        show_launch(std::move(opened), false);
        if (!with_findings) return;
        send(SelectTab{Tab::findings});
        send(SetDrawer{true});
    });
}

void ProgramFeature::on(const SetBufferShape& c) {
    program_.set_shape(c, [this](capture::LaunchExperiment opened) { show_launch(std::move(opened), true); });
}

void ProgramFeature::on(const ShowProgram& c) {
    window_.page = c.on && program_.view() != nullptr;
    redraw_.want(3);
    if (!window_.page && !document_.shown && !runs_.session.busy()) document_.submit();
}

void ProgramFeature::on(const CloseProgram& /*c*/) {
    program_.close();
    view_.program = nullptr;
    start_.forget_program_requests();
    on(ShowProgram{false});
}

void ProgramFeature::on(const OpenKernels& /*c*/) {
    if (program_.view() != nullptr) send(OpenFile{.file = program_.view()->file, .kernels_only = true});
}

} // namespace warpscope::workbench
