// What figures have in common.
#pragma once

#include "ui/figures/figure.hpp"
#include "ui/style/style.hpp"

namespace warpscope::ui {

/// Lines and words keep their proportion to the picture: their scale is 1 where it is 16 by 9 times `unit` pixels.
[[nodiscard]] Look look_of(const FigureOptions& options, const Fonts& fonts, double unit);

/// The thread and block of options.focus, which must be there, as if it were pinned.
[[nodiscard]] Result<render::Selection> focused(const session::RunResult& result, const FigureOptions& options);

} // namespace warpscope::ui
