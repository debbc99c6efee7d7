#pragma once

#include <optional>

#include "scene/camera.hpp"

namespace warpscope::workbench {

class Stage {
public:
    virtual ~Stage() = default;
    [[nodiscard]] virtual bool laid_out() const = 0;
    [[nodiscard]] virtual scene::Point size_of(size_t view) const = 0;
    [[nodiscard]] virtual std::optional<size_t> pointed_view() const = 0;
};

} // namespace warpscope::workbench
