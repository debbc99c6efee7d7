// Machine code of the displayed run, made only while something shows it.
#pragma once

#include "workbench/feature/feature.hpp"
#include "workbench/machine_code/commands.hpp"
#include "workbench/machine_code/machine_code_maker.hpp"

namespace warpscope::workbench {

class MachineCodeFeature : public CommandFeature<MachineCodeFeature, MachineCodeCommands> {
public:
    MachineCodeFeature(Document& document, const Models& model, MachineCodeModel& view)
        : CommandFeature(document, model)
        , view_(view)
        , maker_(document.start.assembler, document.redraw, document.wake) {}
    [[nodiscard]] std::string_view name() const override { return "machine_code"; }
    [[nodiscard]] bool is_settled() const override { return !maker_.busy(); }

    void update();

    void on(const SetOnlySurviving& c) { preferences_.only_surviving_branches = c.on; }

private:
    [[nodiscard]] bool is_needed() const;

    MachineCodeModel& view_;
    MachineCodeMaker maker_;
};

} // namespace warpscope::workbench
