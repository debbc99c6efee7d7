#include "ui/imgui/test_hooks.hpp"

#include <imgui_internal.h>

namespace warpscope::ui {

namespace {
Recorder* current = nullptr; // of the UI thread
} // namespace

Recorder::Recorder() {
    current = this;
    if (ImGui::GetCurrentContext() != nullptr) ImGui::GetCurrentContext()->TestEngineHookItems = true;
}

Recorder::~Recorder() {
    current = nullptr;
    if (ImGui::GetCurrentContext() != nullptr) ImGui::GetCurrentContext()->TestEngineHookItems = false;
}

void Recorder::begin_frame() {
    items_.clear();
    labels_.clear();
    text_.clear();
}

std::optional<Recorder::Item> Recorder::find(std::string_view label) const {
    const auto id = labels_.find(std::string(label));
    if (id == labels_.end()) return std::nullopt;
    const auto item = items_.find(id->second);
    return item == items_.end() ? std::nullopt : std::optional(item->second);
}

std::vector<std::string> Recorder::labels() const {
    std::vector<std::string> result;
    for (const auto& [label, id] : labels_) result.push_back(label);
    return result;
}

void Recorder::add_item(ImGuiID id, ImVec2 min, ImVec2 max) { items_[id] = {id, min, max}; }
void Recorder::add_label(ImGuiID id, std::string_view label) { labels_.emplace(label, id); }
void Recorder::add_text(std::string_view text) { text_.append(text).append("\n"); }

void record_text(std::string_view text) {
    if (current != nullptr) current->add_text(text);
}

void record_area(std::string_view label, ImVec2 min, ImVec2 max) {
    if (current == nullptr) return;
    const ImGuiID id = ImHashStr(label.data(), label.size());
    current->add_item(id, min, max);
    current->add_label(id, label);
}

} // namespace warpscope::ui

// Functions that ImGui calls when it is built with IMGUI_ENABLE_TEST_ENGINE and hooking is switched on.

void ImGuiTestEngineHook_ItemAdd(ImGuiContext*, ImGuiID id, const ImRect& box, const ImGuiLastItemData*) {
    if (warpscope::ui::current != nullptr) warpscope::ui::current->add_item(id, box.Min, box.Max);
}

void ImGuiTestEngineHook_ItemInfo(ImGuiContext*, ImGuiID id, const char* label, ImGuiItemStatusFlags) {
    if (warpscope::ui::current != nullptr) warpscope::ui::current->add_label(id, label);
}

void ImGuiTestEngineHook_Log(ImGuiContext*, const char*, ...) {}

const char* ImGuiTestEngine_FindItemDebugLabel(ImGuiContext*, ImGuiID) { return nullptr; }
