#include "ui/wording/phase_text.hpp"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "language/tr.hpp"

namespace warpscope::ui {

namespace {

std::string list(const insight::IntervalWork::Names& names) {
    std::vector<std::string> words;
    for (const std::string& name : names) words.push_back(name.empty() ? std::string(tr("shared memory")) : name);
    return fmt::format("{}", fmt::join(words, ", "));
}

} // namespace

std::string work_text(const insight::IntervalWork& work) {
    using Kind = insight::IntervalWork::Kind;
    if (work.is_empty()) return work.kind == Kind::compute ? tr("nothing in memory") : tr("calculate, without memory");
    // Translators: parts of "load tile_M, tile_N, barrier, multiply and add from tile_M, tile_N"; the last value is one
    // or several names.
    const std::string_view verb = work.kind == Kind::multiply_add ? tr("multiply and add")
                                  : work.kind == Kind::add        ? tr("add up")
                                  : work.kind == Kind::calculate  ? tr("calculate")
                                                                  : tr("compute");
    const std::string targets = list(work.targets), sources = list(work.sources), stores = list(work.stores);
    std::vector<std::string> parts;
    if (!work.tiles.empty()) parts.push_back(tr_format("load {}", list(work.tiles)));
    if (work.targets.empty()) {
        if (!sources.empty() && stores.empty()) parts.push_back(tr_format("{} from {}", verb, sources));
    } else if (sources.empty()) {
        parts.push_back(tr_format("set {}", targets));
    } else {
        parts.push_back(work.sources == work.targets ? tr_format("{} in {}", verb, targets)
                                                     : tr_format("{} {} from {}", verb, targets, sources));
    }
    if (!work.atomics.empty()) parts.push_back(tr_format("update {}", list(work.atomics)));
    if (!stores.empty() && work.targets.empty() && work.sources == work.stores)
        parts.push_back(tr_format("change {} in place", stores));
    else if (!stores.empty())
        parts.push_back(!work.targets.empty() || sources.empty() ? tr_format("store {}", stores)
                                                                 : tr_format("store {} from {}", stores, sources));
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string phase_text(const insight::Phases& phases, uint32_t interval, bool brief) {
    const auto& all = phases.intervals;
    std::string out = phases.is_complete ? tr_format("interval {} of {}", interval + 1, all.size())
                                         : tr_format("interval {} of {} or more", interval + 1, all.size());
    if (interval >= all.size()) return out;
    const std::string own = fmt::format("**{}**", work_text(all[interval]));
    if (!phases.is_in_round(interval)) return fmt::format("{}: {}", out, own);
    const uint32_t round = (interval - phases.first) / phases.length, begin = phases.first + round * phases.length;
    out += phases.length == 1 ? ": " : tr_format(", phase {} of {}: ", round + 1, phases.rounds);
    if (brief) return out + own;
    for (uint32_t k = begin; k < begin + phases.length; ++k)
        out += fmt::format("{}{}", k == begin ? "" : tr(", barrier, "), k == interval ? own : work_text(all[k]));
    return out;
}

} // namespace warpscope::ui
