#include <fmt/format.h>

#include "workbench/time/time_cursor.hpp"

#include "language/tr.hpp"

namespace warpscope::workbench {

namespace {

std::string never(const std::string& watch, bool later, bool in_warp) {
    if (later && in_warp)
        return tr_format("{} does not become true after this moment in any lane of this warp.", watch);
    if (later) return tr_format("{} does not become true after this moment in any lane of this block.", watch);
    if (in_warp) return tr_format("{} does not become true before this moment in any lane of this warp.", watch);
    return tr_format("{} does not become true before this moment in any lane of this block.", watch);
}

} // namespace

void TimeCursor::apply(const AddWatch& c) {
    if (c.text.find_first_not_of(' ') == std::string::npos) return;
    const auto watch = replay::Watch::parse(c.text);
    redraw_.want();
    if (!watch) {
        answer_ = tr_format("\"{}\" cannot be read: {}.", c.text, tr(watch.error()));
        return;
    }
    auto all = *bar_.watches;
    all.push_back(*watch);
    bar_.watches = std::make_shared<const std::vector<replay::Watch>>(std::move(all));
    bar_.part = "variables"; // opens the part that shows the watch
}

void TimeCursor::apply(const RemoveWatch& c) {
    if (c.index >= bar_.watches->size()) return;
    auto all = *bar_.watches;
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(c.index));
    bar_.watches = std::make_shared<const std::vector<replay::Watch>>(std::move(all));
    redraw_.want();
}

void TimeCursor::apply(const FindWatch& c) {
    if (c.index >= bar_.watches->size()) return;
    enter(c);
    bar_.playing = false;
}

void TimeCursor::stop_search() {
    if (stop_search_) *stop_search_ = true;
    stop_search_.reset();
    bar_.searching = false;
}

void TimeCursor::search(const FindWatch& c) {
    const uint64_t from = bar_.block->steps_at(moment_);
    const auto warp = moment_.scope == scene::Scope::warp ? std::optional(moment_.warp) : std::nullopt;
    stop_search_ = std::make_shared<std::atomic<bool>>(false);
    bar_.searching = true;
    ++asking_;
    worker_.post([this, block = bar_.block, watch = bar_.watches->at(c.index), by = c.by, from, warp,
                  stop = stop_search_]() -> Worker::Finish {
        const auto found = replay::find_step(*block->recording, watch, from, by, warp, *stop);
        return [this, block, watch, by, warp, found, stop] {
            --asking_;
            redraw_.want();
            if (stop != stop_search_) return;
            stop_search();
            if (found)
                show_step(*found);
            else
                answer_ = never(watch.text(), by > 0, warp.has_value());
        };
    });
}

} // namespace warpscope::workbench
