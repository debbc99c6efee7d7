#pragma once

#include <optional>

#include "catalog/legal.hpp"
#include "workbench/background/worker.hpp"
#include "workbench/document/launch_setup.hpp"
#include "workbench/document/redraw.hpp"
#include "workbench/document/runs.hpp"

namespace warpscope::workbench {

class LegalValues {
public:
    LegalValues(Worker& worker, Redraw& redraw)
        : worker_(worker)
        , redraw_(redraw) {}
    /// `newest` may be null.
    void update(const scene::LaunchSetup& setup, const catalog::Variant& variant, const RunPtr& newest,
                const DeviceLimits& limits);
    [[nodiscard]] const catalog::IllegalValues& illegal() const { return illegal_; }

private:
    struct Key {
        scene::LaunchSetup setup;
        Shape input;
        friend bool operator==(const Key&, const Key&) = default;
    };
    std::optional<Key> asked_;
    catalog::IllegalValues illegal_;
    Worker& worker_;
    Redraw& redraw_;
};

} // namespace warpscope::workbench
