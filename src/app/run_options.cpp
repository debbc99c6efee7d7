#include "app/run_options.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analysis/charts.hpp"
#include "base/text.hpp"
#include "ui/workbench.hpp"
#include "workbench/lesson/lesson_view.hpp"
#include "workbench/views/painted_code.hpp"

namespace warpscope::app {

namespace {

Result<void> check_chart(const std::string& name, const session::RunResult& run) {
    std::vector<std::string> names;
    for (const analysis::ChartOffer& offer : analysis::charts_of(run)) names.push_back(offer.name);
    if (std::ranges::find(names, name) != names.end()) return {};
    return fail(ErrorKind::usage, msg("This run has no chart '{}'.", name),
                msg("charts: {}", fmt::format("{}", fmt::join(names, ", "))));
}

Result<void> check_interval(uint32_t interval, const std::vector<uint32_t>& intervals) {
    if (std::ranges::find(intervals, interval) != intervals.end()) return {};
    if (intervals.empty())
        return fail(ErrorKind::usage, msg("No block can show its intervals."),
                    msg("give --pin a cell that a thread has stored, or leave it out"));
    return fail(ErrorKind::usage, msg("The block shown has no interval {}.", interval),
                msg("intervals: {}", fmt::format("{}", fmt::join(intervals, ", "))));
}

Result<void> check_paint(const ui::PaintedCode& paint, const std::shared_ptr<const session::RunResult>& run) {
    const insight::CodeMap& map = insight::code_map_of(*run);
    const ui::CodePlace& at = paint.place;
    const std::string name = ui::paint_of(map, paint).title;
    if (map.pcs_of(at.line, at.ptx_line).empty()) {
        std::vector<uint32_t> lines;
        if (at.line != 0)
            for (const auto& [line, pcs] : map.pcs_of_line) lines.push_back(line);
        else
            for (const auto& [line, instruction] : map.ptx) lines.push_back(line);
        return fail(ErrorKind::usage, msg("Nothing can be painted at {}: no instruction there.", name),
                    msg("{} with instructions: {}", at.line != 0 ? "lines" : "PTX lines", ranges_text(lines)));
    }
    const metrics::InstructionCost* cost = map.cost_of(at.line, at.ptx_line);
    if (cost == nullptr) return {}; // no thread reached the line
    const std::vector<metrics::Measure> measures = insight::measures_of(*cost);
    if (std::ranges::find(measures, paint.measure) != measures.end()) return {};
    if (paint.measure == metrics::Measure::splits)
        return fail(ErrorKind::usage, msg("Splits cannot be painted at {}: no branch there splits a warp.", name),
                    msg("add :executions or :lanes, or choose another line"));
    const bool sectors = paint.measure == metrics::Measure::sectors;
    return fail(ErrorKind::usage,
                msg("{} cannot be painted at {}: it makes no request to {} memory.", sectors ? "Sectors" : "Passes",
                    name, sectors ? "global" : "shared"),
                msg("add :executions or :lanes, or choose another line"));
}

Result<void> check_moment(const scene::Moment& moment, const ui::Model& model) {
    if (model.time.problem) return tl::unexpected(*model.time.problem);
    if (!model.time.block)
        return fail(ErrorKind::usage, msg("No block can show its steps."),
                    msg("give --pin a cell that a thread has stored, or leave it out"));
    if (moment.step == scene::last_step || moment.step <= model.time.length) return {};
    return fail(ErrorKind::usage, msg("--moment {} is after the end.", scene::moment_text(moment)),
                msg("it has {} steps", model.time.length));
}

/// Call only when the lesson's step has its results.
Result<void> check_answer(const std::string& answer, const ui::LessonView& lesson) {
    if (lesson.problem) return {};
    if (!lesson.evaluated)
        return fail(ErrorKind::usage, msg("The step '{}' has no question for --lesson-answer.", lesson.now().name));
    const bool chosen = lesson.evaluated->kind == lesson::Kind::choice || lesson.evaluated->kind == lesson::Kind::order;
    size_t place = 0;
    const char* const end = answer.data() + answer.size();
    const bool whole = std::from_chars(answer.data(), end, place).ptr == end;
    const bool beyond = chosen && !(whole && place >= 1 && place <= lesson.evaluated->options.size());
    if (answer == "tell" || (lesson.phase == ui::LessonPhase::answered && !beyond)) return {};
    return fail(ErrorKind::usage, msg("'{}' is not an answer to the step '{}'.", answer, lesson.now().name),
                lesson.evaluated->kind == lesson::Kind::settings
                    ? msg("its goal is reached with the sliders; \"tell\" shows it")
                : chosen ? msg("a number from 1 to {}, or \"tell\"", lesson.evaluated->options.size())
                         : msg("a number, or \"tell\""));
}

} // namespace

Result<void> check_run_options(const Options& options, const ui::Start& asked, const ui::Model& model) {
    if (!model.result) return {};
    if (asked.pin)
        if (const auto cell = cell_of_output(model.result->output.layout.shape, *asked.pin); !cell)
            return tl::unexpected(cell.error());
    if (!options.chart.empty())
        if (auto known = check_chart(options.chart, *model.result); !known) return known;
    if (asked.interval)
        if (auto known = check_interval(*asked.interval, model.intervals); !known) return known;
    if (!options.lesson_answer.empty() && model.lesson != nullptr)
        if (auto known = check_answer(options.lesson_answer, *model.lesson); !known) return known;
    if (asked.moment.scope != scene::Scope::all)
        if (auto known = check_moment(asked.moment, model); !known) return known;
    return asked.paint ? check_paint(*asked.paint, model.result) : Result<void>();
}

} // namespace warpscope::app
