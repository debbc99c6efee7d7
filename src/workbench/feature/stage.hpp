#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "render/view_state.hpp"

namespace warpscope::workbench {

class Stage {
public:
    virtual ~Stage() = default;
    [[nodiscard]] virtual bool laid_out() const = 0;
    [[nodiscard]] virtual scene::Point size_of(size_t view) const = 0;
    [[nodiscard]] virtual std::optional<size_t> pointed_view() const = 0;
    [[nodiscard]] virtual scene::Camera fitted(const session::RunResult& result) const = 0;
    [[nodiscard]] virtual std::vector<metrics::ProbeRequest> needed_probes() const = 0;
    /// Empty unless two runs are side by side.
    [[nodiscard]] virtual std::vector<metrics::ProbeRequest> needed_baseline_probes() const = 0;
    [[nodiscard]] virtual std::shared_ptr<const render::DrawnHeat> drawn_heat() const = 0;
};

} // namespace warpscope::workbench
