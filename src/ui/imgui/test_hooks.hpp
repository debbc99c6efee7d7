// Records names of on-screen items, so that tests find widgets and read texts, and lessons point at them. Off in normal
// use.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <imgui.h>

namespace warpscope::ui {

/// Collects the items and texts of one frame during its lifetime.
class Recorder {
public:
    struct Item {
        ImGuiID id = 0;
        ImVec2 min, max; // screen coordinates
    };

    Recorder();
    ~Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /// Discards the last frame's items and texts; call before each frame.
    void begin_frame();
    /// Finds an item by its full ImGui label, including the ## part.
    [[nodiscard]] std::optional<Item> find(std::string_view label) const;
    /// Finds an item by the visible part of its label, or by its ## part alone.
    [[nodiscard]] std::optional<Item> find_shown(std::string_view words) const;
    /// Returns all texts drawn by ui widgets in this frame, one per line, in drawing order.
    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] std::vector<std::string> labels() const;
    /// Returns the texts of this frame that were truncated with an ellipsis.
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

/// Reports a text to all recorders.
void record_text(std::string_view text);
/// Reports a truncated text.
void record_cut(std::string_view text);
/// Reports an area that is not an ImGui item, for example a view.
void record_area(std::string_view label, ImVec2 min, ImVec2 max);

} // namespace warpscope::ui
