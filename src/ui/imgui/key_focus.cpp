#include "ui/imgui/key_focus.hpp"

#include <algorithm>
#include <utility>

#include <imgui_internal.h>

#include "ui/imgui/pending_input.hpp"
#include "ui/imgui/test_hooks.hpp"

namespace warpscope::ui {

namespace {

using Reached = KeyFocus::Reached;

KeyFocus& key_focus() { return *static_cast<KeyFocus*>(ImGui::GetIO().UserData); }

bool pressed_unmodified(ImGuiKey key, bool repeats = false) {
    return ImGui::GetIO().KeyMods == ImGuiMod_None && ImGui::IsKeyPressed(key, repeats);
}

int tab_presses() {
    const ImGuiIO& io = ImGui::GetIO();
    if (!ImGui::IsKeyPressed(ImGuiKey_Tab, true) || (io.KeyMods & ~ImGuiMod_Shift) != 0) return 0;
    return io.KeyShift ? -1 : 1;
}

KeyMoves arrow_presses() {
    const auto pressed = [](ImGuiKey key) { return pressed_unmodified(key, true) ? 1 : 0; };
    return {pressed(ImGuiKey_RightArrow) - pressed(ImGuiKey_LeftArrow),
            pressed(ImGuiKey_DownArrow) - pressed(ImGuiKey_UpArrow)};
}

void move_focus(KeyFocus& focus, int by) {
    if (by == 0 || focus.order.empty()) return;
    const auto count = static_cast<int>(focus.order.size());
    const auto here = std::ranges::find(focus.order, focus.at, &Reached::id);
    const int now = here != focus.order.end() ? static_cast<int>(here - focus.order.begin()) : by > 0 ? -1 : count;
    focus.at = focus.order[static_cast<size_t>((now + by % count + count) % count)].id;
    focus.moved = true;
}

void draw_focus_ring(ImVec2 min, ImVec2 max) {
    const float stroke = std::max(2.0f, ImGui::GetFontSize() / 8), out = stroke + 1;
    const ImVec2 from{min.x - out, min.y - out}, to{max.x + out, max.y + out};
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    // Separates the focus ring from items of the same color.
    list.AddRect(from, to, ImGui::GetColorU32(ImGuiCol_WindowBg), 2 * stroke, 0, 2 * stroke);
    list.AddRect(from, to, ImGui::GetColorU32(ImGuiCol_NavCursor), 2 * stroke, 0, stroke);
    record_area("key focus", min, max);
}

bool reach_item(ImGuiID id, ImVec2 min, ImVec2 max, bool takes_arrows) {
    KeyFocus& focus = key_focus();
    // Skips items below a dialog.
    if (id == 0 || !ImGui::IsWindowContentHoverable(ImGui::GetCurrentWindow(), 0)) return false;
    focus.drawn.push_back({id, takes_arrows});
    if (focus.at != id || menu_is_open()) return false;
    if (std::exchange(focus.moved, false)) ImGui::ScrollToItem(ImGuiScrollFlags_KeepVisibleEdgeY);
    draw_focus_ring(min, max);
    return true;
}

bool is_any_key_pressed() {
    for (int key = ImGuiKey_NamedKey_BEGIN; key < ImGuiKey_MouseLeft; ++key) {
        const bool is_modifier = key >= ImGuiKey_LeftCtrl && key <= ImGuiKey_RightSuper;
        if (!is_modifier && ImGui::IsKeyPressed(static_cast<ImGuiKey>(key), false)) return true;
    }
    return false;
}

void update_tooltips(KeyFocus& focus) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || io.MouseWheel != 0) focus.hides_tooltips = false;
    if (is_any_key_pressed()) focus.hides_tooltips = true;
}

} // namespace

void release_key_focus() { key_focus() = {}; }

void begin_key_focus() {
    KeyFocus& focus = key_focus();
    focus.pressed = focus.had_keys = focus.arrows = false;
    focus.moves = {};
    update_tooltips(focus);
    // A menu also takes the key that closes it.
    const bool menu_before = std::exchange(focus.menu, menu_is_open());
    if (focus.menu || menu_before) {
        focus.drawn.clear();
        return;
    }
    if (!focus.drawn.empty()) focus.order = std::exchange(focus.drawn, {});
    const auto here = std::ranges::find(focus.order, focus.at, &Reached::id);
    const bool clicked = ImGui::IsMouseClicked(0) || ImGui::IsMouseClicked(1) || ImGui::IsMouseClicked(2);
    if (here == focus.order.end() || clicked) focus.at = 0;
    if (ImGui::GetIO().WantTextInput) return;
    focus.had_keys = focus.at != 0;
    focus.arrows = focus.had_keys && here->takes_arrows;
    move_focus(focus, tab_presses());
    if (!focus.had_keys) return;
    focus.pressed = pressed_unmodified(ImGuiKey_Enter) || pressed_unmodified(ImGuiKey_KeypadEnter) ||
                    pressed_unmodified(ImGuiKey_Space);
    const KeyMoves arrows = arrow_presses();
    if (focus.arrows)
        focus.moves = arrows;
    else
        move_focus(focus, arrows.across + arrows.down);
    if (pressed_unmodified(ImGuiKey_Escape)) focus.at = 0;
}

bool keys_hide_tooltips() { return key_focus().hides_tooltips && !menu_is_open(); }

bool key_focus_takes(ImGuiKeyChord chord) {
    if (!key_focus().had_keys) return false;
    switch (chord) {
    case ImGuiKey_Enter:
    case ImGuiKey_KeypadEnter:
    case ImGuiKey_Space:
    case ImGuiKey_Escape:
    case ImGuiKey_LeftArrow:
    case ImGuiKey_RightArrow:
    case ImGuiKey_UpArrow:
    case ImGuiKey_DownArrow: return true;
    default: return false;
    }
}

bool key_button(const char* label, ImVec2 size, ImGuiButtonFlags flags) {
    const bool clicked = ImGui::InvisibleButton(label, size, flags);
    return key_press(ImGui::GetItemID(), ImGui::GetItemRectMin(), ImGui::GetItemRectMax()) || clicked;
}

bool key_press(ImGuiID id, ImVec2 min, ImVec2 max) {
    return reach_item(id, min, max, false) && std::exchange(key_focus().pressed, false);
}

KeyMoves key_moves(ImGuiID id, ImVec2 min, ImVec2 max) {
    return reach_item(id, min, max, true) ? std::exchange(key_focus().moves, {}) : KeyMoves();
}

int key_steps(ImGuiID id, ImVec2 min, ImVec2 max) {
    const KeyMoves moves = key_moves(id, min, max);
    return moves.across - moves.down;
}

} // namespace warpscope::ui
