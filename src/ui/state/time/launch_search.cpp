#include "ui/state/time/launch_search.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "analysis/finding_words.hpp"
#include "language/tr.hpp"
#include "replay/watch.hpp"

namespace warpscope::ui {

namespace {

/// What happens around the read that differs, and where its value was written.
std::vector<OrderStep> steps_around(const replay::Recording& recording, uint32_t middle,
                                    const std::optional<replay::Event>& writer) {
    constexpr uint32_t around = 4;
    const auto& steps = recording.steps();
    if (steps.empty()) return {};
    std::set<uint32_t> shown;
    if (writer) shown.insert(writer->step);
    for (uint32_t step = middle - std::min(middle, around);
         step <= std::min<uint64_t>(uint64_t{middle} + around, steps.size() - 1); ++step)
        shown.insert(step);
    std::vector<OrderStep> rows;
    for (const uint32_t step : shown)
        rows.push_back({step, steps[step].warp, recording.place_of(steps[step].pc).line, step == middle,
                        writer && writer->step == step, !rows.empty() && rows.back().step + 1 != step});
    return rows;
}

std::shared_ptr<const lesson::CellSet> cells_of(const session::RunResult& run, const replay::OrderPair& pair) {
    if (pair.elements.empty()) return nullptr;
    lesson::CellSet set;
    const uint32_t output = run.prepared.output_buffer;
    set.buffer = pair.cells[output].empty() ? pair.elements.front().buffer : output;
    set.cells = pair.cells[set.buffer];
    return std::make_shared<const lesson::CellSet>(std::move(set));
}

std::shared_ptr<const FoundOrders> found_orders(const RunPtr& run, session::SteppedBuild build,
                                                replay::OrderSearch search) {
    auto found = std::make_shared<FoundOrders>();
    found->run = run;
    found->build = std::move(build);
    found->verdict = in_words(search);
    if (search.found) {
        const replay::OrderPair& pair = *search.found;
        found->words = in_words(pair);
        const uint32_t part = pair.parts_at.value_or(0);
        const auto& read = pair.read;
        found->first = steps_around(*pair.first, read ? read->first_step : part,
                                    read ? read->first_writer : std::optional<replay::Event>());
        found->second = steps_around(*pair.second, read ? read->second_step : part,
                                     read ? read->second_writer : std::optional<replay::Event>());
        found->cells = cells_of(*run, pair);
    }
    found->search = std::move(search);
    return found;
}

/// The output's cells by the block whose threads own them.
class OwnedCells {
public:
    explicit OwnedCells(const session::RunResult& run)
        : of_block_(run.shown().config.threads_per_block()) {
        const metrics::LaunchMeasurement& shown = run.shown();
        const auto map = std::ranges::find(shown.maps, run.prepared.output_buffer, &metrics::CellMaps::buffer);
        if (map == shown.maps.end()) return;
        owner_ = &map->owner;
        begins_.resize(shown.config.blocks() + 1);
        for (const auto owner : *owner_)
            if (owner != 0) ++begins_[(owner - 1) / of_block_ + 1];
        std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
        cells_.resize(begins_.back());
        std::vector<uint64_t> next = begins_;
        for (uint64_t cell = 0; cell < owner_->size(); ++cell)
            if (const uint64_t owner = (*owner_)[cell]; owner != 0) cells_[next[(owner - 1) / of_block_]++] = cell;
    }

    /// Adds those that chosen threads of the block own.
    void add(uint64_t block, const std::vector<bool>& threads, lesson::CellSet& set) const {
        if (owner_ == nullptr) return;
        for (uint64_t k = begins_[block]; k < begins_[block + 1]; ++k)
            if (threads[((*owner_)[cells_[k]] - 1) % of_block_]) set.cells[cells_[k]] = true;
    }

private:
    uint64_t of_block_;
    const metrics::CellArray* owner_ = nullptr; // the run's
    std::vector<uint64_t> begins_, cells_;      // the cells of block k are from begins_[k] to before begins_[k + 1]
};

} // namespace

LaunchSearch::LaunchSearch(Redraw& redraw, std::function<void()> wake, uint64_t most_bytes)
    : redraw_(redraw)
    , wake_(wake)
    , most_bytes_(most_bytes)
    , worker_(std::move(wake)) {}

LaunchSearch::~LaunchSearch() {
    close_orders();
    stop_painting();
}

void LaunchSearch::update(const RunPtr& run) {
    worker_.deliver();
    if (run != run_) {
        close_orders();
        stop_painting();
        run_ = run;
    }
    if (orders_.running) orders_.tried = orders_progress_->tried.load();
    if (!meeting_progress_) return;
    const std::lock_guard held(meeting_progress_->lock);
    if (meeting_progress_->meeting) meeting_ = meeting_progress_->meeting;
}

void LaunchSearch::look(const RunPtr& run, std::string about, Request request) {
    close_orders();
    if (meeting_ && meeting_->running()) stop_painting(); // the worker is wanted
    run_ = run;
    orders_progress_ = std::make_shared<Progress>();
    orders_.about = std::move(about);
    orders_.running = true;
    orders_.tries = replay::OrderRequest().tries;
    redraw_.want();
    worker_.post([this, run, request = std::move(request), progress = orders_progress_]() -> Worker::Finish {
        using Made = Result<std::shared_ptr<const FoundOrders>>;
        const auto made = [&]() -> Made {
            auto build = session::stepped_build(*run, true);
            if (!build) return tl::unexpected(std::move(build.error()));
            auto wish = request(*build);
            if (!wish) return tl::unexpected(std::move(wish.error()));
            wish->cancel = &progress->cancel;
            wish->tried = &progress->tried;
            auto search = replay::look_for_order(run->measured, build->stepped, *wish);
            if (!search) return tl::unexpected(std::move(search.error()));
            return found_orders(run, std::move(*build), std::move(*search));
        }();
        return [this, progress, made] {
            if (progress != orders_progress_) return; // given up
            redraw_.want(3);
            orders_.running = false;
            if (made)
                orders_.found = *made;
            else
                orders_.problem = made.error();
        };
    });
}

void LaunchSearch::look_for_order(const RunPtr& run, const simt::Finding& finding) {
    std::string kind(simt::name_of(finding.kind));
    std::ranges::replace(kind, '_', ' ');
    look(run, tr_format("{}, line {}", analysis::finding_words(kind), finding.source.line),
         [run, finding](const session::SteppedBuild& build) -> Result<replay::OrderRequest> {
             if (auto request = replay::order_request(*run->measured, *build.stepped, finding)) return *request;
             return fail(ErrorKind::usage, tr("No order of threads is part of this finding."));
         });
}

void LaunchSearch::look_without_barrier(const RunPtr& run, uint64_t block, uint32_t line) {
    look(run, tr_format("without the barrier in line {}", line),
         [run, block, line](const session::SteppedBuild& build) -> Result<replay::OrderRequest> {
             const auto launch = static_cast<uint32_t>(run->measured->launches().size() - 1);
             return replay::request_without_barrier(*run->measured, *build.stepped, launch, block,
                                                    {run->variant().source.filename().string(), line});
         });
}

void LaunchSearch::close_orders() {
    if (orders_progress_) orders_progress_->cancel = true;
    orders_progress_.reset();
    orders_ = {};
}

void LaunchSearch::paint(const RunPtr& run, const replay::Watch& watch, bool as_written) {
    stop_painting();
    if (orders_.running) close_orders(); // the worker is wanted
    run_ = run;
    auto begun = std::make_shared<MeetingThreads>();
    begun->run = run;
    begun->text = watch.text();
    begun->blocks = run->shown().config.blocks();
    meeting_ = begun;
    meeting_progress_ = std::make_shared<Progress>();
    redraw_.want();
    worker_.post([this, run, watch, as_written, begun, progress = meeting_progress_]() -> Worker::Finish {
        using Clock = std::chrono::steady_clock;
        auto now = std::make_shared<MeetingThreads>(*begun);
        lesson::CellSet cells;
        cells.buffer = run->prepared.output_buffer;
        cells.cells.resize(run->prepared.plan.buffers[cells.buffer].layout.shape.cells());
        // Who shows a set looks at all its cells.
        const std::chrono::milliseconds between(100 + cells.cells.size() / 10'000);
        Clock::time_point told = Clock::now();
        const auto tell = [&] {
            now->cells = std::make_shared<const lesson::CellSet>(cells);
            told = Clock::now();
            {
                const std::lock_guard held(progress->lock);
                progress->meeting = std::make_shared<const MeetingThreads>(*now);
            }
            if (wake_) wake_();
        };
        const auto build = session::stepped_build(*run, as_written);
        if (!build) now->problem = build.error().text();
        const OwnedCells owned(*run);
        for (uint64_t block = 0; block < now->blocks && now->problem.empty() && !progress->cancel; ++block) {
            replay::RecordRequest wish;
            wish.launch = static_cast<uint32_t>(run->measured->launches().size() - 1);
            wish.block = block;
            wish.memory_limit = most_bytes_;
            wish.cancel = &progress->cancel;
            const auto recording = replay::record_block(run->measured, build->stepped, wish);
            if (!recording) {
                now->problem = recording.error().text();
                break;
            }
            const std::vector<bool> threads = replay::threads_that_meet(**recording, watch, progress->cancel);
            now->threads += static_cast<uint64_t>(std::ranges::count(threads, true));
            now->blocks_in_part += (*recording)->is_cut_off() ? 1 : 0;
            owned.add(block, threads, cells);
            now->blocks_done = block + 1;
            if (now->running() && Clock::now() - told > between) tell();
        }
        tell();
        return [this] { redraw_.want(); };
    });
}

void LaunchSearch::stop_painting() {
    if (meeting_progress_) meeting_progress_->cancel = true;
    meeting_progress_.reset();
    meeting_.reset();
}

} // namespace warpscope::ui
