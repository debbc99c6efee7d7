// Code shared by all figures.
#pragma once

#include "ui/figures/figure.hpp"
#include "ui/model/model.hpp"
#include "ui/style/style.hpp"

#include <imgui.h>

namespace warpscope::ui {

/// Returns a look that scales with the picture: scale 1 is 16 by 9 times `unit` pixels.
[[nodiscard]] Look look_of(const FigureOptions& options, const Fonts& fonts, double unit);

/// Returns the thread and block of options.focus, which must be set, as a pinned selection.
[[nodiscard]] Result<render::Selection> focused(const session::RunResult& result, const FigureOptions& options);

/// Shows the scene's `moment` as the window does.
void show_moment(Model& model, scene::Moment& moment, const FigureOptions& options);

/// Draws a figure's title and caption.
class FigureWords {
public:
    FigureWords(const FigureOptions& options, const Look& look, float reading);
    /// Draws both. Returns the vertical range left for the figure, correct from the second frame on, when the height of
    /// the caption is known.
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
