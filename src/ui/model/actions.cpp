#include "ui/model/actions.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <imgui_internal.h>

#include "language/tr.hpp"
#include "ui/imgui/key_focus.hpp"

namespace warpscope::ui {

namespace {

using render::Overlay;

ImGuiKeyChord chord_of(std::string_view key) {
    const bool shift = key.starts_with("Shift+");
    return (shift ? ImGuiMod_Shift : 0) | static_cast<ImGuiKeyChord>(ImGuiKey_A + key.back() - 'A');
}

std::vector<ActionInfo> make_table() {
    constexpr ImGuiKeyChord ctrl = ImGuiMod_Ctrl, shift = ImGuiMod_Shift;
    constexpr KeyContext anywhere = KeyContext::anywhere, views = KeyContext::views, slices = KeyContext::slices,
                         deck = KeyContext::deck;
    std::vector<ActionInfo> table{
        {Action::open_file, N_("Files"), N_("Open an image, CUDA file or scene"), ctrl | ImGuiKey_O},
        {Action::scene_back, N_("Files"), N_("Previous scene"), ImGuiKey_PageUp, 0, false, Overlay::none, deck},
        {Action::scene_on, N_("Files"), N_("Next scene"), ImGuiKey_PageDown, 0, false, Overlay::none, deck},
        {Action::save_scene, N_("Files"), N_("Save the scene"), ctrl | ImGuiKey_S},
        {Action::save_scene_as, N_("Files"), N_("Save the scene as a new file, with notes"), ctrl | shift | ImGuiKey_S},
        {Action::save_picture, N_("Files"), N_("Export a figure (PNG, SVG or PDF)"), ctrl | ImGuiKey_E},
        {Action::save_film, N_("Files"), N_("Save a film of the time bar's range"), ctrl | shift | ImGuiKey_E},
        {Action::copy_link, N_("Files"), N_("Copy a link that opens the scene"), ctrl | shift | ImGuiKey_L},
        {Action::copy_picture, N_("Files"), N_("Copy the view under the cursor as an image"), ctrl | ImGuiKey_C},
        {Action::reload, N_("Files"), N_("Reload the kernel and its experiment; on a program page: run it"),
         ImGuiKey_F5},
        {Action::program, N_("Files"), N_("Switch between the open program and the microscope"), ImGuiKey_F6},
        {Action::undo, N_("Files"), N_("Undo"), ctrl | ImGuiKey_Z, 0, true},
        {Action::redo, N_("Files"), N_("Redo"), ctrl | shift | ImGuiKey_Z, ctrl | ImGuiKey_Y, true},
        {Action::quit, N_("Files"), N_("Quit"), ctrl | ImGuiKey_Q},

        {Action::edit, N_("Source"), N_("Edit the kernel source, or leave the editor"), ImGuiKey_F2},
        {Action::find, N_("Source"), N_("Find in the kernel source"), ctrl | ImGuiKey_F},
        {Action::save_text, N_("Source"), N_("Save the kernel source"), ctrl | ImGuiKey_T},
        {Action::save_text_as, N_("Source"), N_("Save the kernel source as a new file"), ctrl | shift | ImGuiKey_T},

        {Action::fit, N_("View"), N_("Fit the whole picture"), ImGuiKey_F},
        {Action::actual_size, N_("View"), N_("One pixel per cell"), ImGuiKey_1, ImGuiKey_Keypad1},
        {Action::zoom_in, N_("View"), N_("Zoom in"), ImGuiKey_Equal, ImGuiKey_KeypadAdd, true},
        {Action::zoom_out, N_("View"), N_("Zoom out"), ImGuiKey_Minus, ImGuiKey_KeypadSubtract, true},
        {Action::zoom_scope, N_("View"), N_("Zoom to the block, the warp, the thread, and back"), ImGuiKey_Z},
        {Action::unpin, N_("View"), N_("Leave the time view, stop painting, unpin, or close a dialog"),
         ImGuiKey_Escape},
        {Action::select_left, N_("View"), N_("Pin the cell to the left"), ImGuiKey_LeftArrow, 0, true, Overlay::none,
         views},
        {Action::select_right, N_("View"), N_("Pin the cell to the right"), ImGuiKey_RightArrow, 0, true, Overlay::none,
         views},
        {Action::select_up, N_("View"), N_("Pin the cell above"), ImGuiKey_UpArrow, 0, true, Overlay::none, views},
        {Action::select_down, N_("View"), N_("Pin the cell below"), ImGuiKey_DownArrow, 0, true, Overlay::none, views},
        {Action::paint_input, N_("View"), N_("Start or stop painting input cells"), ImGuiKey_I},
        {Action::step_back, N_("View"), N_("Previous access of the thread"), ImGuiKey_J, 0, true},
        {Action::step_on, N_("View"), N_("Next access of the thread"), ImGuiKey_K, 0, true},
        {Action::interval_back, N_("View"), N_("Previous barrier interval"), shift | ImGuiKey_J, 0, true},
        {Action::interval_on, N_("View"), N_("Next barrier interval"), shift | ImGuiKey_K, 0, true},
        {Action::slice_back, N_("View"), N_("Previous slice"), ImGuiKey_PageUp, ctrl | ImGuiKey_PageUp, true,
         Overlay::none, slices},
        {Action::slice_on, N_("View"), N_("Next slice"), ImGuiKey_PageDown, ctrl | ImGuiKey_PageDown, true,
         Overlay::none, slices},

        {Action::time_back, N_("Time"), N_("Step backward"), ImGuiKey_Comma, 0, true, Overlay::none, anywhere,
         ImGuiKey_LeftArrow},
        {Action::time_on, N_("Time"), N_("Step forward"), ImGuiKey_Period, 0, true, Overlay::none, anywhere,
         ImGuiKey_RightArrow},
        {Action::barrier_back, N_("Time"), N_("Previous barrier"), shift | ImGuiKey_N, 0, true},
        {Action::barrier_on, N_("Time"), N_("Next barrier"), ImGuiKey_N, 0, true},
        {Action::split_back, N_("Time"), N_("Previous divergence"), shift | ImGuiKey_X, 0, true},
        {Action::split_on, N_("Time"), N_("Next divergence"), ImGuiKey_X, 0, true},
        {Action::conflict_back, N_("Time"), N_("Previous bank conflict"), shift | ImGuiKey_U, 0, true},
        {Action::conflict_on, N_("Time"), N_("Next bank conflict"), ImGuiKey_U, 0, true},
        {Action::time_play, N_("Time"), N_("Play or pause"), ImGuiKey_Space},
        {Action::time_first, N_("Time"), N_("Go to the beginning"), ImGuiKey_Home},
        {Action::time_last, N_("Time"), N_("Go to the end"), ImGuiKey_End},

        {Action::block_x_less, N_("Launch"), N_("Decrease the block width"), shift | ImGuiKey_LeftArrow, 0, true},
        {Action::block_x_more, N_("Launch"), N_("Increase the block width"), shift | ImGuiKey_RightArrow, 0, true},
        {Action::block_y_less, N_("Launch"), N_("Decrease the block height"), shift | ImGuiKey_DownArrow, 0, true},
        {Action::block_y_more, N_("Launch"), N_("Increase the block height"), shift | ImGuiKey_UpArrow, 0, true},
        {Action::parameter_less, N_("Launch"), N_("Decrease the first parameter"), ImGuiKey_LeftBracket, 0, true},
        {Action::parameter_more, N_("Launch"), N_("Increase the first parameter"), ImGuiKey_RightBracket, 0, true},
        {Action::cancel, N_("Launch"), N_("Cancel the run in progress"), ctrl | ImGuiKey_Period},
        {Action::blocks_in_time, N_("Launch"), N_("Show the launch over time, block by block"), ctrl | ImGuiKey_B},
        {Action::compare, N_("Launch"), N_("Pin this launch as the baseline"), ImGuiKey_C},
        {Action::side_by_side, N_("Launch"), N_("Show the baseline side by side"), shift | ImGuiKey_C},

        {Action::palette, N_("Window"), N_("Search for an action, an experiment, a thread or a cell"),
         ctrl | ImGuiKey_K},
        {Action::menus, N_("Window"), N_("Open the first menu, or close the open one"), ImGuiKey_F10},
        {Action::welcome, N_("Window"), N_("Show the start page"), shift | ImGuiKey_F1},
        {Action::lessons, N_("Window"), N_("Show the lessons"), ctrl | ImGuiKey_F1},
        {Action::theme, N_("Window"), N_("Switch between light and dark theme"), ctrl | ImGuiKey_D},
        {Action::reduced_motion, N_("Window"), N_("Reduced motion (no animation)"), ctrl | ImGuiKey_M},
        {Action::scale_up, N_("Window"), N_("Increase the scale"), ctrl | ImGuiKey_Equal, ctrl | ImGuiKey_KeypadAdd,
         true},
        {Action::scale_down, N_("Window"), N_("Decrease the scale"), ctrl | ImGuiKey_Minus,
         ctrl | ImGuiKey_KeypadSubtract, true},
        {Action::scale_reset, N_("Window"), N_("Use the monitor's scale"), ctrl | ImGuiKey_0, ctrl | ImGuiKey_Keypad0},
        {Action::presentation, N_("Window"), N_("Presentation mode"), ImGuiKey_F11},
        {Action::laser, N_("Window"), N_("Presenting: laser pointer"), ImGuiKey_P},
        {Action::spotlight, N_("Window"), N_("Presenting: spotlight"), shift | ImGuiKey_P},
        {Action::one_view, N_("Window"), N_("Show only the view under the cursor, or all views"), ImGuiKey_M},
        {Action::four_views, N_("Window"), N_("Switch between two and four views"), shift | ImGuiKey_M},
        {Action::launch_pane, N_("Window"), N_("Show or hide the launch sliders"), ctrl | ImGuiKey_L},
        {Action::inspector_pane, N_("Window"), N_("Show or hide the inspector"), ctrl | ImGuiKey_I},
        {Action::drawer, N_("Window"), N_("Show or hide the drawer"), ctrl | ImGuiKey_J},
        {Action::next_tab, N_("Window"), N_("Next tab of the drawer"), ctrl | ImGuiKey_Tab},
        {Action::next_gpu, N_("Window"), N_("Next GPU, if there are several"), ctrl | ImGuiKey_G},
        {Action::keys, N_("Window"), N_("Show all keys"), ImGuiKey_F1, shift | ImGuiKey_Slash},
        {Action::frame_times, N_("Window"), N_("Show frame times"), ctrl | shift | ImGuiKey_F},
    };
    std::vector<ActionInfo> toggles;
    for (const render::OverlayInfo& o : render::overlays())
        toggles.push_back({Action::overlay, N_("Overlays"), o.title, chord_of(o.key), 0, false, o.overlay});
    const auto launch = std::find_if(table.begin(), table.end(), [](const auto& a) { return a.group == "Launch"; });
    table.insert(launch, toggles.begin(), toggles.end());
    return table;
}

std::string_view key_name(ImGuiKey key) {
    struct Name {
        ImGuiKey key;
        std::string_view name;
    };
    static constexpr std::array names{
        Name{ImGuiKey_Equal, "+"},         Name{ImGuiKey_Minus, "-"},
        Name{ImGuiKey_Escape, "Esc"},      Name{ImGuiKey_LeftArrow, "Left"},
        Name{ImGuiKey_UpArrow, "Up"},      Name{ImGuiKey_RightArrow, "Right"},
        Name{ImGuiKey_DownArrow, "Down"},  Name{ImGuiKey_LeftBracket, "["},
        Name{ImGuiKey_Comma, ","},         Name{ImGuiKey_RightBracket, "]"},
        Name{ImGuiKey_Period, "."},        Name{ImGuiKey_Slash, "/"},
        Name{ImGuiKey_KeypadAdd, "Num +"}, Name{ImGuiKey_KeypadSubtract, "Num -"},
        Name{ImGuiKey_Keypad0, "Num 0"},   Name{ImGuiKey_Keypad1, "Num 1"},
    };
    const auto found = std::find_if(names.begin(), names.end(), [&](const Name& n) { return n.key == key; });
    return found != names.end() ? found->name : ImGui::GetKeyName(key);
}

std::string chord_text(ImGuiKeyChord chord) {
    if (chord == 0) return {};
    if (chord == (ImGuiMod_Shift | ImGuiKey_Slash)) return "?";
    std::string result;
    if ((chord & ImGuiMod_Ctrl) != 0) result += "Ctrl+";
    if ((chord & ImGuiMod_Shift) != 0) result += "Shift+";
    if ((chord & ImGuiMod_Alt) != 0) result += "Alt+";
    return result.append(key_name(static_cast<ImGuiKey>(chord & ~ImGuiMod_Mask_)));
}

/// Returns whether neither text fields nor the editor (Ctrl+F, S, T) use the key.
bool is_no_typing(ImGuiKeyChord chord) {
    const auto key = static_cast<ImGuiKey>(chord & ~ImGuiMod_Mask_);
    if (key >= ImGuiKey_F1 && key <= ImGuiKey_F12) return true;
    constexpr std::array of_fields{ImGuiKey_A, ImGuiKey_C, ImGuiKey_F, ImGuiKey_S, ImGuiKey_T,
                                   ImGuiKey_V, ImGuiKey_X, ImGuiKey_Y, ImGuiKey_Z};
    return (chord & ImGuiMod_Ctrl) != 0 && std::ranges::find(of_fields, key) == of_fields.end();
}

bool pressed(ImGuiKeyChord chord, bool repeats) {
    if (ImGui::GetIO().WantTextInput && chord != ImGuiKey_Escape && !is_no_typing(chord)) return false;
    const ImGuiInputFlags flags = repeats ? ImGuiInputFlags_Repeat : ImGuiInputFlags_None;
    const auto is_pressed = [&](ImGuiKeyChord one) { return ImGui::IsKeyChordPressed(one, flags, ImGuiKeyOwner_Any); };
    const bool is_plus = (chord & ~ImGuiMod_Mask_) == ImGuiKey_Equal; // US keyboards need Shift for +
    return chord != 0 && !key_focus_takes(chord) &&
           (is_pressed(chord) || (is_plus && is_pressed(chord | ImGuiMod_Shift)));
}

} // namespace

const std::vector<ActionInfo>& actions() {
    static const std::vector<ActionInfo> table = make_table();
    return table;
}

const ActionInfo& info(Action action) {
    return *std::find_if(actions().begin(), actions().end(), [&](const ActionInfo& a) { return a.action == action; });
}

std::string key_text(const ActionInfo& action) { return chord_text(action.chord); }
std::string key_text(Action action) { return chord_text(info(action).chord); }

std::string key_text(render::Overlay overlay) {
    for (const ActionInfo& a : actions())
        if (a.action == Action::overlay && a.overlay == overlay) return chord_text(a.chord);
    return {};
}

std::vector<const ActionInfo*> pressed_actions(const KeyConditions& now) {
    std::vector<const ActionInfo*> result;
    for (const ActionInfo& a : actions()) {
        const bool closes = now.dialog && a.action == Action::unpin;
        if (ImGui::GetIO().WantTextInput && a.action == Action::unpin && !closes) continue;
        if (now.dialog && !closes && a.action != Action::keys) continue;
        if ((now.takes_first_key(a.context) && pressed(a.chord, a.repeats)) || pressed(a.other, a.repeats) ||
            (now.time_bar && pressed(a.in_time_bar, a.repeats)))
            result.push_back(&a);
    }
    return result;
}

const std::vector<MouseHelp>& mouse_help() {
    static const std::vector<MouseHelp> table{
        {N_("Hover"), N_("show a cell's thread")},
        {N_("Click"), N_("pin the cell; outside the data: unpin")},
        {N_("Right-click"), N_("open the menu of a cell, a line or a finding")},
        {N_("Wheel"), N_("zoom at the cursor")},
        {N_("Drag"), N_("move the picture")},
        {N_("Double-click"), N_("fit the whole picture")},
        {N_("While painting: drag over an input"), N_("paint its cells")},
        {N_("While painting: right-click or Alt+click"), N_("take the value of a cell")},
        {N_("Wheel or drag in the timeline or data flow"), N_("zoom, move")},
        {N_("Click in the timeline"), N_("show the line in the source")},
        {N_("Click a slider's number"), N_("type a value")},
        {N_("Right-click a slider"), N_("reset it to its default")},
        {N_("Click in the time bar"), N_("move the focus to it")},
        {N_("Drop a file"), N_("open it")},
        {"Tab, Shift+Tab", N_("move the focus to the next control; Esc returns to the picture")},
    };
    return table;
}

const std::vector<MouseHelp>& lesson_help() {
    static const std::vector<MouseHelp> table{
        {N_("Enter"), N_("measure the answer, then go to the next step")},
        {N_("0 to 9"), N_("choose the answer: a number by its first digits, words by their position")},
        {"F11", N_("show one large question to the class, and back")},
        {N_("A to I, 1 to 9"), N_("presenting: add one hand for this answer")},
        {N_("Shift with these keys"), N_("presenting: remove one hand")},
        {N_("Space"), N_("presenting: measure, then go to the next step")},
        {N_("PageUp, PageDown"), N_("presenting: go to the previous or next step")},
        {N_("Drag over lanes"), N_("mark all of them; Shift extends from the last click")},
    };
    return table;
}

std::string keys_markdown() {
    std::string out = "# Keys and mouse\n\n"
                      "Press `F1` or `?` to see these keys in the window. `warpscope --print-keys` writes this page.\n";
    std::string_view group;
    for (const ActionInfo& a : actions()) {
        if (a.group != group) {
            group = a.group;
            out += fmt::format("\n## {}\n\n| key | what it does |\n|---|---|\n", group);
        }
        const std::string other = chord_text(a.other);
        std::string where;
        if (a.context == KeyContext::views) where = ", while the time bar has no focus";
        if (a.context == KeyContext::slices) where = fmt::format("; only `{}` while a folder of scenes is open", other);
        if (a.context == KeyContext::deck) where = ", while a folder of scenes is open";
        if (a.in_time_bar != 0)
            where = fmt::format("; `{}` while the time bar has the focus", chord_text(a.in_time_bar));
        out += fmt::format("| `{}`{} | {}{} |\n", chord_text(a.chord),
                           other.empty() ? "" : fmt::format(" or `{}`", other), a.title, where);
    }
    out += "\n## In a lesson\n\n| key | what it does |\n|---|---|\n";
    for (const MouseHelp& m : lesson_help()) out += fmt::format("| {} | {} |\n", m.gesture, m.effect);
    out += "\n## Mouse\n\n| gesture | what it does |\n|---|---|\n";
    for (const MouseHelp& m : mouse_help()) out += fmt::format("| {} | {} |\n", m.gesture, m.effect);
    return out;
}

} // namespace warpscope::ui
