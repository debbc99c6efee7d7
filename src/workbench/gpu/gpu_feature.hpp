#pragma once

#include <optional>

#include "workbench/feature/feature.hpp"
#include "workbench/gpu/commands.hpp"
#include "workbench/gpu/gpu_access.hpp"
#include "workbench/gpu/gpu_pictures.hpp"
#include "workbench/gpu/recorded_run.hpp"
#include "workbench/gpu/study_tasks.hpp"

namespace warpscope::workbench {

class GpuFeature : public CommandFeature<GpuFeature, GpuCommands> {
public:
    /// `worker` must end before the feature.
    GpuFeature(Document& document, const Models& model, GpuModel& view, GpuPictures& pictures, const GpuAccess& gpu,
               StudyTasks& study, RecordedRun& recorded, Worker& worker);
    [[nodiscard]] std::string_view name() const override { return "gpu"; }
    bool perform(const Perform& action) override;
    void run_requested(const session::Request& request) override;
    void run_answered(const Diagnostic* failure) override;

    /// The first call finds GPUs. Later calls show pictures of the newest run.
    void update_pictures();
    void publish();
    void update_study();

    void on(const ShowRecording& c);
    void on(const ChooseGpu& c);
    void on(const InsistOnGpu& c);
    void on(const DropLaunchAhead& /*c*/) { pictures_.fall_back(); }

private:
    void find_gpus();
    void use_gpu(std::optional<int> device);
    void next_gpu();
    /// Reports a GPU fault once, after the emulator has repeated the launch.
    void report_fault();
    void report_stopped(const session::RunResult& run);
    void show_cause(const session::RunResult& run, Message words);

    GpuModel& view_;
    GpuPictures& pictures_;
    GpuAccess gpu_;
    StudyTasks& study_;
    RecordedRun& recorded_;
    Worker& gpu_worker_;
    bool is_search_begun_ = false, is_fault_reported_ = false;
};

} // namespace warpscope::workbench
