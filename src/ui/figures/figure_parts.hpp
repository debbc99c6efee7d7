#pragma once

#include "ui/figures/figure.hpp"
#include "ui/model/model.hpp"
#include "ui/style/style.hpp"

#include <imgui.h>

namespace warpscope::ui {

/// Returns a look. Its scale is 1 for pictures of 16 * `unit` x 9 * `unit` pixels.
[[nodiscard]] Look look_of(const FigureOptions& options, const Fonts& fonts, double unit);

/// Returns a selection that pins options.focus, which must be set.
[[nodiscard]] Result<render::Selection> focused(const session::RunResult& result, const FigureOptions& options);

void show_moment(Model& model, scene::Moment& moment, const FigureOptions& options);

class FigureWords {
public:
    FigureWords(const FigureOptions& options, const Look& look, float reading);
    /// Vertical range between title and caption; correct from the second frame on.
    struct Room {
        float top = 0, bottom = 0;
    };
    [[nodiscard]] Room draw(ImVec2 size);

private:
    const FigureOptions& options_;
    const Look& look_;
    float reading_, caption_ = 0;
};

} // namespace warpscope::ui
