#include "workbench/time/launch_search.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "replay/watch.hpp"

namespace warpscope::workbench {

LaunchSearch::LaunchSearch(Redraw& redraw, std::function<void()> wake, uint64_t max_bytes)
    : redraw_(redraw)
    , wake_(wake)
    , max_bytes_(max_bytes)
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
    if (meeting_ && meeting_->running()) stop_painting(); // both searches need the same worker
    run_ = run;
    orders_progress_ = std::make_shared<Progress>();
    orders_.about = std::move(about);
    orders_.running = true;
    orders_.tries = replay::OrderRequest().tries;
    redraw_.want();
    worker_.post([this, run, request = std::move(request), progress = orders_progress_]() -> Worker::Finish {
        using Made = Result<std::shared_ptr<const insight::FoundOrders>>;
        const auto made = [&]() -> Made {
            auto build = session::stepped_build(*run, true);
            if (!build) return tl::unexpected(std::move(build.error()));
            auto order_request = request(*build);
            if (!order_request) return tl::unexpected(std::move(order_request.error()));
            order_request->cancel = &progress->cancel;
            order_request->tried = &progress->tried;
            auto search = replay::search_order(run->measured, build->stepped, *order_request);
            if (!search) return tl::unexpected(std::move(search.error()));
            return insight::found_orders(run, std::move(*build), std::move(*search));
        }();
        return [this, progress, made] {
            if (progress != orders_progress_) return;
            redraw_.want(3);
            orders_.running = false;
            if (made)
                orders_.found = *made;
            else
                orders_.problem = made.error();
        };
    });
}

void LaunchSearch::search_order(const RunPtr& run, const simt::Finding& finding) {
    look(run, tr_format("{}, line {}", tr(simt::title_of(finding.kind)), finding.source.line),
         [run, finding](const session::SteppedBuild& build) -> Result<replay::OrderRequest> {
             if (auto request = replay::order_request(*run->measured, *build.stepped, finding)) return *request;
             return fail(ErrorKind::usage, msg("This finding does not depend on the thread order."));
         });
}

void LaunchSearch::search_without_barrier(const RunPtr& run, uint64_t block, uint32_t line) {
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
    if (orders_.running) close_orders();
    run_ = run;
    auto begun = std::make_shared<insight::MeetingThreads>();
    begun->run = run;
    begun->text = watch.text();
    begun->blocks = run->shown().config.blocks();
    meeting_ = begun;
    meeting_progress_ = std::make_shared<Progress>();
    redraw_.want();
    worker_.post([this, run, watch, as_written, progress = meeting_progress_]() -> Worker::Finish {
        using Clock = std::chrono::steady_clock;
        insight::MeetingSearch search(run, watch, max_bytes_);
        // Views read all cells after each publication, so large outputs are published less often.
        const uint64_t cells = run->prepared.plan.buffers[run->prepared.output_buffer].layout.shape.cells();
        const std::chrono::milliseconds between(100 + cells / 10'000);
        Clock::time_point published = Clock::now();
        const auto publish = [&] {
            auto found = search.found();
            published = Clock::now();
            {
                const std::lock_guard held(progress->lock);
                progress->meeting = std::move(found);
            }
            if (wake_) wake_();
        };
        search.compile(as_written);
        while (search.running() && !progress->cancel) {
            search.search_block(progress->cancel);
            if (search.running() && Clock::now() - published > between) publish();
        }
        publish();
        return [this] { redraw_.want(); };
    });
}

void LaunchSearch::stop_painting() {
    if (meeting_progress_) meeting_progress_->cancel = true;
    meeting_progress_.reset();
    meeting_.reset();
}

} // namespace warpscope::workbench
