// CUDA programs: opening one, running it, and its launches in the microscope.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "ui/app/app_state.hpp"
#include "ui/panels/panels.hpp"
#include "ui/panels/program/program_panels.hpp"

namespace warpscope::ui {

bool App::State::is_trusted(const ReadProgram& read) const {
    return std::ranges::find(preferences.trusted, read.digest) != preferences.trusted.end();
}

void App::State::open_program(ReadProgram read) {
    redraw.want(3);
    std::error_code ignored;
    if (start.program.empty() || read.file != std::filesystem::absolute(start.program, ignored)) drop_program_wishes();
    remember(preferences, read.file.string());
    const bool trusted = is_trusted(read);
    read.build.compiler = start.compiler;
    program.open(std::move(read), trusted);
    window.page = true;
    if (std::exchange(start.run_program, false)) on(RunProgram{true});
}

void App::State::drop_program_wishes() {
    start.run_program = false;
    start.program_launch.reset();
}

void App::State::open_wished_launch() {
    const ProgramView* const opened = program.view();
    if (!start.program_launch || opened == nullptr || !opened->run || opened->busy()) return;
    on(OpenLaunch{*std::exchange(start.program_launch, std::nullopt)});
}

void App::State::reread_program() {
    worker.post([this, file = program.view()->file, words = program.view()->build_words,
                 copy = program.copier()]() -> Worker::Finish {
        const auto found = read_program_file(file, words);
        if (!found) return {}; // what was read stays
        copy();
        return [this, read = *found]() mutable {
            redraw.want(3);
            const bool trusted = is_trusted(read);
            read.build.compiler = start.compiler;
            program.reread(std::move(read), trusted);
            if (program.owns(editor.file())) editor.file_changed();       // the copy is
            if (shows_launch_of_program(model) && model.result) submit(); // a run begins with reading the kernel
        };
    });
}

void App::State::show_launch(capture::LaunchExperiment opened, bool of_same_run) {
    const std::string name = opened.experiment.name;
    // After another run a launch of the same number is another one.
    auto others = std::make_shared<catalog::Catalog>(*start.catalog);
    std::erase_if(others->experiments, [&](const catalog::Experiment& e) { return e.name == name; });
    const bool again = scene.source.experiment == name;
    start.catalog = std::move(others);
    if (again && of_same_run)
        scene.source = with_variant(scene.source, opened.experiment, opened.experiment.variants.front().name);
    else if (again)
        scene.source = default_choice(opened.experiment, "");
    window.page = false;
    scene.camera.reset();
    camera.jump = true;
    show_experiment(std::move(opened.experiment));
}

void App::State::program_layout(Commands& commands) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float top = std::round(look.px(top_bar_height)), stroke = std::max(1.0f, look.px(1));
    window.covered.clear();
    ImGui::SetCursorScreenPos({0, 0});
    ImGui::PushStyleColor(ImGuiCol_ChildBg, look.colours->bar);
    ImGui::BeginChild("##top bar", {screen.x, top}, ImGuiChildFlags_None,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    top_bar(model, commands);
    ImGui::EndChild();
    ImGui::PopStyleColor();
    ImGui::SetCursorScreenPos({0, top});
    ImGui::BeginChild("##program page", {screen.x, screen.y - top}, ImGuiChildFlags_None,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    if (model.program != nullptr) program_page(model, commands);
    ImGui::EndChild();
    ImGui::GetWindowDrawList()->AddRectFilled({0, top - stroke}, {screen.x, top}, look.colours->line);
    if (!window.capturing) ui::notices(model, {0, top}, screen, commands);
}

void App::State::on(const RunProgram& c) {
    if (!program.run(c.confirmed)) return;
    const std::string key = program.view()->digest;
    std::vector<std::string>& trusted = preferences.trusted;
    std::erase(trusted, key);
    trusted.insert(trusted.begin(), key);
    if (trusted.size() > max_trusted) trusted.resize(max_trusted);
}

void App::State::on(const StopProgram&) { program.stop(); }
void App::State::on(const AskAboutProgram& c) { program.ask(c.on); }
void App::State::on(const SetProgramArguments& c) { program.set_arguments(c.typed); }
void App::State::on(const SetProgramBuild& c) {
    if (program.view() == nullptr) return;
    program.set_build_words(c.typed);
    reread_program();
}

void App::State::on(const SetProgramChecks& c) { program.set_checks(c.on); }
void App::State::on(const SetProgramRows& c) { program.set_rows(c.rows); }
void App::State::on(const SetProgramTab& c) { program.set_tab(c.tab); }
void App::State::on(const GotoProgramLine& c) { program.go_to(c.line); }
void App::State::on(const ArrivedAtProgramLine&) { program.arrived(); }

void App::State::on(const OpenLaunch& c) {
    program.open_launch(c.launch, [this](capture::LaunchExperiment opened) { show_launch(std::move(opened), false); });
}

void App::State::on(const SetBufferShape& c) {
    // Only its buffers look different: what was set and typed stays.
    program.set_shape(c, [this](capture::LaunchExperiment opened) { show_launch(std::move(opened), true); });
}

void App::State::on(const ShowProgram& c) {
    window.page = c.on && program.view() != nullptr;
    redraw.want(3);
    if (!window.page && !model.result && !model.busy) submit(); // the experiment that was left aside at the start
}

void App::State::on(const CloseProgram&) {
    program.close();
    drop_program_wishes();
    on(ShowProgram{false});
}

void App::State::on(const OpenKernels&) {
    if (program.view() != nullptr) open_experiment(program.view()->file, true);
}

} // namespace warpscope::ui
