#include "lesson/question.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "insight/source_lines.hpp"
#include "language/course.hpp"
#include "language/language.hpp"
#include "language/tr.hpp"

namespace warpscope::lesson {
namespace {

template<class T>
tl::unexpected<Diagnostic> error_of(const Result<T>& result) {
    return tl::unexpected(result.error());
}

Result<double> value_or(const std::optional<Expression>& expression, const Names& names, double otherwise) {
    return expression ? expression->evaluate(names) : Result<double>(otherwise);
}

/// Limits a number; NaN becomes `min`.
uint64_t whole_between(double value, uint64_t min, uint64_t max) {
    if (!(value > static_cast<double>(min))) return min;
    return value < static_cast<double>(max) ? static_cast<uint64_t>(value) : max;
}

/// Returns a count that selects the plural form; 2 for fractions.
uint64_t count_of(double value) {
    const double size = std::abs(value);
    return size < 1e15 && size == std::floor(size) ? static_cast<uint64_t>(size) : 2;
}

/// Returns the same seed in all languages and sessions.
uint64_t seed_of(const Step& step, const session::RunResult& run) {
    std::string words =
        fmt::format("{}|{}|{}x{}|{}x{}", step.name, run.request.variant, run.input.layout.shape.width,
                    run.input.layout.shape.height, run.shown().config.block.x, run.shown().config.block.y);
    for (const auto& [name, value] : run.request.settings.values) words += fmt::format("|{}={}", name, value);
    // FNV-1a. The 12, found by trial, makes the answer's position depend on the input's size in all course lessons.
    constexpr uint64_t begin = 0xcbf29ce484222325 ^ 12;
    uint64_t seed = begin;
    for (const char c : words) seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return seed;
}

void shuffle(std::vector<Option>& options, uint64_t seed) {
    for (size_t left = options.size(); left > 1; --left) {
        seed = seed * 6364136223846793005 + 1442695040888963407;
        std::swap(options[left - 1], options[(seed >> 33) % left]);
    }
}

template<class T>
Result<T> at_place(Result<T> result, const SourceLocation& where) {
    if (!result && result.error().where.file.empty()) result.error().where = where;
    return result;
}

Result<CellSet> cells_where(const std::string& buffer, const Expression& condition, const Facts& facts) {
    const auto number = at_place(buffer_of(*facts.own(), buffer), condition.where());
    if (!number) return error_of(number);
    auto cells = at_place(CellFacts::create(facts, *facts.own(), buffer), condition.where());
    if (!cells) return error_of(cells);
    CellSet out{*number, std::vector<bool>(cells->layout().shape.cells())};
    for (uint64_t cell = 0; cell < out.cells.size(); ++cell) {
        cells->go_to(cell);
        const auto holds = condition.holds(*cells);
        if (!holds) return error_of(holds);
        out.cells[cell] = *holds;
    }
    return out;
}

class Maker {
public:
    Maker(const Step& step, const Facts& facts)
        : step_(step)
        , q_(*step.question)
        , facts_(facts) {}

    Result<EvaluatedQuestion> make() {
        out_.kind = q_.kind;
        for (const auto& [words, text] : {std::pair{&q_.ask, &out_.ask}, std::pair{&q_.explain, &out_.explain}})
            if (auto filled = fill(*words, *text); !filled) return error_of(filled);
        if (auto filled = fill_unit(many_units, out_.unit); !filled) return error_of(filled);
        out_.measured_unit = out_.unit;
        if (auto made = make_kind(); !made) return error_of(made);
        if (q_.highlighted) {
            auto light = cells_where(q_.highlighted->buffer, q_.highlighted->where, facts_);
            if (!light) return error_of(light);
            out_.highlighted = std::move(*light);
            if (const auto& where = q_.highlighted->beside) {
                auto beside = cells_where(q_.highlighted->buffer, *where, *facts_.of(step_.beside->other));
                if (!beside) return error_of(beside);
                out_.highlighted_in_other_run = std::move(*beside);
            }
        }
        if (q_.why) {
            if (auto filled = fill(q_.why->says, out_.why); !filled) return error_of(filled);
            const auto block = value_or(q_.why->block, facts_, 0), warp = value_or(q_.why->warp, facts_, 0);
            if (!block) return error_of(block);
            if (!warp) return error_of(warp);
            const LaunchConfig& config = facts_.own()->shown().config;
            if (!(*block >= 0 && *block < static_cast<double>(config.blocks()) && *warp >= 0 &&
                  *warp < static_cast<double>(config.warps_per_block())))
                return fail_at(q_.why->says.where, msg("There is no warp {} of a block {}.", *warp, *block));
            out_.explained_block = static_cast<uint64_t>(*block);
            out_.explained_warp = static_cast<uint32_t>(*warp);
        }
        return std::move(out_);
    }

private:
    Result<void> fill(const Words& words, std::string& text) const {
        auto filled = filled_in(tr_course(words.text), facts_, words.where);
        if (!filled) return error_of(filled);
        text = std::move(*filled);
        return {};
    }

    /// Fills in the unit's form for `count`. While the answer is hidden, `count` must not depend on the answer.
    Result<void> fill_unit(uint64_t count, std::string& text) const {
        const Words& unit = count == 1 && q_.unit_one.any() && language() == Language::english ? q_.unit_one : q_.unit;
        auto filled = filled_in(tr_course_unit(count, unit.text), facts_, unit.where);
        if (!filled) return error_of(filled);
        text = std::move(*filled);
        return {};
    }

    Result<void> make_kind() {
        switch (q_.kind) {
        case Kind::number: return make_numbers();
        case Kind::choice: return q_.answer ? make_numbers() : make_words();
        case Kind::cells: return make_cells();
        case Kind::lanes: return make_lanes();
        case Kind::line: return make_lines();
        case Kind::order: return make_order();
        case Kind::settings: break;
        }
        const auto reached = q_.goal->holds(facts_);
        if (!reached) return error_of(reached);
        out_.reached = *reached;
        std::vector<std::string> names;
        for (const Words& words : q_.goal_words)
            if (auto filled = fill(words, names.emplace_back()); !filled) return error_of(filled);
        out_.goal = parts_of(*q_.goal, facts_, names);
        return {};
    }

    Result<void> make_answer() {
        const auto answer = q_.answer->evaluate(facts_);
        if (!answer) return error_of(answer);
        out_.answer = *answer;
        return fill_unit(count_of(*answer), out_.measured_unit);
    }

    Result<void> make_number() {
        if (auto made = make_answer(); !made) return made;
        for (const Choice& choice : q_.choices) {
            const auto value = choice.value->evaluate(facts_);
            if (!value) return error_of(value);
            EvaluatedQuestion::Mistake mistake{*value, {}};
            if (auto filled = fill(choice.means, mistake.means); !filled) return filled;
            out_.mistakes.push_back(std::move(mistake));
        }
        return {};
    }

    /// Makes options even if students type the number, because classes vote on options.
    Result<void> make_numbers() {
        if (auto made = make_number(); !made) return made;
        std::vector<EvaluatedQuestion::Mistake> all = out_.mistakes;
        if (q_.kind == Kind::choice) out_.mistakes.clear();
        all.push_back({*out_.answer, {}});
        for (EvaluatedQuestion::Mistake& one : all)
            out_.options.push_back({number_words(one.value), one.value == *out_.answer, std::move(one.means)});
        shuffle(out_.options, seed_of(step_, *facts_.own()));
        return {};
    }

    Result<void> make_words() {
        for (const Choice& choice : q_.choices) {
            const auto right = choice.when->holds(facts_);
            if (!right) return error_of(right);
            Option option{{}, *right, {}};
            if (auto filled = fill(choice.says, option.text); !filled) return filled;
            if (auto filled = fill(choice.means, option.means); !filled) return filled;
            out_.options.push_back(std::move(option));
        }
        shuffle(out_.options, seed_of(step_, *facts_.own()));
        return {};
    }

    Result<void> make_order() {
        const auto first = q_.values[0]->evaluate(facts_), second = q_.values[1]->evaluate(facts_);
        if (!first) return error_of(first);
        if (!second) return error_of(second);
        const auto means = [&](std::string_view name) {
            const auto found = std::ranges::find_if(q_.choices, [&](const Choice& c) { return c.says.text == name; });
            return found == q_.choices.end() ? Words() : found->means;
        };
        const std::array names{std::string(tr_course(q_.names[0])), std::string(tr_course(q_.names[1]))};
        out_.options = {{names[0], *first < *second, {}},
                        {tr("both the same"), *first == *second, {}},
                        {names[1], *second < *first, {}}};
        for (const auto& [index, name] :
             {std::pair{0, q_.names[0]}, std::pair{1, std::string("same")}, std::pair{2, q_.names[1]}})
            if (auto filled = fill(means(name), out_.options[static_cast<size_t>(index)].means); !filled) return filled;
        std::string unit;
        if (auto filled = fill_unit(count_of(*second), unit); !filled) return filled;
        out_.unit = out_.measured_unit =
            fmt::format("{}: {}, {}: {} {}", names[0], number_words(*first), names[1], number_words(*second), unit);
        return {};
    }

    Result<void> make_cells() {
        const auto pick = value_or(q_.pick, facts_, 1);
        if (!pick) return error_of(pick);
        out_.pick = static_cast<uint32_t>(whole_between(*pick, 1, 1000));
        auto right = cells_where(q_.buffer, *q_.where, facts_);
        if (!right) return error_of(right);
        out_.right_cells = std::move(*right);
        for (const Choice& choice : q_.choices) {
            auto cells = cells_where(q_.buffer, *choice.when, facts_);
            if (!cells) return error_of(cells);
            EvaluatedQuestion::Misconception misconception{std::move(*cells), {}};
            if (auto filled = fill(choice.means, misconception.means); !filled) return filled;
            out_.misconceptions.push_back(std::move(misconception));
        }
        return {};
    }

    Result<void> make_lanes() {
        const auto block = value_or(q_.block, facts_, 0), warp = value_or(q_.warp, facts_, 0);
        if (!block) return error_of(block);
        if (!warp) return error_of(warp);
        auto lanes = at_place(LaneFacts::create(facts_, whole_between(*block, 0, uint64_t{1} << 40),
                                                static_cast<uint32_t>(whole_between(*warp, 0, 1024))),
                              q_.where->where());
        if (!lanes) return error_of(lanes);
        for (uint32_t lane = 0; lane < lanes->lanes(); ++lane) {
            lanes->go_to(lane);
            const auto holds = q_.where->holds(*lanes);
            if (!holds) return error_of(holds);
            if (*holds) out_.right_lanes |= 1u << lane;
        }
        return {};
    }

    Result<void> make_lines() {
        LineFacts line(facts_);
        const auto count = static_cast<uint32_t>(insight::split_lines(facts_.own()->source).size());
        for (uint32_t number = 1; number <= count; ++number) {
            line.go_to(number);
            const auto holds = q_.where->holds(line);
            if (!holds) return error_of(holds);
            if (*holds) out_.right_lines.push_back(number);
        }
        return {};
    }

    const Step& step_;
    const Question& q_;
    const Facts& facts_;
    EvaluatedQuestion out_;
};

} // namespace

Result<EvaluatedQuestion> ask(const Step& step, const Facts& facts) { return Maker(step, facts).make(); }

} // namespace warpscope::lesson
