#include "lesson/question.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "language/tr.hpp"

namespace warpscope::lesson {
namespace {

/// Returns text such as "lanes 0 to 7, 16 to 23".
std::string lane_words(uint32_t lanes) {
    std::vector<std::string> parts;
    for (uint32_t lane = 0; lane < warp_size; ++lane) {
        if ((lanes >> lane & 1) == 0) continue;
        uint32_t last = lane;
        while (last + 1 < warp_size && (lanes >> (last + 1) & 1) != 0) ++last;
        parts.push_back(last == lane ? fmt::format("{}", lane) : tr_format("{} to {}", lane, last));
        lane = last;
    }
    return parts.empty() ? tr_in("lanes", "none") : fmt::format("{}", fmt::join(parts, ", "));
}

void judge_number(const Asked& asked, double said, Verdict& out) {
    // Tolerance for the digits that number_words() shows.
    const double answer = *asked.answer, close = std::max(0.00005, std::abs(answer) * 1e-9);
    const auto same = [&](double value) { return std::abs(said - value) <= close; };
    out.right = same(answer);
    out.said = tr_format("You said {}.", number_words(said));
    if (out.right) return;
    for (const Asked::Mistake& mistake : asked.mistakes)
        if (same(mistake.value)) out.means = mistake.means;
}

void judge_cells(const Asked& asked, const std::vector<uint64_t>& cells, Verdict& out) {
    const auto good =
        static_cast<size_t>(std::ranges::count_if(cells, [&](uint64_t c) { return asked.right_cells.has(c); }));
    out.right = good == cells.size();
    out.said = cells.size() == 1 ? std::string(out.right ? tr("Yours is among them.") : tr("Yours is not among them."))
                                 : tr_format("{} of your {} are among them.", good, cells.size());
    if (out.right) return;
    const auto betrays = [&](const Asked::Betrayed& betrayed) {
        return std::ranges::any_of(cells,
                                   [&](uint64_t c) { return !asked.right_cells.has(c) && betrayed.cells.has(c); });
    };
    const auto found = std::ranges::find_if(asked.betrayed, betrays);
    if (found != asked.betrayed.end()) out.means = found->means;
}

} // namespace

bool is_complete(const Asked& asked, const Prediction& prediction) {
    switch (asked.kind) {
    case Kind::number: return prediction.number.has_value();
    case Kind::choice:
    case Kind::order: return prediction.option.has_value();
    case Kind::cells: return prediction.cells.size() == asked.pick;
    case Kind::lanes: return true; // no lane is a valid answer
    case Kind::line: return prediction.line.has_value();
    case Kind::settings: break;
    }
    return asked.reached;
}

Verdict measured(const Asked& asked) {
    Verdict out;
    switch (asked.kind) {
    case Kind::number: out.measured = number_words(*asked.answer); break;
    case Kind::cells:
        out.measured = tr_count(asked.right_cells.count(), "{} cell", "{} cells", asked.right_cells.count());
        break;
    case Kind::lanes: out.measured = tr_format("{} of 32 lanes", std::popcount(asked.right_lanes)); break;
    case Kind::line:
        out.measured = asked.right_lines.size() == 1
                           ? tr_format("line {}", asked.right_lines.front())
                           : tr_format("lines {}", fmt::format("{}", fmt::join(asked.right_lines, ", ")));
        break;
    case Kind::settings: out.measured = asked.reached ? tr("goal reached") : tr("not yet"); break;
    case Kind::choice:
    case Kind::order:
        if (const auto right = std::ranges::find(asked.options, true, &Option::right); right != asked.options.end())
            out.measured = right->text;
    }
    return out;
}

Verdict judge(const Asked& asked, const Prediction& prediction) {
    Verdict out = measured(asked);
    switch (asked.kind) {
    case Kind::number: judge_number(asked, *prediction.number, out); break;
    case Kind::cells: judge_cells(asked, prediction.cells, out); break;
    case Kind::lanes:
        out.right = prediction.lanes == asked.right_lanes;
        out.said = tr_format("You marked {}.", lane_words(prediction.lanes));
        break;
    case Kind::line:
        out.right = std::ranges::find(asked.right_lines, *prediction.line) != asked.right_lines.end();
        out.said = tr_format("You chose line {}.", *prediction.line);
        break;
    case Kind::settings: out.right = asked.reached; break;
    case Kind::choice:
    case Kind::order: {
        const Option& said = asked.options[*prediction.option];
        out.right = said.right;
        out.said = asked.answer ? tr_format("You said {}.", said.text) : tr_format("You said “{}”.", said.text);
        if (!said.right) out.means = said.means;
    }
    }
    return out;
}

} // namespace warpscope::lesson
