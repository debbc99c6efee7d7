// What is on the screen, by name: lets tests find widgets by label and read the text of panels, and lessons point at
// them. Off in normal use.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <imgui.h>

namespace warpscope::ui {

/// Collects the items and texts of one frame as long as it lives.
class Recorder {
public:
    struct Item {
        ImGuiID id = 0;
        ImVec2 min, max; // on screen, in ImGui's coordinates
    };

    Recorder();
    ~Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /// Forgets the last frame's items and texts; call before each frame.
    void begin_frame();
    /// The item whose label (as given to ImGui, with its ## part) is `label`.
    [[nodiscard]] std::optional<Item> find(std::string_view label) const;
    /// The same by what is shown of the label, or by its ## part alone.
    [[nodiscard]] std::optional<Item> find_shown(std::string_view words) const;
    /// Every text drawn by ui widgets in this frame, one per line, in the order in which it was drawn.
    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] std::vector<std::string> labels() const;
    /// Texts of this frame that had no room and end with an ellipsis.
    [[nodiscard]] const std::vector<std::string>& cut() const { return cut_; }

    void add_item(ImGuiID id, ImVec2 min, ImVec2 max);
    void add_label(ImGuiID id, std::string_view label);
    void add_text(std::string_view text);
    void add_cut(std::string_view text);

private:
    std::unordered_map<ImGuiID, Item> items_;
    std::unordered_map<std::string, ImGuiID> labels_;
    std::string text_;
    std::vector<std::string> cut_;
};

/// Tells all recorders what a widget wrote.
void record_text(std::string_view text);
/// The same of a text that it had to shorten.
void record_cut(std::string_view text);
/// Tells them of an area that is no ImGui item, for example a view.
void record_area(std::string_view label, ImVec2 min, ImVec2 max);

} // namespace warpscope::ui
