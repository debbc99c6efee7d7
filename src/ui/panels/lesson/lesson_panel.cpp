#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>

#include <fmt/format.h>
#include <imgui_internal.h>

#include "compile/error_places.hpp"
#include "language/course.hpp"
#include "language/tr.hpp"
#include "ui/imgui/kept_value.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/panels/lesson/lesson_panels.hpp"
#include "ui/widgets/rich_text.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/workbench.hpp"
#include "workbench/editing/drafts.hpp"
#include "workbench/lesson/lesson_list.hpp"

namespace warpscope::ui {

namespace {

bool is_last(const LessonView& view) { return view.step + 1 == view.lesson->steps.size(); }

const LessonEntry* next_lesson(const LessonView& view) {
    const std::vector<LessonEntry>& all = lesson_entries();
    const auto own = std::ranges::find(all, view.lesson->name, &LessonEntry::name);
    return own == all.end() || own + 1 == all.end() ? nullptr : &*(own + 1);
}

void next_button(const Model& model, Commands& commands, bool main) {
    const LessonView& view = *model.lesson;
    if (view.on_slide || view.in_class) return;
    const LessonEntry* const following = is_last(view) ? next_lesson(view) : nullptr;
    if (following != nullptr) {
        const bool done = view.phase != LessonPhase::asking;
        const Label words =
            tr_label_of([&] { return tr_format("next lesson: {}", tr_course(following->title)); }, "##lesson");
        if (done ? main_button(model.look, words) : pill(model.look, words, false, tr_course(following->summary)))
            commands.push_back(OpenLesson{following->file});
        main = false;
    }
    const Label label = is_last(view) ? tr_label("finish", "##lesson next") : tr_label("next", "##lesson next");
    const bool pressed = main ? main_button(model.look, label) : quiet_button(model.look, label, Icon::forward);
    if (!pressed) return;
    if (is_last(view))
        commands.push_back(CloseLesson{});
    else
        commands.push_back(GoToLessonStep{view.step + 1});
}

void draw_confidence(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const float top = ImGui::GetCursorPosY();
    ImGui::SetCursorPosY(top + look.px(4));
    text(look, tr("how sure?"), {Face::text, size_body, look.colors->muted});
    static constexpr std::array labels{N_("guess"), N_("fairly"), N_("certain")};
    for (size_t i = 0; i < labels.size(); ++i) {
        ImGui::SameLine(0, look.px(i == 0 ? 10.0f : 6.0f));
        ImGui::SetCursorPosY(top + look.px(1));
        const auto confidence = static_cast<Confidence>(i + 1);
        if (pill(look, tr_label(labels[i], "##sure"), model.lesson->confidence == confidence,
                 tr("How sure you are; only you see it")))
            commands.push_back(SetConfidence{confidence});
    }
}

std::string class_words(const ClassStanding& standing) {
    if (standing.is_lost) return tr("The class does not answer. Warpscope tries again.");
    switch (standing.answer) {
    case ClassStanding::Answer::none: break;
    case ClassStanding::Answer::sending: return tr("Sending your answer…");
    case ClassStanding::Answer::refused: return tr_format("The class refused your answer: {}", standing.refusal);
    case ClassStanding::Answer::saved:
        return standing.is_changed ? tr("You changed your answer. Send it again.")
                                   : tr("Sent. You can change it until your teacher shows the answer.");
    }
    return {};
}

void send_row(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const LessonView& view = *model.lesson;
    ImGui::Dummy({0, look.px(4)});
    if (main_button(look, tr_label("send", "##lesson"), lesson::is_complete(*view.evaluated, view.prediction)))
        commands.push_back(Reveal{});
    if (const std::string words = class_words(*view.in_class); !words.empty())
        paragraph(look, words, {Face::text, size_body, look.colors->muted});
}

void measure_row(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const LessonView& view = *model.lesson;
    if (view.on_slide) return;
    if (view.in_class) return send_row(model, commands);
    const bool complete = lesson::is_complete(*view.evaluated, view.prediction);
    const bool voted = std::ranges::any_of(view.votes, [](uint32_t count) { return count > 0; });
    ImGui::Dummy({0, look.px(4)});
    if (!model.presentation) {
        draw_confidence(model, commands);
        const float wide = look.measure(Face::strong, size_body, tr("measure")).x + look.px(28);
        ImGui::SameLine(0, look.px(10));
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() - look.px(3));
        if (ImGui::GetContentRegionAvail().x < wide) ImGui::NewLine();
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, ImGui::GetContentRegionAvail().x - wide));
    }
    if (main_button(look, tr_label("measure", "##lesson"), complete || voted)) commands.push_back(Reveal{});
    if (model.presentation) {
        ImGui::SameLine(0, look.px(12));
        ImGui::BeginGroup();
        paragraph(look,
                  view.votes.empty()
                      ? std::string(tr("Space measures"))
                      : tr_format("A to {}: count a raised hand (Shift: take it back). Space: measure",
                                  std::string(1, static_cast<char>('A' + static_cast<int>(view.votes.size()) - 1))),
                  {Face::text, size_body, look.colors->muted});
        ImGui::EndGroup();
    }
}

std::string judgment(const LessonView& view) {
    const lesson::Verdict& verdict = *view.verdict;
    std::string words = verdict.right ? tr("**Correct.**") : verdict.said;
    switch (view.confidence) {
    case Confidence::certain:
        words += verdict.right ? tr(" You were certain.") : tr(" You were certain: worth a second look.");
        break;
    case Confidence::fairly: words += tr(" You were fairly sure."); break;
    case Confidence::guess:
        words += verdict.right ? tr(" You guessed. Is this the reason you thought of?") : tr(" You guessed.");
        break;
    case Confidence::none: break;
    }
    if (!verdict.means.empty()) words += (words.empty() ? "" : " ") + verdict.means;
    return words;
}

constexpr const char* where_measured = "where it was measured"; // key in the panel's storage

void draw_goals(const Model& model) {
    const Look& look = model.look;
    for (const lesson::GoalPart& part : model.lesson->evaluated->goal) {
        ImGui::Dummy({0, look.px(1)});
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const ImU32 color = part.holds ? look.colors->good_text : look.colors->error_text;
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const ImVec2 center{at.x + look.px(6), at.y + look.px(9)};
        if (part.holds)
            tick_mark(look, list, center, look.px(9), color);
        else
            list.AddCircle(center, look.px(4.5f), color, 0, look.px(1.5f));
        ImGui::SetCursorScreenPos({at.x + look.px(18), at.y});
        ImGui::BeginGroup();
        paragraph(look, part.words, {Face::text, size_body, part.holds ? color : look.colors->text});
        ImGui::EndGroup();
    }
}

void measured(const Model& model, Commands& commands) {
    const Look& look = model.look;
    ImGui::GetStateStorage()->SetFloat(ImGui::GetID(where_measured), ImGui::GetCursorPosY());
    const LessonView& view = *model.lesson;
    const lesson::Question& q = *view.question();
    const bool goal = q.kind == lesson::Kind::settings;
    const float body = model.presentation ? size_title + 2 : size_body + 0.5f;
    ImGui::Dummy({0, look.px(6)});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::GetWindowDrawList()->AddLine(at, {at.x + width, at.y}, look.colors->line, std::max(1.0f, look.px(1)));
    ImGui::Dummy({0, look.px(4)});
    section(look, goal ? tr("DONE") : tr("MEASURED"));
    const std::string& number = view.verdict->measured;
    if (view.evaluated->answer && !goal) {
        const float size = model.presentation ? 60.0f : 44.0f;
        text(look, number, {Face::strong, size, 0});
        if (!view.evaluated->measured_unit.empty()) {
            const float room = look.measure(Face::strong, size, number).x + look.px(12);
            ImGui::SameLine(0, look.px(12));
            ImGui::SetCursorPosY(ImGui::GetCursorPosY() + look.px(size - size_title - 9));
            text(look, view.evaluated->measured_unit, {Face::text, size_title, look.colors->muted},
                 std::max(look.px(40), width - room));
        }
    } else if (!goal) {
        rich_text(look, with_signs(number), {Face::strong, model.presentation ? size_large * 1.3f : size_large, 0});
        if (!view.evaluated->measured_unit.empty())
            paragraph(look, view.evaluated->measured_unit, {Face::text, body, look.colors->muted});
    }
    ImGui::Dummy({0, look.px(2)});
    record_area("measured", at, {at.x + width, ImGui::GetCursorScreenPos().y});
    if (!goal) {
        if (const std::string words = judgment(view); !words.empty()) {
            rich_text(look, with_signs(words), {Face::text, body, 0});
            ImGui::Dummy({0, look.px(4)});
        }
    }
    if (goal) {
        draw_goals(model);
        ImGui::Dummy({0, look.px(4)});
    }
    rich_text(look, with_signs(view.evaluated->explain), {Face::text, body, 0});
    ImGui::Dummy({0, look.px(6)});
    const float right = ImGui::GetCursorScreenPos().x + width;
    bool first = true;
    const auto beside = [&](const Label& label) {
        if (!first && ImGui::GetItemRectMax().x + look.px(6) + pill_size(look, label).x <= right)
            ImGui::SameLine(0, look.px(6));
        first = false;
    };
    if (!q.again.empty() && !view.on_slide && !view.in_class) {
        beside(tr_label("another size"));
        if (pill(look, tr_label("another size", "##lesson"), false, tr("The same question with different numbers")))
            commands.push_back(AskAgain{});
    }
    if (q.why && !view.on_slide) {
        const Label label = view.evaluated->why.empty()
                                ? tr_label("why? see it over time", "##why")
                                : Label::owning(view.evaluated->why, view.evaluated->why + "##why");
        beside(label);
        if (pill(look, label, false, tr("Go to the step in time that shows it"))) commands.push_back(AskWhy{});
    }
    ImGui::Dummy({0, look.px(6)});
    next_button(model, commands, true);
}

void copy_of_kernel(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const LessonView& view = *model.lesson;
    if (view.copy.empty()) {
        if (!view.on_slide && main_button(look, tr_label("make my copy of the kernel", "##lesson")))
            commands.push_back(CopyKernel{});
        return;
    }
    paragraph(look, tr("This is your copy. It runs after each change here, or when another editor saves it."),
              {Face::text, size_body, look.colors->muted});
    if (main_button(look, tr_label("edit it here", "##lesson"))) {
        const uint32_t line = view.code.empty() ? 0 : view.code.front();
        commands.push_back(OpenEditor{true, line});
    }
    text(look, view.copy, {Face::mono, size_small, 0}, ImGui::GetContentRegionAvail().x);
    if (pill(look, tr_label("copy path", "##lesson"), false, tr("Copies the path to the clipboard")))
        commands.push_back(CopyText{view.copy});
    ImGui::SameLine(0, look.px(6));
    if (pill(look, tr_label("start over", "##lesson"), false,
             tr("Restores the course's kernel. Your version is kept next to it, with the ending .before")))
        commands.push_back(CopyKernel{true});
    if (view.copied_at != 0 && view.phase == LessonPhase::answered)
        paragraph(look,
                  tr_format("Your copy from {}", time_of_day(view.copied_at, static_cast<int64_t>(std::time(nullptr)))),
                  {Face::text, size_body, look.colors->muted});
}

void failed_launch(const Model& model) {
    const Look& look = model.look;
    const Diagnostic why = compile::errors_of(*model.lesson->problem).front();
    const uint32_t line = why.where.line;
    const bool is_compiled = line == 0 && model.lesson->problem->message.log().empty();
    ImGui::Dummy({0, look.px(4)});
    text(look,
         is_compiled ? tr("does not run yet")
         : line == 0 ? tr("does not compile yet")
                     : tr_format("does not compile yet: line {}", line),
         {Face::text, size_title, look.colors->muted});
    begin_box(look, "lesson failure", BoxKind::error);
    paragraph(look, tr(why.message), {Face::text, size_body, look.colors->error_text});
    end_box();
    ImGui::Dummy({0, look.px(4)});
}

void not_yet(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const bool is_current = !model.lesson->evaluated->reached;
    if (model.lesson->problem) {
        failed_launch(model);
        if (is_current) draw_goals(model);
        return;
    }
    ImGui::Dummy({0, look.px(4)});
    text(look, model.busy ? tr("measuring…") : tr("not yet"), {Face::text, size_title, look.colors->muted});
    if (!model.busy && model.lesson->run) {
        const auto& findings = model.lesson->run->shown().findings;
        if (!findings.empty()) {
            begin_box(look, "lesson finding", BoxKind::note);
            // Names only the kind, because the message would reveal the fix.
            paragraph(look,
                      tr_format("Line {}: {}", findings.front().source.line, tr(simt::title_of(findings.front().kind))),
                      {Face::text, size_body, look.colors->note_text});
            end_box();
            if (pill(look, tr_label("show findings", "##lesson"), false, tr("Opens the tab Findings"))) {
                commands.push_back(SelectTab{Tab::findings});
                commands.push_back(SetDrawer{true});
            }
        }
    }
    if (!model.busy && is_current) draw_goals(model);
    ImGui::Dummy({0, look.px(4)});
}

/// Shows the data size of a repeated question, whose text stays the same.
void size_of_round(const Model& model) {
    const LessonView& view = *model.lesson;
    if (view.round == 0 || !view.run) return;
    const bool has_input = catalog::main_input(view.run->variant()) != nullptr;
    const Shape& shape = has_input ? view.run->input.layout.shape : view.run->output.layout.shape;
    const Dim3& block = view.run->shown().config.block;
    const std::string cells = shape.height == 1 ? tr_count(shape.width, "{} cell", "{} cells", shape.width)
                                                : tr_format("{} × {} cells", shape.width, shape.height);
    const std::string threads = block.y == 1 ? std::to_string(block.x) : fmt::format("{} × {}", block.x, block.y);
    std::string words = tr_format("Now: {}, blocks of {} threads", cells, threads);
    for (const auto& [name, value] : view.question()->again[view.round - 1].settings)
        for (const catalog::Parameter& p : view.run->variant().parameters)
            if (p.name == name)
                words += fmt::format(", {} {}", tr_course(p.title.empty() ? p.name : p.title),
                                     catalog::value_text(p, value));
    paragraph(model.look, words, {Face::strong, size_body, model.look.colors->accent});
}

/// Returns whether the question needed scrolling, and therefore keeps smaller type.
bool is_tight(const LessonView& view) {
    KeptValue<int> of("tight of", -1);
    KeptValue<bool> tight("tight");
    const int now = static_cast<int>(view.step * 100 + view.round);
    if (of != now)
        tight = false;
    else if (ImGui::GetScrollMaxY() > 0)
        tight = true;
    of = now;
    return tight;
}

void about_question(const Model& model) {
    const std::string& words = model.lesson->text;
    if (!model.presentation || words.empty()) return;
    rich_text(model.look, with_signs(words), {Face::text, size_title, model.look.colors->muted});
    ImGui::Dummy({0, model.look.px(4)});
}

void asking(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const LessonView& view = *model.lesson;
    const bool goal = view.evaluated->kind == lesson::Kind::settings, answered = view.phase == LessonPhase::answered;
    section(look, goal ? tr("YOUR TURN") : answered ? tr("PREDICTED") : tr("PREDICT"));
    size_of_round(model);
    const bool tight = model.presentation && !answered && is_tight(view);
    if (!answered && !tight) about_question(model);
    rich_text(look, with_signs(view.evaluated->ask),
              {Face::strong,
               !model.presentation ? 19.0f
               : tight             ? 20.0f
               : answered          ? 23.0f
                                   : 27.0f,
               0});
    // Asks again after a restart, but mentions the earlier answer.
    const auto before = view.progress.answered.find(view.now().name);
    if (!answered && view.round == 0 && !model.presentation && before != view.progress.answered.end()) {
        paragraph(look,
                  goal             ? tr("You solved this earlier.")
                  : before->second ? tr("Predicted correctly on the first try.")
                                   : tr("Answered."),
                  {Face::text, size_body, look.colors->muted});
        if (!goal && !view.on_slide && !view.in_class &&
            pill(look, tr_label(view.knows_own_answer ? N_("show my answer") : N_("show the answer"), "##lesson"),
                 false, tr("Shows the measured number and the explanation")))
            commands.push_back(ShowOwnAnswer{});
    }
    ImGui::Dummy({0, look.px(4)});
    const bool first = model.presentation && answered;
    const bool votes = first && votes_in_a_row(model);
    if (first) measured(model, commands);
    if (view.problem && (answered || !goal)) failed_launch(model);
    if (view.evaluated->kind != lesson::Kind::line)
        fitted_code(look, view, model.presentation && !tight ? size_title : size_code);
    if (goal && view.question()->own_copy && (!answered || !view.copy.empty())) copy_of_kernel(model, commands);
    if (!votes) prediction(model, commands);
    if (answered) {
        if (!first) measured(model, commands);
    } else if (goal) {
        not_yet(model, commands);
        if (view.in_class)
            paragraph(look, tr("Your teacher sees whether you reach the goal, and your kernel."),
                      {Face::text, size_body, look.colors->muted});
        next_button(model, commands, false);
    } else {
        measure_row(model, commands);
    }
    if (tight) about_question(model);
}

void follow_answer(const LessonView& view, bool presented) {
    constexpr int settles = 3;
    KeptValue<int> frames("frames of the answer");
    if (view.phase != LessonPhase::answered) {
        if (frames > 0) ImGui::SetScrollY(0);
        frames = 0;
    } else if (frames < settles) {
        frames = frames + 1;
        const float measured_at = KeptValue<float>(where_measured);
        ImGui::SetScrollY(presented ? 0 : std::min(ImGui::GetScrollMaxY(), measured_at));
    }
}

} // namespace

void lesson_panel(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const LessonView& view = *model.lesson;
    const ImVec2 at = ImGui::GetWindowPos(), whole = ImGui::GetWindowSize();
    record_area("lesson", at, {at.x + whole.x, at.y + whole.y});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {look.px(8), look.px(4)});
    const bool has_task = view.evaluated && view.phase != LessonPhase::loading;
    if (view.problem && !has_task) {
        section(look, tr("THIS STEP CANNOT BE SHOWN"));
        begin_box(look, "lesson problem", BoxKind::error);
        paragraph(look, tr(*view.problem), {Face::text, size_body, look.colors->error_text});
        end_box();
        ImGui::Dummy({0, look.px(6)});
        next_button(model, commands, false);
    } else if (view.phase == LessonPhase::loading) {
        section(look, tr("ONE MOMENT"));
        paragraph(look, tr("The launch of this step is being run and measured."),
                  {Face::text, size_body, look.colors->muted});
        if (const size_t all = view.now().others.size(); all > 0)
            paragraph(look,
                      tr_count(all, "{} of {} runs to compare with is ready. Going to another step stops this.",
                               "{} of {} runs to compare with are ready. Going to another step stops this.",
                               view.compared, all),
                      {Face::text, size_body, look.colors->muted});
    } else {
        const bool alone = model.presentation && view.evaluated;
        if (!view.text.empty() && !alone) {
            rich_text(look, with_signs(view.text), {Face::text, model.presentation ? size_large : size_body + 0.5f, 0});
            ImGui::Dummy({0, look.px(8)});
        }
        if (view.evaluated) {
            asking(model, commands);
        } else {
            quoted_code(look, view, model.presentation ? size_title : size_code);
            next_button(model, commands, true);
        }
    }
    ImGui::Dummy({0, look.px(8)});
    fit_code(view);
    follow_answer(view, model.presentation);
    ImGui::PopStyleVar();
}

} // namespace warpscope::ui
