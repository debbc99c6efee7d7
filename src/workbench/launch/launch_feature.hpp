#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "workbench/feature/feature.hpp"
#include "workbench/launch/commands.hpp"
#include "workbench/launch/initial_layout.hpp"
#include "workbench/launch/legal_values.hpp"

namespace warpscope::workbench {

class LaunchFeature : public CommandFeature<LaunchFeature, LaunchCommands> {
public:
    LaunchFeature(Document& document, const Models& model, LaunchModel& view);
    [[nodiscard]] std::string_view name() const override { return "launch"; }
    bool perform(const Perform& action) override;
    void reset_view_state() override { initial_layout_.forget(); }

    void begin();
    void take_results();
    void publish();
    void update();
    void paint_initial_line();

    void on(const ChooseExperiment& c);
    void on(const ChooseVariant& c) { choose_variant(c.name, c.same_input); }
    void on(const ChooseInput& c);
    void on(const SetBlock& c);
    void on(const SetParameter& c);
    void on(const EndGesture& c);
    void on(const SetGuessedBuffer& c);
    void on(const SetGuessedLaunch& c);
    void on(const SetGuessedInstance& c);
    void on(const ForgetSetup& c);
    void on(const SaveSetup& c);
    void on(const SkipInitialLayout& /*c*/) { initial_layout_.forget(); }
    void on(const ResetOverlays& c);
    void on(const ReloadExperiment& c);
    void on(const CheckRaces& c);
    void on(const ShowExperiment& c) { show_experiment(*c.experiment); }

private:
    void choose_variant(const std::string& name, bool same_input);
    void step_parameter(double steps);
    void step_block(Axis axis, int by);
    void step_history(bool back);
    /// Stops subtracting buffers in views, because another experiment has other buffers.
    void forget_references();
    void cancel();
    void report_canceled();
    /// Marks the result as stale until the new run's textures are complete.
    void update_stale_result();

    void keep_input();
    /// Opens the findings tab once for a user's file.
    void show_findings_of_file();
    void take_failure(const Diagnostic& why);
    void show_text_of(const catalog::Variant& v);
    void show_failure(const Diagnostic& why, const std::string& text);

    void change_setup(const std::function<void(catalog::Experiment&)>& change);
    void show_experiment(catalog::Experiment opened);
    void take_experiment(const std::filesystem::path& file, const Result<catalog::Experiment>& read,
                         const std::string& text);

    LaunchModel& view_;
    InitialLayoutState initial_layout_;
    LegalValues legal_;
    std::filesystem::path checked_file_; // kernel whose findings were already checked
    std::optional<double> differs_since_;
};

} // namespace warpscope::workbench
