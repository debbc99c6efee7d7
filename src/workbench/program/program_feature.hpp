#pragma once

#include "workbench/feature/feature.hpp"
#include "workbench/program/commands.hpp"
#include "workbench/program/program_state.hpp"

namespace warpscope::workbench {

class ProgramFeature : public CommandFeature<ProgramFeature, ProgramCommands> {
public:
    ProgramFeature(Document& document, const Models& model, ProgramModel& view);
    [[nodiscard]] std::string_view name() const override { return "program"; }
    bool perform(const Perform& action) override;
    [[nodiscard]] bool is_settled() const override { return program_.idle(); }
    [[nodiscard]] std::optional<double> seconds_until_due() const override;

    void update();

    void on(const OpenProgram& c);
    void on(const RunProgram& c);
    void on(const StopProgram& c);
    void on(const AskAboutProgram& c);
    void on(const SetProgramArguments& c);
    void on(const SetProgramBuild& c);
    void on(const SetProgramChecks& c);
    void on(const OpenLaunch& c);
    void on(const RereadProgram& c);
    void on(const ShowProgram& c);
    void on(const CloseProgram& c);
    void on(const OpenKernels& c);
    void on(const SetProgramRows& c);
    void on(const SetProgramTab& c);
    void on(const GotoProgramLine& c);
    void on(const ArrivedAtProgramLine& c);
    void on(const SetBufferShape& c);

private:
    [[nodiscard]] bool is_trusted(const ReadProgram& read) const;
    [[nodiscard]] bool is_checked(const std::filesystem::path& file) const;
    /// `of_same_run`: `opened` and the displayed launch are from one run.
    void show_launch(capture::LaunchExperiment opened, bool of_same_run);
    [[nodiscard]] bool shows_launch() const;

    ProgramModel& view_;
    ProgramState program_;
};

} // namespace warpscope::workbench
