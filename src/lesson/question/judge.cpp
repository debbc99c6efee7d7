#include "lesson/question.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "language/tr.hpp"

namespace warpscope::lesson {
namespace {

/// Returns "lanes 0 to 7, 16 to 23" or similar.
std::string lane_words(uint32_t lanes) {
    std::vector<std::string> parts;
    for (uint32_t lane = 0; lane < warp_size; ++lane) {
        if ((lanes >> lane & 1) == 0) continue;
        uint32_t last = lane;
        while (last + 1 < warp_size && (lanes >> (last + 1) & 1) != 0) ++last;
        if (last - lane < 2) last = lane;
        parts.push_back(last == lane ? fmt::format("{}", lane) : tr_format("{} to {}", lane, last));
        lane = last;
    }
    return parts.empty() ? tr_in("lanes", "none") : fmt::format("{}", fmt::join(parts, ", "));
}

void judge_number(const EvaluatedQuestion& evaluated, double said, Verdict& out) {
    const double answer = *evaluated.answer, close = tolerance_of(answer);
    const auto same = [&](double value) { return std::abs(said - value) <= close; };
    out.right = same(answer);
    const std::string number = number_words(said), apart = number_words(std::abs(said - answer));
    out.said = out.right       ? tr_format("You said {}.", number)
               : said < answer ? tr_format("You said {}: {} too low.", number, apart)
                               : tr_format("You said {}: {} too high.", number, apart);
    if (out.right) return;
    for (const EvaluatedQuestion::Mistake& mistake : evaluated.mistakes)
        if (same(mistake.value)) out.means = mistake.means;
}

void judge_cells(const EvaluatedQuestion& evaluated, const std::vector<uint64_t>& cells, Verdict& out) {
    const auto good =
        static_cast<size_t>(std::ranges::count_if(cells, [&](uint64_t c) { return evaluated.right_cells.has(c); }));
    out.right = good == cells.size();
    out.said = cells.size() == 1 ? std::string(out.right ? tr("Yours is among them.") : tr("Yours is not among them."))
                                 : tr_format("{} of your {} are among them.", good, cells.size());
    if (out.right) return;
    const auto has_misconception = [&](const EvaluatedQuestion::Misconception& misconception) {
        return std::ranges::any_of(
            cells, [&](uint64_t c) { return !evaluated.right_cells.has(c) && misconception.cells.has(c); });
    };
    const auto found = std::ranges::find_if(evaluated.misconceptions, has_misconception);
    if (found != evaluated.misconceptions.end()) out.means = found->means;
}

} // namespace

double tolerance_of(double answer) {
    return std::max(0.00005, std::abs(answer) * 1e-9); // for digits that number_words() omits
}

bool is_complete(const EvaluatedQuestion& evaluated, const Prediction& prediction) {
    switch (evaluated.kind) {
    case Kind::number: return prediction.number.has_value();
    case Kind::choice:
    case Kind::order: return prediction.option.has_value();
    case Kind::cells: return prediction.cells.size() == evaluated.pick;
    case Kind::lanes: return true; // marking no lane is a valid answer
    case Kind::line: return prediction.line.has_value();
    case Kind::settings: break;
    }
    return evaluated.reached;
}

Verdict measured(const EvaluatedQuestion& evaluated) {
    Verdict out;
    switch (evaluated.kind) {
    case Kind::number: out.measured = number_words(*evaluated.answer); break;
    case Kind::cells:
        out.measured = tr_count(evaluated.right_cells.count(), "{} cell", "{} cells", evaluated.right_cells.count());
        break;
    case Kind::lanes: out.measured = tr_format("{} of 32 lanes", std::popcount(evaluated.right_lanes)); break;
    case Kind::line:
        out.measured = evaluated.right_lines.size() == 1
                           ? tr_format("line {}", evaluated.right_lines.front())
                           : tr_format("lines {}", fmt::format("{}", fmt::join(evaluated.right_lines, ", ")));
        break;
    case Kind::settings: out.measured = evaluated.reached ? tr("goal reached") : tr("not yet"); break;
    case Kind::choice:
    case Kind::order:
        if (const auto right = std::ranges::find(evaluated.options, true, &Option::right);
            right != evaluated.options.end())
            out.measured = right->text;
    }
    return out;
}

Verdict judge(const EvaluatedQuestion& evaluated, const Prediction& prediction) {
    Verdict out = measured(evaluated);
    switch (evaluated.kind) {
    case Kind::number: judge_number(evaluated, *prediction.number, out); break;
    case Kind::cells: judge_cells(evaluated, prediction.cells, out); break;
    case Kind::lanes:
        out.right = prediction.lanes == evaluated.right_lanes;
        out.said = tr_format("You marked {}.", lane_words(prediction.lanes));
        if (const uint32_t missing = evaluated.right_lanes & ~prediction.lanes; missing != 0)
            out.said += tr_format(" Missing: {}.", lane_words(missing));
        if (const uint32_t wrong = prediction.lanes & ~evaluated.right_lanes; wrong != 0)
            out.said += tr_format(" Wrong: {}.", lane_words(wrong));
        break;
    case Kind::line:
        out.right = std::ranges::find(evaluated.right_lines, *prediction.line) != evaluated.right_lines.end();
        out.said = tr_format("You chose line {}.", *prediction.line);
        break;
    case Kind::settings: out.right = evaluated.reached; break;
    case Kind::choice:
    case Kind::order: {
        const Option& said = evaluated.options[*prediction.option];
        out.right = said.right;
        out.said = evaluated.answer ? tr_format("You said {}.", said.text) : tr_format("You said “{}”.", said.text);
        if (!said.right) out.means = said.means;
    }
    }
    return out;
}

} // namespace warpscope::lesson
