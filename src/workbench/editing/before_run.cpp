#include "workbench/editing/before_run.hpp"

#include <utility>

namespace warpscope::workbench {

namespace {

bool same(const session::Request& a, const session::Request& b) {
    return is_same_kernel(a, b) && a.settings == b.settings;
}

} // namespace

void BeforeRun::take(RunPtr run) {
    if (made_ && same(*made_, run->request)) return;
    rest();
    made_ = run->request;
    run_ = std::move(run);
}

void BeforeRun::want(const session::Request& request) {
    if (made_ && same(*made_, request)) return;
    rest();
    made_ = request;
    making_ = true;
    cancel_ = std::make_shared<std::atomic<bool>>(false);
    worker_.post([this, request, cancel = cancel_]() -> Worker::Finish {
        session::RunOptions options;
        options.cancel = cancel.get();
        options.gpu_output = false;
        options.workers = 1; // leaves cores for drawing
        const auto run =
            *cancel ? Result<RunPtr>(fail(ErrorKind::canceled, Message())) : session::run(request, options);
        return [this, cancel, run = run ? *run : nullptr] {
            if (cancel != cancel_) return;
            making_ = false;
            run_ = run;
            redraw_.want(2);
        };
    });
}

void BeforeRun::rest() {
    if (cancel_) *cancel_ = true;
    cancel_.reset();
    made_.reset();
    run_.reset();
    making_ = false;
}

} // namespace warpscope::workbench
