// Source: the kernel's text with what each line cost, or with the compiler's complaint at its line.
#include "ui/panels/panels.hpp"

#include <set>

#include <fmt/format.h>

#include "ui/panels/code/code_panels.hpp"
#include "ui/panels/time/time_panels.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

void failure_box(const Look& look, const Diagnostic& failure) {
    begin_box(look, "compile failure", BoxKind::error);
    std::string words = failure.text();
    paragraph(look, words, {Face::mono, size_code, look.colours->error_text});
    end_box();
}

/// With its folder, which is the experiment's name; a file of the user's own may be given without one.
std::string file_heading(const std::filesystem::path& path) {
    const std::string folder = path.parent_path().filename().string(), file = path.filename().string();
    return folder.empty() ? file : folder + "/" + file;
}

/// Of the kernel's own text.
std::set<uint32_t> lines_with_findings(const session::RunResult& result) {
    std::set<uint32_t> lines;
    for (const metrics::LaunchMeasurement& launch : result.measured->launches())
        for (const simt::Finding& finding : launch.findings) {
            if (finding.source.line > 0) lines.insert(finding.source.line);
            if (finding.has_other && finding.other_source.line > 0) lines.insert(finding.other_source.line);
        }
    return lines;
}

/// What a right click on a line offers; `clicked`: the line that was clicked in this frame, or 0.
void line_menu(const Model& model, const CodeMap& map, uint32_t clicked, const std::vector<std::string_view>& lines,
               Commands& commands) {
    const Look& look = model.look;
    int* const line = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("line of the menu"), 0);
    if (clicked != 0) {
        *line = static_cast<int>(clicked);
        ImGui::OpenPopup("line menu");
    }
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(6), look.px(6)});
    if (ImGui::BeginPopup("line menu")) {
        close_by_key();
        const auto number = static_cast<uint32_t>(*line);
        text(look, fmt::format("line {}", number), {Face::strong, size_body, 0});
        if (const metrics::InstructionCost* cost = map.cost_of(number, 0))
            for (const metrics::Measure measure : measures_of(*cost)) {
                const PaintedCode wish{{number, 0}, measure};
                const bool on = model.painted == wish;
                if (menu_item(look, fmt::format("Paint its {} on the data##line menu", name_of(measure)).c_str(), "",
                              on))
                    commands.push_back(PaintCode{on ? std::nullopt : std::optional(wish)});
            }
        if (const auto ptx = map.ptx_of_line.find(number); ptx != map.ptx_of_line.end())
            if (menu_item(look, "Show its PTX##line menu", "", false)) {
                commands.push_back(SelectTab{Tab::ptx});
                commands.push_back(ScrollCode{{0, ptx->second.front()}});
            }
        if (number > 0 && number <= lines.size() && menu_item(look, "Copy the line##line menu", "", false))
            commands.push_back(CopyText{std::string(lines[number - 1])});
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

/// Where a plan launches more than once, costs are of the last.
std::string which_launch(const session::RunResult& result) {
    const size_t launches = result.measured->launches().size();
    return launches > 1 ? fmt::format("  costs of launch {} of {}", launches, launches) : "";
}

} // namespace

void source_panel(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const bool failed = !model.failed_source.empty() && model.failure;
    if (model.failure && !failed && model.failure->kind != ErrorKind::usage) failure_box(look, *model.failure);
    if (!model.result && !failed) {
        if (!model.failure) text(look, "The kernel's text appears here.", {Face::text, size_body, look.colours->muted});
        return;
    }
    const std::string_view source =
        failed ? std::string_view(model.failed_source) : std::string_view(model.result->source);
    std::filesystem::path path =
        failed ? std::filesystem::path(model.failure->where.file) : model.result->variant().source;
    if (path.empty() && model.variant != nullptr) path = model.variant->source; // a launch that is impossible
    const std::string file = file_heading(path);
    static const CodeMap nothing;
    const CodeMap& map = failed ? nothing : code_map_of(model.result);

    CodeListing listing;
    listing.id = "source text";
    const float width = ImGui::GetContentRegionAvail().x;
    const bool in_time = !failed && shows_moment(model) && model.moment;
    if (in_time) {
        listing.number_width += flags_width;
        listing.margin = [&](uint32_t line, ImVec2 at, float height) { warp_flags(model, line, at, height); };
    }
    if (!failed && !shows_moment(model) && width > look.px(320))
        listing.columns =
            cost_columns(look, width - ImGui::GetStyle().ScrollbarSize, width < look.px(620), sum_of(map));
    code_heading(model, failed ? file : file + which_launch(*model.result), listing.columns,
                 code_left(look, listing.number_width), true, commands);

    const std::vector<std::string_view> lines = split_lines(source);
    std::vector<std::vector<Token>> tokens;
    bool in_comment = false;
    for (const std::string_view line : lines) tokens.push_back(cuda_tokens(line, in_comment));
    listing.lines = &lines;
    listing.tokens = [&](size_t i) { return tokens[i]; };
    const uint32_t linked = model.hovered_code.ptx_line != 0 ? map.source_of(model.hovered_code.ptx_line) : 0;
    const std::set<uint32_t> found = failed ? std::set<uint32_t>() : lines_with_findings(*model.result);
    listing.state = [&](uint32_t line) {
        CodeRowState state;
        state.complained = failed && model.failure->where.line == line;
        state.marked = in_time ? model.moment->now_line == line : model.marked_line == line;
        state.linked = linked == line;
        state.painted = is_painted(model, {line, 0});
        state.finding = found.contains(line);
        return state;
    };
    if (!listing.columns.empty()) listing.cost = [&](uint32_t line) { return map.cost_of(line, 0); };
    if (failed)
        listing.below = [&](uint32_t line) {
            if (model.failure->where.line != line) return;
            const float left = code_left(look, listing.number_width);
            const ImVec2 at = ImGui::GetCursorScreenPos();
            ImGui::SetCursorScreenPos({at.x + left, at.y});
            ImGui::BeginChild("complaint", {width - left - look.px(30), 0}, ImGuiChildFlags_AutoResizeY);
            paragraph(look, model.failure->message, {Face::mono, size_code, look.colours->error_text});
            ImGui::EndChild();
        };
    listing.scroll_to = model.goto_line;
    const CodeEvents events = code_listing(look, listing);
    if (failed) return;
    if (events.hovered != 0) commands.push_back(HoverCode{{events.hovered, 0}});
    line_menu(model, map, events.menu, lines, commands);
    if (events.clicked == 0) return;
    paint_on_click(model, map, {events.clicked, 0}, events.column, commands);
    if (const auto ptx = map.ptx_of_line.find(events.clicked); ptx != map.ptx_of_line.end())
        commands.push_back(ScrollCode{{0, ptx->second.front()}});
}

} // namespace warpscope::ui
