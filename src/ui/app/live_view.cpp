// The GPU's picture: of each finished run, and of a moved slider at once, before the emulator has measured the launch.
#include <algorithm>

#include "session/device.hpp"
#include "ui/app/app_state.hpp"

namespace warpscope::ui {

bool is_same_kernel(const session::Request& a, const session::Request& b) {
    return a.experiment == b.experiment && a.variant == b.variant && a.input == b.input && a.compiler == b.compiler;
}

namespace {

/// The run that a request asks for, as far as it is known without compiling or running anything: when only numbers
/// changed since `last`. Null when there is more to do.
std::shared_ptr<const session::RunResult> known_run(const session::Request& request, const session::RunResult& last) {
    if (!is_same_kernel(request, last.request) || !session::is_sound(last.variant())) return nullptr;
    const bool takes_input = catalog::main_input(last.variant()) != nullptr;
    auto prepared =
        catalog::prepare(last.variant(), request.settings, takes_input ? last.input : HostBuffer{}, {}, &last.prepared);
    if (!prepared || !catalog::compile_alike(*prepared, last.prepared)) return nullptr;
    auto run = std::make_shared<session::RunResult>();
    run->request = request;
    run->compiled = last.compiled;
    run->prepared = std::move(*prepared);
    compile::name_kernels(run->prepared.plan, run->compiled);
    return run;
}

} // namespace

void App::State::update_live() {
    update_partial();
    live.hold(recorder_busy || *gpu_probes != 0);
    live.poll();
    if (start.device == session::DeviceChoice::emulator) return;
    find_gpus();
    report_fault();
    // Results of earlier moves come while a slider moves on.
    if (ahead && newest && live_prepared == newest && model.result == newest &&
        newest->request.settings == ahead->request.settings)
        ahead.reset();
    if (!gpus_known || !newest) return;
    if (newest == live_prepared || live_preparing) return;
    live_preparing = newest;
    gpu_worker.post([this, run = newest, insisting = insists(newest)]() -> Worker::Finish {
        const auto prepared = live.prepare(*run, insisting);
        const bool good = prepared.has_value();
        return [this, run, good] {
            live_preparing.reset();
            live_prepared = run;
            if (live.status().stopped) report_stopped(*run);
            // A slider that has moved on meanwhile is ahead of this run.
            if (good && !(ahead && session.busy())) live.show();
            frames_wanted = 3;
        };
    });
}

/// A picture on the way stays until what it belongs to is on the screen, or will not come.
void App::State::update_partial() {
    session.make_partial(!model.live.active);
    auto made = session.partial();
    const bool comes = session.busy() || newest != model.result;
    if (made || !comes) partial.show(std::move(made));
}

/// A run's first picture on the way is there and not drawn yet: what the hand that moved the slider waits for.
bool App::State::partial_waits() const {
    const auto made = session.partial();
    return made && made != partial.offered() && !model.live.active &&
           (partial.texture() == 0 || made->share < partial.share());
}

/// The user wants it on the GPU whatever the emulator found.
bool App::State::insists(const std::shared_ptr<const session::RunResult>& run) const {
    return start.device == session::DeviceChoice::gpu || run == insisted;
}

/// Launches what a slider asks for in the frame that heard of it. Overlays follow when they are measured.
void App::State::show_now(const session::Request& request) {
    const bool possible = gpus_known && emulated && !live.status().lost && live.status().active;
    auto run = possible ? known_run(request, *emulated) : nullptr;
    if (!run || !live.prepare_now(*run)) {
        fall_back();
        return;
    }
    const bool launched = live.show();
    ahead = std::move(run);
    frames_wanted = std::max(frames_wanted, 3);
    if (!launched) return; // a picture that is under way comes first
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - input_came).count();
    constexpr size_t kept = 1024;
    launch_times.push_back(seconds);
    if (launch_times.size() > kept) launch_times.pop_front();
}

/// What was shown ahead comes to nothing: the picture is that of the newest run again.
void App::State::fall_back() {
    if (ahead) live_prepared.reset();
    ahead.reset();
}

bool App::State::shows_ahead() const {
    return ahead && model.result &&
           ahead->prepared.plan.buffers[ahead->prepared.output_buffer].layout == model.result->output.layout;
}

/// 0 where the views show the emulator's picture.
uint32_t App::State::live_texture() const {
    if (!model.result) return 0;
    const uint32_t texture = shows_ahead() || live_prepared == model.result ? live.texture() : 0;
    return texture == 0 && shows_partial() ? partial.texture() : texture;
}

bool App::State::shows_partial() const {
    return partial.texture() != 0 && partial.before() == model.result && !model.live.active;
}

} // namespace warpscope::ui
