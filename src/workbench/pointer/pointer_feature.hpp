#pragma once

#include "workbench/feature/feature.hpp"
#include "workbench/pointer/commands.hpp"

namespace warpscope::workbench {

/// Laser pointer and spotlight of presentation mode. They follow the mouse and do not handle clicks.
class PointerFeature : public CommandFeature<PointerFeature, PointerCommands> {
public:
    static constexpr double trail_seconds = 0.6;

    PointerFeature(Document& document, const Models& model, PointerModel& view)
        : CommandFeature(document, model)
        , view_(view) {}
    [[nodiscard]] std::string_view name() const override { return "pointer"; }
    bool perform(const Perform& action) override;
    [[nodiscard]] std::optional<double> seconds_until_due() const override;

    /// `mouse`: nullopt outside the window.
    void update(const std::optional<scene::Point>& mouse);

    void on(const SetPointer& c);

private:
    void toggle(PointerKind kind);

    PointerModel& view_;
};

} // namespace warpscope::workbench
