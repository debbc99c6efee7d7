#include "ui/gpu/live_picture.hpp"

#include "render/layout/cell_plane.hpp"
#include "session/device.hpp"
#include "session/painted_inputs.hpp"

namespace warpscope::ui {

namespace {

/// Returns a run for the request if it can use the compiled code of `last`, otherwise null.
RunPtr make_run_from_compiled(const session::Request& request, const session::RunResult& last) {
    if (!is_same_kernel(request, last.request) || request.ptx != last.request.ptx || !session::is_sound(last))
        return nullptr;
    const bool takes_input = catalog::main_input(last.variant()) != nullptr;
    auto prepared =
        session::prepare_painted(last.variant(), request, takes_input ? last.input : HostBuffer{}, {}, &last);
    if (!prepared || !catalog::compile_alike(*prepared, last.prepared)) return nullptr;
    auto run = std::make_shared<session::RunResult>();
    run->request = request;
    run->compiled = last.compiled;
    run->prepared = std::move(*prepared);
    compile::name_kernels(run->prepared.plan, run->compiled);
    return run;
}

} // namespace

interop::PictureLayout layout_of_output(const session::RunResult& run) {
    const render::Plane plane = render::plane_of(run, render::arranged_output(run));
    interop::PictureLayout layout =
        interop::PictureLayout::flat(static_cast<uint32_t>(plane.width()), static_cast<uint32_t>(plane.height()));
    if (plane.wrapped()) return layout;
    layout.slice_width = plane.extent().x;
    layout.slice_height = plane.extent().y;
    layout.columns = static_cast<uint32_t>(plane.columns());
    layout.gap = static_cast<uint32_t>(plane.gap());
    layout.transposed = plane.transposed();
    return layout;
}

void LivePicture::prepare_newest(const RunPtr& shown) {
    const RunPtr& newest = runs_.newest;
    if (ahead_ && newest && prepared_ == newest && shown == newest &&
        newest->request.settings == ahead_->request.settings)
        ahead_.reset();
    if (!gpus_known_ || !newest) return;
    if (newest == prepared_ || preparing_) return;
    preparing_ = newest;
    worker_.post([this, run = newest, insisting = insists(newest)]() -> Worker::Finish {
        const bool good = output_.prepare(*run, insisting, layout_of_output(*run)).has_value();
        return [this, run, good] {
            preparing_.reset();
            prepared_ = run;
            if (output_.status().stopped) stopped_ = run;
            // Does not replace the picture of a newer slider value.
            if (good && !(ahead_ && runs_.session.busy())) output_.show();
            redraw_.want(3);
        };
    });
}

bool LivePicture::insists(const RunPtr& run) const { return device_ == session::DeviceChoice::gpu || run == insisted_; }

void LivePicture::insist(const RunPtr& run) {
    insisted_ = run;
    prepared_.reset();
}

void LivePicture::gpu_changed() {
    gpus_known_ = true;
    prepared_.reset();
}

void LivePicture::show_now(const session::Request& request, std::chrono::steady_clock::time_point asked) {
    const interop::LiveStatus status = output_.status();
    const bool possible = gpus_known_ && runs_.emulated && !status.lost && status.active;
    auto run = possible ? make_run_from_compiled(request, *runs_.emulated) : nullptr;
    if (!run || !output_.prepare_now(*run, layout_of_output(*runs_.emulated))) {
        fall_back();
        return;
    }
    const bool launched = output_.show();
    ahead_ = std::move(run);
    redraw_.want(3);
    if (!launched) return; // the GPU must finish another picture first
    launch_times_.add(std::chrono::duration<double>(std::chrono::steady_clock::now() - asked).count());
}

void LivePicture::fall_back() {
    if (ahead_) prepared_.reset();
    ahead_.reset();
}

bool LivePicture::shows_ahead(const RunPtr& shown) const {
    return ahead_ && shown &&
           ahead_->prepared.plan.buffers[ahead_->prepared.output_buffer].layout == shown->output.layout;
}

uint32_t LivePicture::texture(const RunPtr& shown) const {
    const bool is_of_it = shows_ahead(shown) || prepared_ == shown;
    return is_of_it && output_.layout() == layout_of_output(*shown) ? output_.texture() : 0;
}

SharedBytes LivePicture::values(const RunPtr& shown) const {
    return shown && texture(shown) != 0 ? output_.values() : nullptr;
}

} // namespace warpscope::ui
