#include "analysis/chart_maker.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace warpscope::analysis {

struct ChartMaker::Impl {
    std::function<void()> wake;
    mutable std::mutex mutex;
    std::condition_variable changed;
    State state;
    bool waiting = false, quitting = false;
    std::atomic<bool> cancel{false};
    Sweeper sweeper;
    std::thread thread;

    void loop() {
        for (;;) {
            ChartRequest request;
            {
                std::unique_lock lock(mutex);
                changed.wait(lock, [&] { return quitting || waiting; });
                if (quitting) return;
                waiting = false;
                cancel = false;
                request = state.request;
            }
            Result<Chart> made = make(request);
            {
                const std::lock_guard lock(mutex);
                if (!waiting) {
                    state.busy = false;
                    state.canceled = !made && made.error().kind == ErrorKind::canceled;
                    if (made)
                        state.chart = std::make_shared<const Chart>(std::move(*made));
                    else if (!state.canceled) {
                        state.chart.reset();
                        state.failure = made.error();
                    }
                }
            }
            if (wake) wake();
        }
    }

    Result<Chart> make(const ChartRequest& request) {
        const ScopedLanguage words(request.words);
        const auto offers = charts_of(*request.result);
        const auto offer =
            std::find_if(offers.begin(), offers.end(), [&](const ChartOffer& o) { return o.name == request.name; });
        if (offer == offers.end() || !offer->is_sweep()) return make_chart(request);
        const auto report_progress = [&](const Chart& chart, Sweeper::Progress progress) {
            {
                const std::lock_guard lock(mutex);
                if (waiting) return;
                state.chart = std::make_shared<const Chart>(chart);
                state.progress = progress;
            }
            if (wake) wake();
        };
        return sweeper.run(request, *offer->spec, report_progress, &cancel);
    }
};

ChartMaker::ChartMaker(std::function<void()> wake)
    : impl_(std::make_unique<Impl>()) {
    impl_->wake = std::move(wake);
    impl_->thread = std::thread([this] { impl_->loop(); });
}

ChartMaker::~ChartMaker() {
    {
        const std::lock_guard lock(impl_->mutex);
        impl_->quitting = true;
        impl_->cancel = true;
    }
    impl_->changed.notify_all();
    impl_->thread.join();
}

void ChartMaker::submit(const ChartRequest& request) {
    {
        const std::lock_guard lock(impl_->mutex);
        if (impl_->state.request == request) return;
        // Keeps the old chart until the new one has points, because an empty one would flicker.
        const bool same_chart = impl_->state.request.name == request.name;
        auto chart = same_chart ? impl_->state.chart : nullptr;
        impl_->state = {request, std::move(chart), std::nullopt, true, false, {}};
        impl_->waiting = true;
        impl_->cancel = true;
    }
    impl_->changed.notify_all();
}

void ChartMaker::cancel() {
    const std::lock_guard lock(impl_->mutex);
    if (impl_->state.busy) impl_->cancel = true;
}

void ChartMaker::resume() {
    {
        const std::lock_guard lock(impl_->mutex);
        if (impl_->state.busy || !impl_->state.request.result) return;
        impl_->state.busy = true;
        impl_->state.canceled = false;
        impl_->waiting = true;
    }
    impl_->changed.notify_all();
}

ChartMaker::State ChartMaker::state() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->state;
}

} // namespace warpscope::analysis
