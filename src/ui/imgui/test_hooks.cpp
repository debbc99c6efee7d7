#include "ui/imgui/test_hooks.hpp"

#include <imgui_internal.h>

namespace warpscope::ui {

namespace {
std::vector<Recorder*> recorders; // UI thread only
} // namespace

Recorder::Recorder() {
    recorders.push_back(this);
    if (ImGui::GetCurrentContext() != nullptr) ImGui::GetCurrentContext()->TestEngineHookItems = true;
}

Recorder::~Recorder() {
    std::erase(recorders, this);
    if (ImGui::GetCurrentContext() != nullptr) ImGui::GetCurrentContext()->TestEngineHookItems = !recorders.empty();
}

void Recorder::begin_frame() {
    items_.clear();
    labels_.clear();
    text_.clear();
    cut_.clear();
}

std::optional<Recorder::Item> Recorder::find(std::string_view label) const {
    const auto id = labels_.find(std::string(label));
    if (id == labels_.end()) return std::nullopt;
    const auto item = items_.find(id->second);
    return item == items_.end() ? std::nullopt : std::optional(item->second);
}

std::optional<Recorder::Item> Recorder::find_shown(std::string_view words) const {
    if (auto whole = find(words)) return whole;
    std::optional<Item> first; // in reading order
    for (const auto& [label, id] : labels_) {
        const std::string_view all = label;
        const size_t marks = all.find("##");
        const bool named =
            all.substr(0, marks) == words || (marks != std::string_view::npos && all.substr(marks + 2) == words);
        const auto item = items_.find(id);
        if (!named || item == items_.end()) continue;
        const ImVec2 at = item->second.min;
        if (!first || at.y < first->min.y || (at.y == first->min.y && at.x < first->min.x)) first = item->second;
    }
    return first;
}

std::vector<std::string> Recorder::labels() const {
    std::vector<std::string> result;
    for (const auto& [label, id] : labels_) result.push_back(label);
    return result;
}

void Recorder::add_item(ImGuiID id, ImVec2 min, ImVec2 max) { items_[id] = {id, min, max}; }
void Recorder::add_label(ImGuiID id, std::string_view label) { labels_.emplace(label, id); }
void Recorder::add_text(std::string_view text) { text_.append(text).append("\n"); }

void Recorder::add_cut(std::string_view text) { cut_.emplace_back(text); }

void record_cut(std::string_view text) {
    for (Recorder* recorder : recorders) recorder->add_cut(text);
}

void record_text(std::string_view text) {
    for (Recorder* recorder : recorders) recorder->add_text(text);
}

void record_area(std::string_view label, ImVec2 min, ImVec2 max) {
    const ImGuiID id = ImHashStr(label.data(), label.size());
    for (Recorder* recorder : recorders) {
        recorder->add_item(id, min, max);
        recorder->add_label(id, label);
    }
}

} // namespace warpscope::ui

// Called by ImGui if built with IMGUI_ENABLE_TEST_ENGINE.

void ImGuiTestEngineHook_ItemAdd(ImGuiContext*, ImGuiID id, const ImRect& box, const ImGuiLastItemData*) {
    for (warpscope::ui::Recorder* recorder : warpscope::ui::recorders) recorder->add_item(id, box.Min, box.Max);
}

void ImGuiTestEngineHook_ItemInfo(ImGuiContext*, ImGuiID id, const char* label, ImGuiItemStatusFlags) {
    for (warpscope::ui::Recorder* recorder : warpscope::ui::recorders) recorder->add_label(id, label);
}

void ImGuiTestEngineHook_Log(ImGuiContext*, const char*, ...) {}

const char* ImGuiTestEngine_FindItemDebugLabel(ImGuiContext*, ImGuiID) { return nullptr; }
