#include "workbench/gpu/gpu_feature.hpp"

#include <algorithm>

#include "language/tr.hpp"
#include "session/device.hpp"

namespace warpscope::workbench {

GpuFeature::GpuFeature(Document& document, const Models& model, GpuModel& view, GpuPictures& pictures,
                       const GpuAccess& gpu, StudyTasks& study, RecordedRun& recorded, Worker& worker)
    : CommandFeature(document, model)
    , view_(view)
    , pictures_(pictures)
    , gpu_(gpu)
    , study_(study)
    , recorded_(recorded)
    , gpu_worker_(worker) {
    study_.set_overlays(start_.recorded);
}

bool GpuFeature::perform(const Perform& action) {
    if (action.action != Action::next_gpu) return false;
    next_gpu();
    return true;
}

void GpuFeature::run_requested(const session::Request& request) { pictures_.show_now(request, document_.input_time); }

void GpuFeature::run_answered(const Diagnostic* failure) {
    if (failure != nullptr) pictures_.fall_back();
}

void GpuFeature::publish() {
    pictures_.fill(view_, model_.result);
    if (start_.device != session::DeviceChoice::emulator) return;
    view_.live = {};
    view_.live.why = msg("the GPU was not requested");
}

void GpuFeature::find_gpus() {
    if (is_search_begun_) return;
    is_search_begun_ = true;
    study_.set_unavailable_reason(msg("looking for a GPU"));
    gpu_worker_.post([this]() -> Worker::Finish {
        pictures_.find_gpus();
        return [this] {
            pictures_.use_display();
            use_gpu(preferences_.gpu);
        };
    });
}

void GpuFeature::use_gpu(std::optional<int> device) {
    const gpu::DeviceStatus chosen = pictures_.use(device);
    study_.cancel();
    gpu_worker_.post([this, chosen]() -> Worker::Finish {
        gpu_.executor().use(chosen); // waits for work on the old GPU
        return [this, now = gpu_.executor().status()] {
            pictures_.change_gpu();
            study_.use(now);
            redraw_.want(3);
        };
    });
}

void GpuFeature::on(const ChooseGpu& c) {
    if (!pictures_.knows_gpus()) return;
    preferences_.gpu = c.device;
    use_gpu(c.device);
}

void GpuFeature::next_gpu() {
    const auto gpus = pictures_.gpus();
    if (!pictures_.knows_gpus() || !gpus || gpus->environment || gpus->all.size() < 2) return;
    const auto count = static_cast<int>(gpus->all.size());
    for (int step = 1; step < count; ++step) {
        const int next = (gpus->chosen().device + step) % count;
        if (!gpus->all[static_cast<size_t>(next)].usable) continue;
        on(ChooseGpu{next});
        return;
    }
}

void GpuFeature::on(const InsistOnGpu& /*c*/) { pictures_.insist(runs_.newest); }

void GpuFeature::report_fault() {
    if (is_fault_reported_ || !runs_.emulated || runs_.session.busy() || !pictures_.status().lost) return;
    is_fault_reported_ = true;
    show_cause(*runs_.emulated, msg("A kernel fault made the GPU unusable. The emulator continues with the scene."));
}

void GpuFeature::report_stopped(const session::RunResult& run) {
    show_cause(run, msg("The kernel was stopped; the GPU can still be used. The emulator made this picture."));
}

void GpuFeature::show_cause(const session::RunResult& run, Message words) {
    study_.set_cause(session::cause_of_fault(run));
    say(true, std::move(words), study_.now().cause);
    const auto& launches = run.measured->launches();
    const bool found = std::ranges::any_of(launches, [](const auto& launch) { return launch.finding_count > 0; });
    preferences_.tab = found ? Tab::findings : Tab::gpu;
    document_.open_drawer(true);
}

void GpuFeature::update_pictures() {
    pictures_.update();
    if (start_.device == session::DeviceChoice::emulator) return;
    find_gpus();
    report_fault();
    pictures_.prepare_newest(model_.result);
    if (const RunPtr stopped = pictures_.take_stopped()) report_stopped(*stopped);
}

void GpuFeature::on(const ShowRecording& c) {
    if (c.on == study_.now().overlays || !runs_.emulated) return;
    study_.set_overlays(c.on);
    if (!c.on) runs_.newest = runs_.emulated;
    redraw_.want(3);
}

void GpuFeature::update_study() {
    study_.note_device(pictures_.knows_gpus(), model_.live);
    if (study_.follow_run()) recorded_.forget();
    if (pictures_.shows_ahead(model_.result)) study_.cancel();
    const RunPtr& emulated = runs_.emulated;
    if (emulated && !pictures_.ahead()) {
        if (study_.now().overlays && study_.now().recording && runs_.newest == emulated) recorded_.show();
        study_.start_next(session::gpu_safety_error(*emulated, pictures_.insists(emulated)).has_value(),
                          document_.seen(Tab::gpu));
    }
    view_.study = study_.now();
}

} // namespace warpscope::workbench
