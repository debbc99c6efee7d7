#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "render/layout/cell_plane.hpp"

namespace warpscope::workbench {

[[nodiscard]] std::optional<render::Part> part_at(const session::RunResult& run, const scene::Content& content,
                                                  scene::Point place);

[[nodiscard]] std::optional<uint64_t> cell_at(const session::RunResult& run, const render::Part& part,
                                              scene::Point place);

/// Returns the cells, in ascending order, that a square brush covers from `from` to `to`.
[[nodiscard]] std::vector<uint64_t> cells_along(const session::RunResult& run, const render::Part& part,
                                                scene::Point from, scene::Point to, uint32_t size);

} // namespace warpscope::workbench
