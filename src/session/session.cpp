#include "session/session.hpp"

#include <utility>

#include "session/session_impl.hpp"

namespace warpscope::session {

Result<std::shared_ptr<const RunResult>> run(const Request& request, const RunOptions& options) {
    return Pipeline{}.run(request, options);
}

Session::Session()
    : impl_(std::make_unique<Impl>()) {
    impl_->run_thread = std::thread([this] { impl_->run_loop(); });
    impl_->trace_thread = std::thread([this] { impl_->trace_loop(); });
    impl_->abandon_thread = std::thread([this] { impl_->abandon_loop(); });
    impl_->probe_thread = std::thread([this] { impl_->probe_loop(); });
}

Session::~Session() {
    {
        const std::lock_guard lock(impl_->mutex);
        impl_->quitting = true;
        impl_->cancel_run = true;
        impl_->cancel_trace = true;
        impl_->cancel_probe = true;
        impl_->wake = nullptr;
    }
    impl_->changed.notify_all();
    impl_->run_thread.join();
    impl_->trace_thread.join();
    impl_->abandon_thread.join();
    impl_->probe_thread.join();
}

void Session::submit(Request request) {
    {
        const std::lock_guard lock(impl_->mutex);
        impl_->waiting = std::move(request);
    }
    impl_->changed.notify_all();
}

void Session::cancel() {
    const std::lock_guard lock(impl_->mutex);
    impl_->waiting.reset();
    impl_->cancel_run = true;
    impl_->changed.notify_all();
}

void Session::wait_until_shown() {
    const std::lock_guard lock(impl_->mutex);
    impl_->waits_until_shown = true;
}

void Session::note_shown(const RunResult& result) {
    {
        const std::lock_guard lock(impl_->mutex);
        if (impl_->shown == &result) return;
        impl_->shown = &result;
    }
    impl_->changed.notify_all();
}

Progress Session::progress() const {
    const std::lock_guard lock(impl_->mutex);
    Progress out;
    if (!impl_->running && !impl_->waiting) return out;
    out.stage = impl_->running ? impl_->progress.stage.load() : Stage::loading;
    const uint64_t total = impl_->progress.blocks_total;
    if (out.stage == Stage::running && total > 0)
        out.fraction = static_cast<float>(impl_->progress.blocks_done) / static_cast<float>(total);
    if (impl_->running)
        out.milliseconds =
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - impl_->began).count();
    return out;
}

std::shared_ptr<const PartialOutput> Session::partial() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->partial;
}

void Session::set_visible_cells(std::optional<CellRectangle> cells) {
    const std::lock_guard lock(impl_->mutex);
    impl_->in_sight = cells;
}

void Session::make_partial(bool on) { impl_->partial_wanted = on; }

bool Session::busy() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->running || impl_->waiting.has_value();
}

bool Session::running() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->running;
}

std::shared_ptr<const RunResult> Session::result() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->result;
}

std::optional<Diagnostic> Session::failure() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->failure;
}

uint64_t Session::revision() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->revision;
}

void Session::focus(std::shared_ptr<const RunResult> result, FocusKey key) {
    {
        const std::lock_guard lock(impl_->mutex);
        if (impl_->find_trace(result.get(), key) != nullptr) return;
        impl_->pending_focus = Impl::FocusRequest{std::move(result), key};
        impl_->cancel_trace = true;
    }
    impl_->changed.notify_all();
}

void Session::follow(BlockOf block_of) {
    const std::lock_guard lock(impl_->mutex);
    impl_->followed = std::move(block_of);
}

std::shared_ptr<const metrics::BlockTrace> Session::trace(const RunResult& result, FocusKey key) const {
    const std::lock_guard lock(impl_->mutex);
    const Impl::Trace* entry = impl_->find_trace(&result, key);
    return entry == nullptr ? nullptr : entry->trace;
}

std::optional<Diagnostic> Session::trace_failure(const RunResult& result, FocusKey key) const {
    const std::lock_guard lock(impl_->mutex);
    const Impl::Trace* entry = impl_->find_trace(&result, key);
    return entry == nullptr ? std::nullopt : entry->failure;
}

void Session::want(std::vector<WantedProbes> wanted) {
    std::vector<Impl::MadeProbe> forgotten; // large, so freed without the lock
    {
        const std::lock_guard lock(impl_->mutex);
        if (wanted == impl_->wanted_probes) return;
        impl_->wanted_probes.swap(wanted);
        std::erase_if(impl_->probes, [&](Impl::MadeProbe& made) {
            if (impl_->wants_probes_of(made.probe.of)) return false;
            forgotten.push_back(std::move(made));
            return true;
        });
        if (impl_->probing && !impl_->is_wanted(*impl_->probing)) impl_->cancel_probe = true;
    }
    impl_->changed.notify_all();
}

Session::ProbeAnswer Session::probe(const RunResult& result, const metrics::ProbeRequest& request) const {
    const std::lock_guard lock(impl_->mutex);
    const Impl::MadeProbe* made = impl_->find_probe(result, request);
    return made == nullptr ? ProbeAnswer{} : made->answer;
}

void Session::on_change(std::function<void()> wake) {
    const std::lock_guard lock(impl_->mutex);
    impl_->wake = std::move(wake);
}

} // namespace warpscope::session
