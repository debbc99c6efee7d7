#include "ui/panels/program/program_panels.hpp"

#include <cmath>
#include <cstring>
#include <set>

#include <fmt/format.h>
#include <misc/cpp/imgui_stdlib.h>

#include "language/tr.hpp"
#include "ui/code/listing.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

constexpr float header_height = 62, output_height = 168, source_share = 0.42f;

std::string launches(uint64_t count) {
    return count == 0 ? tr("no launches") : tr_count(count, "{} launch", "{} launches", grouped(count));
}

std::string ended(const ProgramRun& run) {
    if (run.canceled) return tr_format("Stopped after {}", duration(run.run_ms));
    if (run.signal != 0)
        return tr_format("Ended by a signal: {}, after {}", strsignal(run.signal), duration(run.run_ms));
    return tr_format("Ended with status {} after {}", run.exit_status, duration(run.run_ms));
}

std::string state_words(const ProgramView& program) {
    switch (program.stage) {
    case ProgramStage::building: return tr_format("Building… {:.1f} s", program.seconds);
    case ProgramStage::running:
        return program.launches_so_far == 0 ? tr_format("Running on the emulator… {:.1f} s", program.seconds)
                                            : tr_format("Running on the emulator… {:.1f} s, {} so far", program.seconds,
                                                        launches(program.launches_so_far));
    case ProgramStage::opening:
        return program.fetching
                   ? tr_format("Rerunning up to launch {}… {:.1f} s", *program.opening + 1, program.seconds)
                   : tr_format("Opening launch {}…", *program.opening + 1);
    case ProgramStage::idle: break;
    }
    if (!program.run && program.is_built) return tr("Built program, opened but not run yet.");
    if (!program.run) return tr("CUDA program, opened but not run yet.");
    const ProgramRun& run = *program.run;
    const uint64_t errors = run.error_count;
    std::string words =
        // Translators: "Ended with status 0 after 31 ms: 1 launch, no findings".
        tr_format("{}: {}, {}", ended(run), launches(run.launch_count),
                  errors != 0 ? tr_count(errors, "{} finding", "{} findings", grouped(errors))
                  : run.checked || run.launch_count == 0 ? std::string(tr("no findings"))
                                                         : std::string(tr("no findings; races not checked")));
    if (const uint64_t notes = run.findings.size() - errors; notes != 0)
        words += tr_count(notes, ", {} note", ", {} notes", grouped(notes));
    if (!program.is_built)
        words += fmt::format(" · {}{}", run.compiler,
                             run.build_ms > 0 ? tr_format(", built in {}", duration(run.build_ms)) : "");
    if (program.outdated()) words += tr(" · the file has changed since");
    return words;
}

void header(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const ProgramView& program = *model.program;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = look.px(header_height);
    const float button_top = at.y + (height - look.px(30)) / 2;
    const Label main = program.busy() ? tr_label("Stop", "##program") : tr_label("Run", "##program");
    const float main_width = look.measure(Face::strong, size_body, main.words()).x + look.px(28);
    const float close_width = look.px(28), gap = look.px(10);
    float x = at.x + width - look.px(14) - close_width;
    ImGui::SetCursorScreenPos({x, button_top + look.px(1)});
    if (quiet_button(look, "##close program", Icon::close, tr("Close the program and go back to the experiments")))
        commands.push_back(CloseProgram{});
    x -= main_width + gap;
    ImGui::SetCursorScreenPos({x, button_top});
    if (main_button(look, main))
        program.busy() ? commands.push_back(StopProgram{}) : commands.push_back(RunProgram{program.asking});
    const Label check_words = tr_label("check races and uninitialized reads", "##checks");
    x -= pill_size(look, check_words).x + gap;
    ImGui::SetCursorScreenPos({x, button_top + look.px(3)});
    if (pill(look, check_words, program.checks,
             tr("Check every launch for races and uninitialized reads. This takes several times as long. A launch that "
                "you open is always checked.")))
        commands.push_back(SetProgramChecks{!program.checks});
    const float field = std::min(look.px(190), std::max(look.px(90), width * 0.16f));
    x -= field + gap;
    ImGui::SetCursorScreenPos({x, button_top + look.px(2)});
    std::string arguments = program.arguments;
    ImGui::SetNextItemWidth(field);
    ImGui::PushFont(look.fonts.mono, size_code);
    ImGui::InputTextWithHint("##arguments", tr("arguments"), &arguments);
    ImGui::PopFont();
    if (arguments != program.arguments) commands.push_back(SetProgramArguments{arguments});
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal))
        tooltip(look, tr("Command-line arguments of the program, separated by spaces; quotes group words"));
    if (!program.is_built) {
        x -= field + gap;
        ImGui::SetCursorScreenPos({x, button_top + look.px(2)});
        std::string build = program.build_words;
        ImGui::SetNextItemWidth(field);
        ImGui::PushFont(look.fonts.mono, size_code);
        ImGui::InputTextWithHint("##build", tr("build options"), &build);
        ImGui::PopFont();
        if (build != program.build_words) commands.push_back(SetProgramBuild{build});
        if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal))
            tooltip(
                look,
                tr("Build options: -I FOLDER, -D NAME=VALUE, and more source files, relative to the program's folder"));
    }
    const float room = x - at.x - look.px(30);
    ImGui::SetCursorScreenPos({at.x + look.px(14), at.y + look.px(9)});
    text(look, program.name(), {Face::strong, size_title, 0}, room);
    ImGui::SetCursorScreenPos({at.x + look.px(14), at.y + look.px(33)});
    text(look, state_words(program), {Face::text, size_body, look.colors->muted}, room);
    if (program.busy()) {
        const auto phase = static_cast<float>(0.5 - 0.5 * std::cos(ImGui::GetTime() * 3));
        const float y = at.y + height - look.px(3), left = at.x + phase * width * 0.8f;
        ImGui::GetWindowDrawList()->AddRectFilled({left, y}, {left + width * 0.2f, at.y + height}, look.colors->accent);
    }
    ImGui::SetCursorScreenPos({at.x, at.y + height});
}

void source(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const ProgramView& program = *model.program;
    if (!program.lines) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::SetCursorScreenPos({at.x + look.px(14), at.y + look.px(10)});
        paragraph(
            look,
            program.run
                ? tr("Its line information names no file on this machine.")
                : tr("Its source appears here after a run if it was built with -lineinfo and -g and has not moved."),
            {Face::text, size_body, look.colors->muted});
        return;
    }
    const std::vector<std::string_view>& lines = *program.lines;
    static const std::set<uint32_t> nothing;
    const std::set<uint32_t>& found = program.run ? program.run->found_lines : nothing;
    CodeListing listing;
    listing.id = "program source";
    listing.lines = &lines;
    bool in_comment = false;
    size_t known_to = 0;
    listing.tokens = [&](size_t line) {
        for (; known_to < line; ++known_to) (void)cuda_tokens(lines[known_to], in_comment);
        ++known_to;
        return cuda_tokens(lines[line], in_comment);
    };
    listing.state = [&](uint32_t line) {
        CodeRowState state;
        state.complained = program.problem && program.problem->where.line == line;
        state.marked = program.marked_line == line;
        state.finding = found.contains(line);
        return state;
    };
    if (program.goto_line != 0) listing.scroll_to = program.goto_line;
    (void)code_listing(look, listing);
    if (program.goto_line != 0) commands.push_back(ArrivedAtProgramLine{});
}

bool outlined_button(const Look& look, const Label& label, std::string_view tip) {
    const bool pressed = quiet_button(look, label, Icon::none, tip);
    ImGui::GetWindowDrawList()->AddRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), look.colors->muted,
                                        look.px(6), 0, std::max(1.0f, look.px(1)));
    return pressed;
}

void explanation(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const ProgramView& program = *model.program;
    begin_box(look, "program box", program.asking ? BoxKind::note : BoxKind::plain);
    const ImU32 color = program.asking ? look.colors->note_text : look.colors->text;
    if (program.asking) {
        paragraph(look, tr_format("**This version of {} has not been run from here before. Run it?**", program.name()),
                  {Face::text, size_body, color});
        ImGui::Dummy({0, look.px(4)});
    }
    paragraph(look,
              tr_format("Run {} {} as a separate process, in its folder and with your permissions. Like any program, "
                        "it can read, write and delete your files.",
                        program.is_built ? tr("starts") : tr("builds and starts"), program.name()),
              {Face::text, size_body, color});
    ImGui::Dummy({0, look.px(4)});
    paragraph(look,
              tr_format("Its kernels run on the emulator. Copies and launches are listed here in order. Launches are "
                        "kept, up to {} in total; click one to open it in the microscope. Older launches are recreated "
                        "by rerunning the program.",
                        bytes_text(program.keep_bytes)),
              {Face::text, size_body, color});
    ImGui::Dummy({0, look.px(6)});
    if (program.asking) {
        if (main_button(look, tr_label("Run this program", "##confirm"))) commands.push_back(RunProgram{true});
        ImGui::SameLine(0, look.px(10));
        if (quiet_button(look, tr_label("Not now", "##confirm"))) commands.push_back(AskAboutProgram{false});
    } else {
        if (program.trusted) {
            paragraph(look, tr("You have run this version before: Run starts it without asking."),
                      {Face::text, size_body, look.colors->muted});
            ImGui::Dummy({0, look.px(4)});
        }
        // The warning is directly above.
        if (main_button(look, tr_label_of([&] { return tr_format("Run {}", program.name()); }, "##box")))
            commands.push_back(RunProgram{true});
        ImGui::SameLine(0, look.px(10));
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() + look.px(1));
        if (!program.is_built &&
            outlined_button(look, tr_label("Only open its kernels", "##box"),
                            tr("Runs no host code: each kernel's setup is guessed from its source")))
            commands.push_back(OpenKernels{});
    }
    end_box();
}

void problem_box(const Model& model) {
    const Look& look = model.look;
    begin_box(look, "program problem", BoxKind::error);
    constexpr size_t max = 3000;
    std::string words = tr(*model.program->problem);
    if (words.size() > max) words = words.substr(0, max) + " …";
    paragraph(look, words, {Face::mono, size_code, look.colors->error_text});
    end_box();
    ImGui::Dummy({0, look.px(6)});
}

void unchecked_box(const Model& model, Commands& commands) {
    const Look& look = model.look;
    begin_box(look, "program unchecked", BoxKind::note);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos({at.x, at.y + look.px(3)});
    text(look, tr("Races and uninitialized reads were not checked."),
         {Face::strong, size_body, look.colors->note_text});
    ImGui::SameLine(0, look.px(16));
    ImGui::SetCursorScreenPos({ImGui::GetCursorScreenPos().x, at.y});
    if (pill(look, tr_label("Run again with race check", "##program"), false,
             tr("Runs the program again and checks every launch. This takes several times as long."))) {
        commands.push_back(SetProgramChecks{true});
        commands.push_back(RunProgram{});
    }
    end_box();
    ImGui::Dummy({0, look.px(6)});
}

void right_side(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const ProgramView& program = *model.program;
    const ImVec2 size = ImGui::GetContentRegionAvail();
    const bool with_output = program.run || program.busy() || !program.output->empty();
    const float below = with_output ? std::min(look.px(output_height), size.y * 0.4f) : 0;
    const ImGuiWindowFlags scrolls = program.run && !program.asking && !program.problem
                                         ? ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse
                                         : ImGuiWindowFlags_None;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(12), look.px(10)});
    ImGui::BeginChild("##program upper", {size.x, size.y - below}, ImGuiChildFlags_AlwaysUseWindowPadding, scrolls);
    ImGui::PopStyleVar();
    if (program.problem) problem_box(model);
    if (program.asking || (!program.run && !program.busy() && !program.problem)) explanation(model, commands);
    if (program.run && !program.busy() && !program.asking && !program.run->checked && program.run->launch_count != 0)
        unchecked_box(model, commands);
    if (program.run) {
        const ImVec2 strip = ImGui::GetCursorScreenPos();
        const float high = program_strip_height(model);
        program_strip(model, commands);
        ImGui::SetCursorScreenPos({strip.x, strip.y + high});
        program_rows(model, commands);
    } else if (program.busy()) {
        paragraph(look, tr("The program's device operations appear here when it has ended."),
                  {Face::text, size_body, look.colors->muted});
    }
    ImGui::EndChild();
    if (!with_output) return;
    ImGui::BeginChild("##program output", {size.x, below});
    program_output(model, commands);
    ImGui::EndChild();
}

} // namespace

std::string memory_words(const std::string& name) {
    return name == "host" ? std::string(tr_in("memory", "host")) : name;
}

std::string launch_size(const program::Operation& launch) {
    const auto extent = [](const Dim3& d) {
        std::string words = fmt::format("{}", d.x);
        if (d.y > 1 || d.z > 1) words += fmt::format(" × {}", d.y);
        if (d.z > 1) words += fmt::format(" × {}", d.z);
        return words;
    };
    return tr_count(launch.grid.count(), "{} block of {} threads", "{} blocks of {} threads", extent(launch.grid),
                    extent(launch.block));
}

void program_page(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::GetContentRegionAvail();
    const float stroke = std::max(1.0f, look.px(1)), top = look.px(header_height);
    header(model, commands);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = std::round(size.x * source_share);
    ImGui::SetCursorScreenPos({at.x, at.y + top + look.px(4)});
    constexpr ImGuiWindowFlags still = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
    ImGui::BeginChild("##program left", {left - look.px(4), size.y - top - look.px(4)}, ImGuiChildFlags_None, still);
    source(model, commands);
    ImGui::EndChild();
    ImGui::SetCursorScreenPos({at.x + left, at.y + top});
    ImGui::BeginChild("##program right", {size.x - left, size.y - top}, ImGuiChildFlags_None, still);
    right_side(model, commands);
    ImGui::EndChild();
    list.AddRectFilled({at.x, at.y + top}, {at.x + size.x, at.y + top + stroke}, look.colors->line);
    list.AddRectFilled({at.x + left - stroke, at.y + top}, {at.x + left, at.y + size.y}, look.colors->line);
}

} // namespace warpscope::ui
