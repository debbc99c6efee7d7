#include "lesson/check.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "lesson/markdown.hpp"
#include "lesson/question.hpp"
#include "lesson/run_cache.hpp"

namespace warpscope::lesson {
namespace {

class Checker {
public:
    Checker(const Lesson& lesson, const catalog::Catalog& catalog)
        : lesson_(lesson)
        , cache_(catalog, lesson.file.parent_path()) {}

    CheckReport check() {
        for (const Step& step : lesson_.steps) check_step(step);
        out_.launches = cache_.launches();
        return std::move(out_);
    }

private:
    void problem(const SourceLocation& where, Message message, Message hint = {}) {
        out_.problems.push_back({ErrorKind::failed, std::move(message), where, std::move(hint)});
    }

    std::optional<Runs> runs(const Step& step, const RunSpec& change) {
        auto made = cache_.runs(step, change);
        if (made) return std::move(*made);
        out_.problems.push_back(made.error());
        return std::nullopt;
    }

    void check_step(const Step& step) {
        ++out_.steps;
        RunSpec nothing;
        nothing.where = step.where;
        const auto now = runs(step, nothing);
        if (!now) return;
        const Facts facts(*now);
        if (const auto filled = filled_in(step.text.text, facts, step.text.where); !filled)
            out_.problems.push_back(filled.error());
        if (const auto quoted = quoted_lines(step, *now->own); !quoted) out_.problems.push_back(quoted.error());
        if (step.beside)
            if (const auto quoted = quoted_lines_beside(step, *now->others.at(step.beside->other)); !quoted)
                out_.problems.push_back(quoted.error());
        for (const std::string& view : step.views) {
            if (view.empty() || view == "input" || view == "output" || view == "launch" || view == "matrices") continue;
            if (const auto buffer = buffer_of(*now->own, view); !buffer)
                problem(step.where, msg("step '{}': {}", step.name, buffer.error().message), buffer.error().hint);
        }
        if (!step.question) return;
        check_question(step, facts, {});
        for (const RunSpec& again : step.question->again)
            if (const auto other = runs(step, again))
                check_question(step, Facts(*other), std::to_string(again.where.line));
        if (step.question->kind == Kind::settings) check_goal(step, facts);
    }

    void check_question(const Step& step, const Facts& facts, const std::string& of) {
        ++out_.questions;
        const Question& q = *step.question;
        const auto evaluated = ask(step, facts);
        if (!evaluated) {
            Diagnostic why = evaluated.error();
            if (!of.empty()) why.message = msg("{} (with the size of line {})", why.message, of);
            out_.problems.push_back(std::move(why));
            return;
        }
        const std::string with = of.empty() ? "" : fmt::format(" with the size of line {}", of);
        const auto wrong = [&](const SourceLocation& where, std::string_view what) {
            problem(where, msg("step '{}': {}{}.", step.name, what, with));
        };
        switch (q.kind) {
        case Kind::number: check_mistakes(q, *evaluated, wrong); break;
        case Kind::choice:
        case Kind::order: check_options(q, *evaluated, wrong); break;
        case Kind::cells:
            if (evaluated->right_cells.count() < evaluated->pick) wrong(q.place, "too few cells fulfil the condition");
            if (evaluated->right_cells.count() == evaluated->right_cells.cells.size())
                wrong(q.place, "all cells fulfil the condition: any would be right");
            for (size_t i = 0; i < evaluated->misconceptions.size(); ++i)
                if (evaluated->misconceptions[i].cells.cells == evaluated->right_cells.cells)
                    wrong(q.choices[i].where, "'when' of this choice selects exactly the right cells: nobody is told");
            break;
        case Kind::line:
            if (evaluated->right_lines.empty()) wrong(q.place, "no line fulfils the condition");
            break;
        case Kind::lanes:
        case Kind::settings: break;
        }
        if (evaluated->highlighted && evaluated->highlighted->count() == 0)
            wrong(q.highlighted->where.where(), "no cell lights up");
        if (evaluated->highlighted_in_other_run && evaluated->highlighted_in_other_run->count() == 0)
            wrong(q.highlighted->beside->where(), "no cell lights up in the launch beside it");
        if (q.kind == Kind::settings) return;
        out_.answers.push_back(fmt::format("{}{}: {}\n    {}\n    {}", step.name, of.empty() ? "" : " again",
                                           answer_words(*evaluated), indented(evaluated->ask),
                                           indented(evaluated->explain)));
    }

    static std::string indented(const std::string& markdown) {
        std::string words = plain_text(markdown);
        for (size_t at = 0; (at = words.find('\n', at)) != std::string::npos; at += 5) words.insert(at + 1, "    ");
        return words;
    }

    static std::string answer_words(const EvaluatedQuestion& evaluated) {
        std::string words = measured(evaluated).measured;
        if (evaluated.kind != Kind::number && !evaluated.options.empty()) {
            words += "   of";
            for (const Option& option : evaluated.options) words += fmt::format(" | {}", option.text);
        }
        for (const EvaluatedQuestion::Mistake& mistake : evaluated.mistakes)
            words += fmt::format(" | not {}", number_words(mistake.value));
        return words;
    }

    template<class Wrong>
    static void check_mistakes(const Question& q, const EvaluatedQuestion& evaluated, const Wrong& wrong) {
        std::set<std::string> seen{number_words(*evaluated.answer)};
        for (size_t i = 0; i < evaluated.mistakes.size(); ++i)
            if (!seen.insert(number_words(evaluated.mistakes[i].value)).second)
                wrong(q.choices[i].where, fmt::format("the wrong answer {} is the right one, or there twice",
                                                      number_words(evaluated.mistakes[i].value)));
    }

    template<class Wrong>
    static void check_options(const Question& q, const EvaluatedQuestion& evaluated, const Wrong& wrong) {
        const auto right = std::ranges::count(evaluated.options, true, &Option::right);
        if (right != 1) wrong(q.place, right == 0 ? "none of the choices is right" : "several choices are right");
        if (evaluated.options.size() < 2) wrong(q.place, "there are fewer than two choices");
        std::set<std::string> seen;
        for (const Option& option : evaluated.options)
            if (!seen.insert(option.text).second) wrong(q.place, fmt::format("two choices agree: {}", option.text));
        if (q.kind == Kind::order) return;
        for (const Option& option : evaluated.options)
            if (!option.right && option.means.empty())
                wrong(q.place, fmt::format("nothing is said ('means') about the wrong choice {}", option.text));
    }

    void check_goal(const Step& step, const Facts& facts) {
        const Question& q = *step.question;
        const auto now = q.goal->holds(facts);
        if (now && *now)
            problem(q.goal->where(), msg("step '{}': the goal is reached before anything is changed.", step.name));
        std::vector<std::string> words;
        for (const Words& one : q.goal_words) words.push_back(one.text);
        for (const std::string& part : parts_without_words(*q.goal, words))
            problem(q.goal->where(),
                    msg("step '{}': students would read \"{}\"; describe it in 'goal_words'.", step.name, part));
        if (!q.proof) return;
        const auto reached = runs(step, *q.proof);
        if (!reached) return;
        const auto holds = q.goal->holds(Facts(*reached));
        if (!holds) {
            out_.problems.push_back(holds.error());
            return;
        }
        if (!*holds) problem(q.proof->where, msg("step '{}': 'proof' does not reach the goal.", step.name));
        out_.answers.push_back(fmt::format("{}: the proof reaches {}", step.name, q.goal->text()));
    }

    const Lesson& lesson_;
    RunCache cache_;
    CheckReport out_;
};

} // namespace

CheckReport check(const Lesson& lesson, const catalog::Catalog& catalog) { return Checker(lesson, catalog).check(); }

} // namespace warpscope::lesson
