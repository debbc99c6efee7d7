#include "language/course.hpp"
#include "language/tr.hpp"
#include "ui/panels/bug.hpp"
#include "ui/panels/panels.hpp"
#include "ui/panels/program/program_panels.hpp"
#include "ui/panels/time/time_panels.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "analysis/captions.hpp"
#include "ui/imgui/kept_value.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/phrases.hpp"
#include "ui/wording/untold_line.hpp"

namespace warpscope::ui {

namespace {

const std::vector<catalog::IllegalSpan>* illegal_of(const Model& model, const std::string& slider) {
    const auto found = model.illegal.find(slider);
    return found == model.illegal.end() ? nullptr : &found->second;
}

double value_of(const Model& model, const catalog::Parameter& p) {
    const auto chosen = model.setup->settings.values.find(p.name);
    return chosen == model.setup->settings.values.end() ? p.initial : chosen->second;
}

std::string_view slider_title(const catalog::Parameter& p) { return p.title.empty() ? p.name : tr_course(p.title); }

std::string_view first_letters(std::string_view words, size_t count) {
    size_t end = 0;
    for (; end < words.size(); ++end)
        if ((words[end] & 0xc0) != 0x80 && count-- == 0) break;
    return words.substr(0, end);
}

void block_slider(const Model& model, Axis axis, Commands& commands) {
    static constexpr std::array titles{N_("block x"), N_("block y"), N_("block z")};
    const char* title = titles[static_cast<size_t>(axis)];
    const SliderRange range{.minimum = 1,
                            .maximum = static_cast<double>(extent(model.limits.max_block, axis)),
                            .step = 1,
                            .initial = static_cast<double>(extent(model.variant->block, axis)),
                            .integer = true,
                            .logarithmic = true,
                            .illegal = illegal_of(model, title),
                            .type = model.reading};
    const std::string tip = tr_format("Threads per block in {}; a block has at most {} in total.", title[6],
                                      model.limits.max_threads_per_block);
    const SliderEvent event = slider(model.look, title, tr(title), tip,
                                     static_cast<double>(extent(model.setup->settings.block, axis)), range);
    if (event.value) commands.push_back(SetBlock{axis, static_cast<uint32_t>(*event.value), title});
    if (event.ended) commands.push_back(EndGesture{event.was_drag});
}

void block_sliders(const Model& model, Commands& commands) {
    for (uint32_t d = 0; d < std::min(model.variant->block_dimensions, 3u); ++d) {
        block_slider(model, static_cast<Axis>(d), commands);
        ImGui::Dummy({0, model.look.px(2)});
    }
}

void choice_buttons(const Look& look, const catalog::Parameter& p, double value, Commands& commands) {
    text(look, slider_title(p));
    if (!p.help.empty() && ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) tooltip(look, tr_course(p.help));
    const float gap = look.px(6), right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    for (size_t i = 0; i < p.choices.size(); ++i) {
        const Label label(tr_course(p.choices[i]), fmt::format("{}##{}", p.choices[i], p.name));
        const float width = pill_size(look, label).x;
        if (i > 0 && ImGui::GetItemRectMax().x + gap + width <= right) ImGui::SameLine(0, gap);
        const auto number = static_cast<double>(i);
        if (pill(look, label, value == number, tr_course(p.help))) {
            commands.push_back(SetParameter{p.name, number, p.name});
            commands.push_back(EndGesture{});
        }
    }
}

SliderRange range_of(const Model& model, const catalog::Parameter& p) {
    return {.minimum = p.minimum,
            .maximum = p.maximum,
            .step = p.step,
            .initial = p.initial,
            .integer = !is_floating(p.type),
            .logarithmic = false,
            .illegal = illegal_of(model, p.name),
            .type = model.reading};
}

void parameter_slider(const Model& model, const catalog::Parameter& p, Commands& commands) {
    const SliderRange range = range_of(model, p);
    const std::string tip = std::string(tr_course(p.help)) + (p.is_definition ? tr(" (compiled into the kernel)") : "");
    const SliderEvent event = slider(model.look, p.name.c_str(), slider_title(p), tip, value_of(model, p), range);
    if (event.value) commands.push_back(SetParameter{p.name, *event.value, p.name});
    if (event.ended) commands.push_back(EndGesture{event.was_drag});
}

void parameter_sliders(const Model& model, Commands& commands) {
    for (const catalog::Parameter& p : model.variant->parameters) {
        if (p.choices.empty())
            parameter_slider(model, p, commands);
        else
            choice_buttons(model.look, p, value_of(model, p), commands);
        ImGui::Dummy({0, model.look.px(2)});
    }
}

bool uses_shared_memory(const Model& model) {
    return model.result && std::ranges::any_of(model.result->shown().lines,
                                               [](const metrics::LineCost& line) { return line.shared_requests > 0; });
}

/// While stepping, selecting an interval moves the time to the interval's end.
void phase_slider(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const insight::RecordedBlock* const now = block_in_time(model);
    const std::vector<uint32_t>& all = model.intervals;
    const size_t count = now != nullptr ? now->intervals() : all.size();
    const bool known = now != nullptr || (model.phases && (model.selection.pinned || model.interval));
    if (count < 2 || !known) return;
    const size_t place = now != nullptr   ? now->barriers_passed(model.scene->moment) + 1
                         : model.interval ? size_t{*model.interval} + 1
                                          : 0;
    section(look, tr("PHASES OF THE BLOCK"));
    const SliderRange range{.minimum = now != nullptr ? 1.0 : 0.0,
                            .maximum = static_cast<double>(count),
                            .step = 1,
                            .initial = now != nullptr ? 1.0 : 0.0,
                            .integer = true,
                            .zero = tr("all")};
    const SliderEvent event =
        slider(look, "interval", tr("interval"),
               tr_format("Highlights what the block reads and writes between two barriers ({} and {}); 0 highlights "
                         "all intervals. Repeated intervals form a phase. Phases are named after the recorded accesses "
                         "and floating-point instructions.",
                         key_text(Action::interval_back), key_text(Action::interval_on)),
               static_cast<double>(place), range);
    if (event.value) {
        const auto new_place = static_cast<uint32_t>(*event.value);
        if (now != nullptr)
            commands.push_back(GoToStep{now->end_of_interval(model.scene->moment, new_place - 1)});
        else
            commands.push_back(SetInterval{new_place == 0 ? std::nullopt : std::optional(all[new_place - 1])});
    }
    if (place > 0) {
        paragraph(look, phase_words(model));
        // Offers the tab, because no picture shows shared memory.
        if (uses_shared_memory(model) &&
            pill(look, tr_label("Shared memory", "##phase"), model.drawer_open && shown_tab(model) == Tab::shared,
                 tr("Show the block's shared memory in the drawer; while stepping, the value of each element"))) {
            commands.push_back(SelectTab{Tab::shared});
            commands.push_back(SetDrawer{true});
        }
    } else
        paragraph(look, tr_format("{} intervals, separated by barriers", count),
                  {Face::text, size_small, look.colors->muted});
}

void meaning(const Model& model) {
    const Look& look = model.look;
    if (!model.launch_note.empty()) {
        begin_box(look, "launch note", BoxKind::note);
        paragraph(look, model.launch_note, {Face::text, size_body - 0.5f, look.colors->note_text});
        end_box();
    }
    if (model.failure && model.failure->kind == ErrorKind::usage) {
        begin_box(look, "launch failure", BoxKind::error);
        std::string words = tr(model.failure->message);
        if (!model.failure->hint.empty()) words += "\n" + hint_sentence(model.failure->hint);
        paragraph(look, words, {Face::text, size_body - 0.5f, look.colors->error_text});
        end_box();
    }
    if (!model.result || (model.failure && !model.busy && is_of_other_experiment(model))) return;
    if (const simt::Finding* refused = refused_launch(*model.result)) {
        begin_box(look, "launch refused", BoxKind::error);
        paragraph(look, tr("**Launch failed**: nothing has run."), {Face::text, size_body, look.colors->error_text});
        paragraph(look, tr(refused->message), {Face::text, size_body - 0.5f, look.colors->error_text});
        for (const std::string& words : analysis::caption_words(model.result->variant(), model.result->prepared))
            paragraph(look, with_signs(words), {Face::text, size_body - 0.5f, look.colors->error_text});
        end_box();
        return;
    }
    begin_box(look, "launch meaning", BoxKind::plain);
    if (model.result_is_stale) paragraph(look, tr("Previous run:"), {Face::strong, size_small, look.colors->muted});
    paragraph(look, coverage_sentence(*model.result));
    const std::string in_english = [&] {
        const ScopedLanguage english(Language::english);
        return coverage_sentence(*model.result);
    }();
    ImGui::Dummy({0, look.px(2)});
    paragraph(look, divergence_sentence(*model.result));
    const std::vector<std::string>& english = model.result->prepared.captions;
    const std::vector<std::string> captions = analysis::caption_words(model.result->variant(), model.result->prepared);
    for (size_t i = 0; i < captions.size(); ++i) {
        if (model.variant->bug.any()) break;
        if (captions[i].empty() || in_english.starts_with(with_signs(english[i]))) continue;
        ImGui::Dummy({0, look.px(2)});
        paragraph(look, with_signs(captions[i]));
    }
    if (model.result_is_stale) {
        const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
        veil(look, *ImGui::GetWindowDrawList(), at, {at.x + size.x, at.y + size.y});
    }
    end_box();
}

void compared_with(const Model& model, Commands& commands) {
    const Look& look = model.look;
    section(look, tr("COMPARED WITH"));
    begin_box(look, "compared with", BoxKind::plain);
    if (!model.baseline.result) {
        paragraph(look, tr_format("Nothing yet. Press {} to pin this launch.", key_text(Action::compare)),
                  {Face::text, size_body - 0.5f, look.colors->muted});
        end_box();
        return;
    }
    const session::RunResult& run = *model.baseline.result;
    paragraph(look, run_title(run, run_name(model, run)));
    if (model.baseline.result == model.result)
        paragraph(look, tr("Move a slider or choose another variant to compare."),
                  {Face::text, size_body - 0.5f, look.colors->muted});
    ImGui::Dummy({0, look.px(2)});
    if (pill(look, tr_label("side by side", "##baseline"), model.baseline.side_by_side,
             tr_format("Show the baseline in the left view ({})", key_text(Action::side_by_side))))
        commands.push_back(SetSideBySide{!model.baseline.side_by_side});
    ImGui::SameLine(0, look.px(6));
    if (pill(look, tr_label("table", "##baseline"), model.preferences->tab == Tab::compare && model.drawer_open,
             tr("Show the measurements of both"))) {
        commands.push_back(SelectTab{Tab::compare});
        commands.push_back(SetDrawer{true});
    }
    const Label unpin = tr_label("unpin", "##baseline");
    const float edge = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    if (ImGui::GetItemRectMax().x + look.px(6) + pill_size(look, unpin).x <= edge) ImGui::SameLine(0, look.px(6));
    if (pill(look, unpin, false, tr("Stop comparing"))) commands.push_back(SetBaseline{false});
    end_box();
}

} // namespace

void launch_rail(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const float width = ImGui::GetWindowWidth();
    ImGui::SetCursorPos({std::round((width - look.px(28)) / 2), look.px(10)});
    if (quiet_button(look, "##unfold launch", Icon::pane_left,
                     tr_format("The launch sliders ({})", key_text(Action::launch_pane))))
        commands.push_back(Perform{Action::launch_pane});
    if (model.variant == nullptr) return;
    float y = look.px(52);
    const auto line = [&](const std::string& words, ImU32 color, float size) {
        const float wide = look.measure(Face::mono, size, words).x;
        ImGui::SetCursorPos({std::max(look.px(2), std::round((width - wide) / 2)), y});
        text(look, words, {Face::mono, size, color}, width - look.px(4));
        y += look.px(size + 6);
    };
    const Dim3 block = model.result ? model.result->shown().config.block : model.setup->settings.block;
    for (uint32_t d = 0; d < std::min(model.variant->block_dimensions, 3u); ++d) {
        if (d > 0) line("×", look.colors->muted, size_small);
        line(std::to_string(extent(block, static_cast<Axis>(d))), 0, size_code);
    }
    for (const catalog::Parameter& p : model.variant->parameters) {
        y += look.px(8);
        line(std::string(first_letters(slider_title(p), 5)), look.colors->muted, 11.0f);
        line(fmt::format("{:g}", value_of(model, p)), 0, size_code);
    }
}

namespace {

constexpr float strip_slider = 180, min_strip_slider = 104, strip_gap = 26, strip_height = 62;

struct SliderRow {
    uint32_t blocks = 0, parameters = 0;
    float slider = 0; // pixels

    [[nodiscard]] uint32_t count() const { return blocks + parameters; }
};

SliderRow sliders_in(const Model& model, float room) {
    if (model.variant == nullptr) return {};
    const Look& look = model.look;
    SliderRow row;
    for (const catalog::Parameter& p : model.variant->parameters) row.parameters += p.choices.empty() ? 1 : 0;
    row.blocks = std::min(model.variant->block_dimensions, 3u);
    const float gap = look.px(strip_gap), free = std::max(0.0f, room - gap);
    const auto max = static_cast<uint32_t>(free / (look.px(min_strip_slider) + gap));
    while (row.count() > max && row.blocks > 1) --row.blocks;
    while (row.count() > max && row.parameters > 0) --row.parameters;
    if (row.count() > max) return {};
    float widest = look.px(strip_slider);
    for (const catalog::Parameter& p : model.variant->parameters)
        if (p.choices.empty())
            widest = std::max(widest, slider_width(look, slider_title(p), p.maximum, range_of(model, p)));
    row.slider = std::floor(std::min(widest, free / std::max(1.0f, static_cast<float>(row.count())) - gap));
    return row;
}

float strip_high(const Model& model) {
    return model.look.px(strip_height - 20) + slider_header(model.look, model.reading);
}

void about(const Model& model) {
    if (model.variant == nullptr) return;
    const std::string& summary = model.variant->summary.empty() ? model.experiment->summary : model.variant->summary;
    if (summary.empty() || !is_bug_revealed(model)) return;
    section(model.look, tr("ABOUT"));
    paragraph(model.look, tr_course(summary), {Face::text, size_body - 0.5f, model.look.colors->muted});
}

/// A museum's bug counts as an experiment: its symptom is at the top.
void scroll_up_for_another_experiment(const Model& model) {
    if (model.variant == nullptr) return;
    const std::string name = model.variant->bug.any()
                                 ? fmt::format("{}/{}", model.experiment->name, model.variant->name)
                                 : model.experiment->name;
    const auto now = static_cast<int>(ImGui::GetID(name.c_str()));
    KeptValue<int> shown("shown experiment", now);
    if (shown != now) ImGui::SetScrollY(0);
    shown = now;
}

} // namespace

ImVec2 launch_strip_size(const Model& model, float room) {
    const SliderRow row = sliders_in(model, room);
    if (row.count() == 0) return {0, 0};
    const float gap = model.look.px(strip_gap);
    return {std::ceil(gap + static_cast<float>(row.count()) * (row.slider + gap)), strip_high(model)};
}

void launch_strip(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const SliderRow row = sliders_in(model, ImGui::GetWindowWidth() + 1);
    uint32_t place = 0;
    const auto next = [&](auto draw) {
        ImGui::SetCursorPos(
            {look.px(strip_gap) + static_cast<float>(place++) * (row.slider + look.px(strip_gap)), look.px(8)});
        ImGui::BeginChild(fmt::format("slider {}", place).c_str(), {row.slider, strip_high(model) - look.px(10)},
                          ImGuiChildFlags_None, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoBackground);
        draw();
        ImGui::EndChild();
    };
    for (uint32_t d = 0; d < row.blocks; ++d) next([&] { block_slider(model, static_cast<Axis>(d), commands); });
    for (const catalog::Parameter& p : model.variant->parameters)
        if (p.choices.empty() && place < row.count()) next([&] { parameter_slider(model, p, commands); });
}

void launch_panel(const Model& model, Commands& commands) {
    const Look& look = model.look;
    scroll_up_for_another_experiment(model);
    bug_section(model, commands);
    const bool about_first = ImGui::GetWindowHeight() > look.px(560);
    if (about_first) about(model);
    section(look, tr("LAUNCH"));
    if (model.variant == nullptr) {
        paragraph(look, tr("There is no experiment to run."), {Face::text, size_body, look.colors->muted});
        return;
    }
    block_sliders(model, commands);
    parameter_sliders(model, commands);
    phase_slider(model, commands);
    ImGui::Dummy({0, look.px(2)});
    meaning(model);
    buffer_shapes(model, commands);
    compared_with(model, commands);
    guessed_setup(model, commands);
    if (!about_first) about(model);
}

} // namespace warpscope::ui
