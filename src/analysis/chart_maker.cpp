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
    Sweeper sweeper; // used by the thread only
    std::thread thread;

    void loop() {
        for (;;) {
            ChartWish wish;
            {
                std::unique_lock lock(mutex);
                changed.wait(lock, [&] { return quitting || waiting; });
                if (quitting) return;
                waiting = false;
                cancel = false;
                wish = state.wish;
            }
            Result<Chart> made = make(wish);
            {
                const std::lock_guard lock(mutex);
                if (!waiting) {
                    state.busy = false;
                    state.cancelled = !made && made.error().kind == ErrorKind::cancelled;
                    if (made)
                        state.chart = std::make_shared<const Chart>(std::move(*made));
                    else if (!state.cancelled) {
                        state.chart.reset();
                        state.failure = made.error();
                    }
                }
            }
            if (wake) wake();
        }
    }

    Result<Chart> make(const ChartWish& wish) {
        const InLanguage words(wish.words);
        const auto offers = charts_of(*wish.result);
        const auto offer =
            std::find_if(offers.begin(), offers.end(), [&](const ChartOffer& o) { return o.name == wish.name; });
        if (offer == offers.end() || !offer->is_sweep()) return make_chart(wish);
        const auto tell = [&](const Chart& chart, Sweeper::Progress progress) {
            {
                const std::lock_guard lock(mutex);
                if (waiting) return;
                state.chart = std::make_shared<const Chart>(chart);
                state.progress = progress;
            }
            if (wake) wake();
        };
        return sweeper.run(wish, *offer->spec, tell, &cancel);
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

void ChartMaker::submit(const ChartWish& wish) {
    {
        const std::lock_guard lock(impl_->mutex);
        if (impl_->state.wish == wish) return;
        // Keeps the old chart of the same name, to avoid flicker.
        const bool same_chart = impl_->state.wish.name == wish.name;
        auto chart = same_chart ? impl_->state.chart : nullptr;
        impl_->state = {wish, std::move(chart), std::nullopt, true, false, {}};
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
        if (impl_->state.busy || !impl_->state.wish.result) return;
        impl_->state.busy = true;
        impl_->state.cancelled = false;
        impl_->waiting = true;
    }
    impl_->changed.notify_all();
}

ChartMaker::State ChartMaker::state() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->state;
}

} // namespace warpscope::analysis
