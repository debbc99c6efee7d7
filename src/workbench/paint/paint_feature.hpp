#pragma once

#include <optional>

#include "render/layout/cell_plane.hpp"
#include "workbench/feature/feature.hpp"
#include "workbench/paint/commands.hpp"

namespace warpscope::workbench {

class PaintFeature : public CommandFeature<PaintFeature, PaintCommands> {
public:
    PaintFeature(Document& document, const Models& model, PaintModel& view)
        : CommandFeature(document, model)
        , view_(view.painting) {}
    [[nodiscard]] std::string_view name() const override { return "paint"; }
    bool perform(const Perform& action) override;
    void reset_view_state() override;
    [[nodiscard]] bool is_settled() const override { return !is_comparing_; }

    void update();

    void on(const SetPainting& c);
    void on(const SetBrush& c);
    void on(const PaintTo& c);
    void on(const EndStroke& c);
    void on(const PickValue& c);
    void on(const ResetInput& c);

private:
    struct Stroke {
        scene::Content content;
        render::Part part;
        uint32_t buffer = 0;
        input::Painting like;
        scene::Point last;
        std::string gesture;
    };
    struct Baseline {
        session::Request request;
        HostBuffer output;
    };

    [[nodiscard]] bool is_refused();
    [[nodiscard]] PaintTarget target_of(const session::RunResult& run, uint32_t buffer) const;
    void set_target(const session::RunResult& run, uint32_t buffer);
    void follow_run();
    [[nodiscard]] std::optional<Stroke> begin_stroke(const RunPtr& run, const PaintTo& c);
    void keep_baseline(const session::RunResult& run);
    void compare_runs();
    void forget_changes();

    InputPainting& view_;
    std::optional<Stroke> stroke_;
    std::optional<Baseline> baseline_;
    input::Paintings painted_;
    RunPtr targeted_;
    RunPtr compared_;
    bool is_comparing_ = false;
    bool is_full_ = false;
    uint64_t strokes_ = 0;
};

} // namespace warpscope::workbench
