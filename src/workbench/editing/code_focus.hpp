// Lines of the kernel's texts that stand out: brought into sight, marked, under the cursor, painted on the data (which
// is the scene's).
#pragma once

#include <optional>
#include <string>

#include "catalog/experiment.hpp"
#include "scene/scene.hpp"
#include "session/session.hpp"

#include "workbench/editing/view_model.hpp"

namespace warpscope::workbench {

class CodeFocus {
public:
    /// Brings a source line into sight and marks it.
    void go_to(uint32_t line);
    /// Brings a source line into sight.
    void show(uint32_t line);
    /// Brings a line of either text into sight, and none of the text of which `place` names none.
    void scroll_to(const CodePlace& place);
    void hover(const CodePlace& place) { hovered_ = place; }
    [[nodiscard]] const CodePlace& hovered() const { return hovered_; }
    /// The scene's painted line is one of `variant`, the chosen one; may be null.
    void note_painted(const catalog::Variant* variant);
    /// A scene came whose painted line is one of the run that is shown now.
    void note_scene(const session::RunResult& shown);
    /// Forgets the marked and the `painted` line of other kernels than the shown run's and the chosen variant's; where
    /// the shown run is of another text of the same kernel, they go with their lines, and so do `notes`. `failed`: the
    /// newest request has. Returns how many notes were lost.
    size_t keep_for(const session::RunResult& shown, const catalog::Variant* chosen, bool failed,
                    std::optional<PaintedCode>& painted, scene::Notes& notes);
    /// The PTX of this kernel has been brought into sight.
    void see_ptx(std::filesystem::path file) { ptx_seen_ = std::move(file); }
    /// Tells the panels of the lines to bring into sight. Counts a frame when `text_shown`.
    void fill(EditingModel& model, bool text_shown);

private:
    /// Takes both lines along from the text that was shown to `source`.
    void follow_lines(const std::string& source, std::optional<PaintedCode>& painted);

    static constexpr int goto_frames = 3; // a listing needs several to find out where a line is

    std::optional<uint32_t> line_, ptx_line_, marked_line_;
    int frames_left_ = 0;
    CodePlace hovered_;
    std::filesystem::path ptx_seen_;
    std::string shown_source_; // text that `marked_line_` and the painted line are lines of
    std::filesystem::path shown_file_;
    std::string painted_variant_; // file that the painted line is of
};

} // namespace warpscope::workbench
