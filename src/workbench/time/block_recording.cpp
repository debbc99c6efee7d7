// Shows the beginning of a long block while the rest is recorded.
#include "base/kept_memory.hpp"
#include "language/tr.hpp"
#include "workbench/time/time_cursor.hpp"

namespace warpscope::workbench {

namespace {

/// Recorded PTX instructions before the first display
constexpr uint64_t shown_at_first = 100'000;
/// Limit of a recording's memory; enough for ten million instructions of matmul/element
constexpr uint64_t max_bytes = kept_limit(uint64_t{768} << 20);

} // namespace

struct TimeCursor::KeptBuild {
    std::string source, ptx;
    bool as_written = false;
    std::optional<session::SteppedBuild> build;
};

TimeCursor::TimeCursor(scene::Moment& moment, Redraw& redraw, std::function<void()> wake)
    : moment_(moment)
    , redraw_(redraw)
    , kept_(std::make_shared<KeptBuild>())
    , wake_(wake)
    , worker_(wake)
    , views_(std::move(wake)) {}

TimeCursor::~TimeCursor() {
    stop_search();
    if (stop_values_) *stop_values_ = true;
    if (progress_) progress_->cancel = true;
}

TimeCursor::Made TimeCursor::make(const Request& request, Progress& progress, KeptBuild& kept) {
    const session::RunResult& run = *request.run;
    const bool same = kept.build && kept.as_written == request.as_written && kept.ptx == run.compiled.ptx &&
                      kept.source == run.source;
    if (!same) {
        auto built = session::stepped_build(run, request.as_written);
        if (!built) return tl::unexpected(built.error());
        kept = {run.source, run.compiled.ptx, request.as_written, std::move(*built)};
    }
    if (progress.cancel) return fail(ErrorKind::canceled, msg("recording the block was canceled"));
    replay::RecordRequest record_request;
    record_request.launch = request.launch;
    record_request.block = request.block;
    record_request.cancel = &progress.cancel;
    record_request.records_made = &progress.records;
    record_request.memory_limit = max_bytes;
    record_request.max_records = shown_at_first;
    auto recording = replay::record_block(run.measured, kept.build->stepped, record_request);
    if (recording && (*recording)->contents().is_beginning) {
        if (auto begun = with_history({request.run, *kept.build, *recording, nullptr, {}, {}}, progress)) {
            const std::lock_guard held(progress.lock);
            progress.beginning = std::move(*begun);
        }
        if (progress.wake) progress.wake();
        record_request.max_records = 0;
        recording = replay::record_block(run.measured, kept.build->stepped, record_request);
    }
    if (!recording) return tl::unexpected(recording.error());
    return with_history({request.run, *kept.build, *recording, nullptr, {}, {}}, progress);
}

TimeCursor::Made TimeCursor::with_history(insight::RecordedBlock block, const Progress& progress) {
    block.history = replay::History::of(block.recording, &progress.cancel);
    if (!block.history) return fail(ErrorKind::canceled, msg("recording the block was canceled"));
    block.arrays = replay::shared_arrays(*block.recording);
    block.racing = insight::racing_steps(block);
    return std::make_shared<const insight::RecordedBlock>(std::move(block));
}

void TimeCursor::forget() {
    stop_search();
    if (progress_) progress_->cancel = true;
    progress_.reset();
    asked_.reset();
    maker_.reset();
    view_.reset();
    bar_.block.reset();
    bar_.marks.reset();
    bar_.problem.reset();
    bar_.origin.reset();
    bar_.recording = false;
}

void TimeCursor::record(const Request& request) {
    forget();
    asked_ = request;
    bar_.recording = true;
    progress_ = std::make_shared<Progress>();
    progress_->wake = wake_;
    worker_.post([this, request, progress = progress_, kept = kept_, build = order_build_]() -> Worker::Finish {
        auto made = request.recorded ? with_history({request.run, *build, request.recorded, nullptr, {}, {}}, *progress)
                                     : make(request, *progress, *kept);
        return [this, progress, made = std::move(made)] {
            if (progress == progress_) take(made);
        };
    });
}

void TimeCursor::take(const Made& made) {
    redraw_.want(3);
    bar_.recording = false;
    if (!made) {
        bar_.problem = made.error();
        bar_.playing = false;
        pending_.reset();
        return;
    }
    show_block(*made);
}

void TimeCursor::show_block(std::shared_ptr<const insight::RecordedBlock> block) {
    bar_.block = block;
    bar_.marks.reset();
    maker_ = std::make_shared<insight::MomentMaker>(std::move(block));
}

void TimeCursor::stop_recording() {
    forget();
    set_scope(scene::Scope::all);
}

} // namespace warpscope::workbench
