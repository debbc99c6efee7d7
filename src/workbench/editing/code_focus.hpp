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
    void go_to(uint32_t line);
    void show(uint32_t line);
    void scroll_to(const CodePlace& place, uint32_t machine_line = 0);
    void hover(const CodePlace& place) { hovered_ = place; }
    [[nodiscard]] const CodePlace& hovered() const { return hovered_; }
    void note_painted(const catalog::Variant* variant);
    void note_scene(const session::RunResult& shown);
    /// Moves marks and notes to the lines of the displayed run; drops marks in other kernels. Returns the number of
    /// notes that lost their line.
    size_t keep_for(const session::RunResult& shown, const catalog::Variant* chosen, bool failed,
                    std::optional<PaintedCode>& painted, scene::Notes& notes);
    void show_ptx(std::filesystem::path file) { ptx_seen_ = std::move(file); }
    void fill(EditingModel& model, bool text_shown);

private:
    void follow_lines(const std::string& source, std::optional<PaintedCode>& painted);

    static constexpr int goto_frames = 3; // listings need several frames to scroll to a line

    std::optional<uint32_t> line_, ptx_line_, machine_line_, marked_line_;
    int frames_left_ = 0;
    CodePlace hovered_;
    std::filesystem::path ptx_seen_;
    std::string shown_source_; // source text that contains marked_line_ and the painted line
    std::filesystem::path shown_file_;
    std::string painted_variant_;
};

} // namespace warpscope::workbench
