// The GPU tab's tasks, on the GPU's worker, and switching the overlays between emulator and GPU.
#include "ui/model/gpu_results.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "gpu/executor.hpp"
#include "session/device.hpp"
#include "ui/app/app_state.hpp"

namespace warpscope::ui {

SweepGrid sweep_grid(const std::vector<session::SweepPoint>& points) {
    SweepGrid grid;
    std::set<uint32_t> columns, rows;
    for (const session::SweepPoint& point : points) {
        columns.insert(point.block.x);
        rows.insert(point.block.y);
        if (point.why_not.empty() && (grid.best == nullptr || point.median_ms < grid.best->median_ms))
            grid.best = &point;
    }
    grid.columns.assign(columns.begin(), columns.end());
    grid.rows.assign(rows.begin(), rows.end());
    grid.cells.resize(grid.columns.size() * grid.rows.size());
    const auto place = [](const std::vector<uint32_t>& sides, uint32_t side) {
        return static_cast<size_t>(std::ranges::lower_bound(sides, side) - sides.begin());
    };
    for (const session::SweepPoint& point : points) {
        SweepGrid::Cell& cell =
            grid.cells[place(grid.rows, point.block.y) * grid.columns.size() + place(grid.columns, point.block.x)];
        cell.point = &point;
        if (!point.why_not.empty() || grid.best->median_ms <= 0) continue;
        cell.slowdown = point.median_ms / grid.best->median_ms;
        grid.slowest = std::max(grid.slowest, cell.slowdown);
    }
    return grid;
}

BlockLanes block_lanes(const std::vector<instrument::BlockTime>& blocks) {
    std::map<uint32_t, std::vector<uint32_t>> by_multiprocessor;
    BlockLanes lanes;
    for (uint32_t block = 0; block < blocks.size(); ++block) {
        by_multiprocessor[blocks[block].multiprocessor].push_back(block);
        lanes.end_ns = std::max(lanes.end_ns, blocks[block].end_ns);
    }
    for (auto& [multiprocessor, own] : by_multiprocessor) {
        std::ranges::stable_sort(own, {}, [&](uint32_t block) { return blocks[block].start_ns; });
        lanes.multiprocessors.push_back(multiprocessor);
        lanes.blocks.push_back(std::move(own));
    }
    return lanes;
}

void App::State::start_gpu_task(GpuTask task) {
    if (study.running || !emulated || !study.why_not.empty()) return;
    study.running = task;
    study.problem.clear();
    study.done = 0;
    study.total = session::sweep_blocks(emulated->variant().block_dimensions).size();
    if (task == GpuTask::sweep) study.sweep.reset();
    gpu_cancel = false;
    gpu_done = 0;
    gpu_worker.post([this, task, run = emulated]() -> Worker::Finish {
        gpu::Executor& executor = this->executor();
        GpuStudy made;
        auto keep = [&made](auto& into, auto result) {
            if (!result)
                made.problem = result.error().text();
            else
                into = std::make_shared<std::remove_reference_t<decltype(*result)>>(std::move(*result));
        };
        constexpr uint32_t repeats = 51, sweep_repeats = 9;
        if (task == GpuTask::time) {
            keep(made.timing, session::time_on_gpu(executor, *run, repeats));
            if (made.problem.empty()) keep(made.peaks, gpu::measure_peaks(executor));
        } else if (task == GpuTask::sweep) {
            keep(made.sweep,
                 session::sweep_on_gpu(executor, *run, sweep_repeats, &gpu_cancel, [this](const session::SweepPoint&) {
                     ++gpu_done;
                     if (wake) wake();
                 }));
        } else {
            keep(made.recording, session::record_on_gpu(executor, *run));
        }
        return [this, run, made] { finish_gpu_task(run, made); };
    });
}

void App::State::finish_gpu_task(const std::shared_ptr<const session::RunResult>& run, const GpuStudy& made) {
    study.running.reset();
    frames_wanted = std::max(frames_wanted, 2);
    if (run != emulated || gpu_cancel) return; // another run is shown by now, or is about to be
    study.problem = made.problem;
    if (made.timing) study.timing = made.timing;
    if (made.peaks) study.peaks = made.peaks;
    if (made.sweep) study.sweep = made.sweep;
    if (!made.recording) {
        if (!made.problem.empty()) study.overlays = false;
        return;
    }
    study.recording = made.recording;
}

void App::State::on(const ShowRecording& c) {
    if (c.on == study.overlays || !emulated) return;
    study.overlays = c.on;
    if (!c.on) newest = emulated;
    frames_wanted = std::max(frames_wanted, 3); // the next frame asks for the layer, then for the recording
}

void App::State::on(const Restart&) { quit = restart = true; }

/// What is to be found out next, where nobody has to ask: everything while the tab is open, cheapest first.
std::optional<GpuTask> App::State::next_gpu_task() const {
    if (interop::why_kept_off(*emulated, insists(emulated))) return std::nullopt;
    if (study.overlays && !study.recording) return GpuTask::record;
    if (!seen(Tab::gpu)) return std::nullopt;
    if (!study.timing) return GpuTask::time;
    if (!study.recording) return GpuTask::record;
    if (!study.sweep && study.swept_by_itself) return GpuTask::sweep;
    return std::nullopt;
}

/// Keeps what is known of the device; a new run starts without figures, and with a recording of its own where overlays
/// are to come from the GPU.
void App::State::update_study() {
    if (start.device == session::DeviceChoice::emulator) {
        study.why_not = "the GPU was not asked for";
    }
    if (model.live.lost) study.why_not = model.live.why;
    const bool waits = start.device != session::DeviceChoice::emulator && !gpus_known;
    if (!study.why_not.empty() && !waits) study.overlays = false;
    if (study.running == GpuTask::sweep) study.done = gpu_done;
    if (studied != emulated) {
        studied = emulated;
        gpu_cancel = true;
        study.timing.reset();
        study.sweep.reset();
        forget_recording();
        study.problem.clear();
        // A kernel of the user's may have a fault with another block, which the emulator has not checked.
        study.swept_by_itself = emulated && emulated->variant().block_dimensions > 0 &&
                                (session::is_sound(emulated->variant()) || start.device == session::DeviceChoice::gpu);
    }
    if (shows_ahead()) gpu_cancel = true;
    if (study.overlays && study.recording && newest == emulated && !ahead) make_recorded();
    if (!study.running && study.problem.empty() && emulated && !ahead)
        if (const auto task = next_gpu_task()) start_gpu_task(*task);
    model.study = study;
}

} // namespace warpscope::ui
