// Lets tests and lessons find on-screen items and texts. Off in normal use.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <imgui.h>

namespace warpscope::ui {

class Recorder {
public:
    struct Item {
        ImGuiID id = 0;
        ImVec2 min, max;
    };

    Recorder();
    ~Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    void begin_frame();
    /// Expects the full ImGui label, with its ## part.
    [[nodiscard]] std::optional<Item> find(std::string_view label) const;
    /// Expects only the label's visible part, or only its ## part.
    [[nodiscard]] std::optional<Item> find_shown(std::string_view words) const;
    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] std::vector<std::string> labels() const;
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

void record_text(std::string_view text);
void record_cut(std::string_view text);
void record_area(std::string_view label, ImVec2 min, ImVec2 max);

} // namespace warpscope::ui
