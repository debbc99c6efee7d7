// Which values of the sliders make no launch: worked out on the worker whenever the choice changes, shown when ready.
#pragma once

#include <optional>

#include "catalog/legal.hpp"
#include "workbench/background/worker.hpp"
#include "workbench/document/redraw.hpp"
#include "workbench/document/run_choice.hpp"
#include "workbench/document/runs.hpp"

namespace warpscope::workbench {

class LegalValues {
public:
    LegalValues(Worker& worker, Redraw& redraw)
        : worker_(worker)
        , redraw_(redraw) {}
    /// `newest`: the newest run, which knows the shape of its input; may be null.
    void update(const scene::Source& choice, const catalog::Variant& variant, const RunPtr& newest,
                const DeviceLimits& limits);
    /// Of the choice's sliders, as far as they are known.
    [[nodiscard]] const catalog::IllegalValues& illegal() const { return illegal_; }

private:
    /// What `illegal_` was worked out for: the choice, and the main input's shape.
    struct Key {
        scene::Source choice;
        Shape input;
        friend bool operator==(const Key&, const Key&) = default;
    };
    std::optional<Key> asked_;
    catalog::IllegalValues illegal_;
    Worker& worker_;
    Redraw& redraw_;
};

} // namespace warpscope::workbench
