// What figures have in common.
#pragma once

#include "ui/figures/figure.hpp"
#include "ui/model/model.hpp"
#include "ui/style/style.hpp"

#include <imgui.h>

namespace warpscope::ui {

/// Lines and words keep their proportion to the picture: their scale is 1 where it is 16 by 9 times `unit` pixels.
[[nodiscard]] Look look_of(const FigureOptions& options, const Fonts& fonts, double unit);

/// The thread and block of options.focus, which must be there, as if it were pinned.
[[nodiscard]] Result<render::Selection> focused(const session::RunResult& result, const FigureOptions& options);

/// As the window does while it stands at the scene's moment, which is `moment`.
void show_moment(Model& model, scene::Moment& moment, const FigureOptions& options);

/// The title over a figure and the caption below it.
class FigureWords {
public:
    FigureWords(const FigureOptions& options, const Look& look, float reading);
    /// Draws both, and returns between which heights there is room for what the figure shows. The first frame finds how
    /// high the caption is.
    struct Room {
        float top = 0, bottom = 0;
    };
    [[nodiscard]] Room draw(ImVec2 size);

private:
    const FigureOptions& options_;
    const Look& look_;
    float reading_, caption_ = 0; // caption_: its height
};

} // namespace warpscope::ui
