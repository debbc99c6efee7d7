#include "ui/panels/code/source_field.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include <imgui_internal.h>
#include <misc/cpp/imgui_stdlib.h>

#include "ui/imgui/kept_value.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

constexpr const char* field_name = "##source editor";
constexpr std::string_view indent = "    ";

std::string_view indentation(std::string_view text, size_t at) {
    const size_t end_before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    const size_t begin = end_before == std::string_view::npos ? 0 : end_before + 1;
    const size_t end = std::min(text.find_first_not_of(" \t", begin), at);
    return text.substr(begin, end - begin);
}

struct Typing {
    size_t length_before = 0;
    int page = 10;
    int lines = 0;
    int tabs = 0; // 1: Tab, -1: Shift+Tab
    size_t caret = 0;
    bool home = false, selects = false;
    std::optional<size_t> to;
    std::optional<std::pair<size_t, size_t>> word;
};

void move_lines(ImGuiInputTextCallbackData& data, int by) {
    const std::string_view text(data.Buf, static_cast<size_t>(data.BufTextLen));
    auto at = static_cast<size_t>(data.CursorPos);
    for (; by > 0; --by) {
        const size_t end = text.find('\n', at);
        at = end == std::string_view::npos ? text.size() : end + 1;
    }
    for (; by < 0; ++by) {
        const size_t begin = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
        at = begin == std::string_view::npos ? 0 : begin;
    }
    data.CursorPos = data.SelectionStart = data.SelectionEnd = static_cast<int>(at);
}

/// Moves to the line's first letter or, if already there, to its start. `at`: caret before the key press.
void go_home(ImGuiInputTextCallbackData& data, size_t at, bool selects) {
    const std::string_view text(data.Buf, static_cast<size_t>(data.BufTextLen));
    const size_t end_before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    const size_t begin = end_before == std::string_view::npos ? 0 : end_before + 1;
    const size_t letter = std::min(text.find_first_not_of(" \t", begin), text.size());
    const auto to = static_cast<int>(at == letter ? begin : letter);
    if (!selects)
        data.SelectionStart = to;
    else if (!data.HasSelection())
        data.SelectionStart = static_cast<int>(at);
    data.CursorPos = data.SelectionEnd = to;
}

/// Inserts blanks, or indents the selected lines by `by` tabs (may be negative).
void shift_lines(ImGuiInputTextCallbackData& data, int by) {
    const auto text = [&] { return std::string_view(data.Buf, static_cast<size_t>(data.BufTextLen)); };
    const auto line_begin = [&](int at) {
        const size_t end = at == 0 ? std::string_view::npos : text().rfind('\n', static_cast<size_t>(at) - 1);
        return end == std::string_view::npos ? 0 : static_cast<int>(end) + 1;
    };
    int first = std::min(data.SelectionStart, data.SelectionEnd),
        last = std::max(data.SelectionStart, data.SelectionEnd);
    if (first == last) first = last = data.CursorPos;
    const auto selected = text().substr(static_cast<size_t>(first), static_cast<size_t>(last - first));
    if (by > 0 && selected.find('\n') == std::string_view::npos) {
        data.DeleteChars(first, last - first);
        data.InsertChars(first, indent.data(), indent.data() + indent.size());
        data.CursorPos = data.SelectionStart = data.SelectionEnd = first + static_cast<int>(indent.size());
        return;
    }
    // Starts at the last line, so that positions of earlier lines stay valid.
    const int from = line_begin(first);
    for (int at = line_begin(last > first && text()[static_cast<size_t>(last) - 1] == '\n' ? last - 1 : last);;
         at = line_begin(at - 1)) {
        const size_t blanks = text().substr(static_cast<size_t>(at), indent.size()).find_first_not_of(' ');
        const int there = static_cast<int>(std::min(blanks, indent.size()));
        if (by > 0) {
            data.InsertChars(at, indent.data(), indent.data() + indent.size());
            last += static_cast<int>(indent.size());
        } else {
            data.DeleteChars(at, there);
            last -= there;
        }
        if (at <= from) break;
    }
    data.SelectionStart = from;
    data.SelectionEnd = data.CursorPos = std::clamp(last, from, data.BufTextLen);
    if (selected.empty()) data.SelectionStart = data.SelectionEnd;
}

int on_typing(ImGuiInputTextCallbackData* data) {
    auto& typing = *static_cast<Typing*>(data->UserData);
    if (data->EventFlag == ImGuiInputTextFlags_CallbackCharFilter) return data->EventChar == '\r' ? 1 : 0;
    const auto caret = static_cast<size_t>(data->CursorPos);
    const bool one_more = static_cast<size_t>(data->BufTextLen) == typing.length_before + 1 && caret > 0;
    if (typing.tabs != 0) {
        shift_lines(*data, typing.tabs);
    } else if (one_more && data->Buf[caret - 1] == '\n') {
        const std::string_view text(data->Buf, static_cast<size_t>(data->BufTextLen));
        std::string blanks(indentation(text, caret - 1));
        if (caret > 1 && text[caret - 2] == '{') blanks += indent;
        data->InsertChars(data->CursorPos, blanks.data(), blanks.data() + blanks.size());
    } else if (one_more && data->Buf[caret - 1] == '}') {
        const std::string_view text(data->Buf, static_cast<size_t>(data->BufTextLen));
        const std::string_view blanks = indentation(text, caret - 1);
        const bool alone = blanks.data() + blanks.size() == text.data() + caret - 1;
        if (alone && blanks.ends_with(indent)) data->DeleteChars(data->CursorPos - 5, 4);
    }
    if (typing.lines != 0) move_lines(*data, typing.lines);
    if (typing.to)
        data->CursorPos = data->SelectionStart = data->SelectionEnd =
            static_cast<int>(std::min(*typing.to, static_cast<size_t>(data->BufTextLen)));
    if (typing.word) {
        data->SelectionStart = static_cast<int>(typing.word->first);
        data->CursorPos = data->SelectionEnd = static_cast<int>(typing.word->second);
    }
    if (typing.home) go_home(*data, std::min(typing.caret, static_cast<size_t>(data->BufTextLen)), typing.selects);
    typing.caret = static_cast<size_t>(data->CursorPos);
    typing.length_before = static_cast<size_t>(data->BufTextLen);
    return 0;
}

bool chord(ImGuiKeyChord keys) { return ImGui::IsKeyChordPressed(keys, ImGuiInputFlags_Repeat, ImGuiKeyOwner_Any); }

bool own_keys(Typing& typing, Commands& commands) {
    constexpr ImGuiKeyChord ctrl = ImGuiMod_Ctrl, shift = ImGuiMod_Shift;
    const ImGuiID ours = ImGui::GetID("source keys");
    for (const ImGuiKey key : {ImGuiKey_Escape, ImGuiKey_PageUp, ImGuiKey_PageDown, ImGuiKey_Tab, ImGuiKey_F2})
        ImGui::SetKeyOwner(key, ours);
    if (chord(ctrl | ImGuiKey_Z)) commands.push_back(PerformEdit{EditAction::undo});
    if (chord(ctrl | shift | ImGuiKey_Z) || chord(ctrl | ImGuiKey_Y)) commands.push_back(PerformEdit{EditAction::redo});
    if (chord(ctrl | ImGuiKey_S) || chord(ctrl | ImGuiKey_T)) commands.push_back(PerformEdit{EditAction::save});
    if (chord(ctrl | shift | ImGuiKey_T)) commands.push_back(PerformEdit{EditAction::save_as});
    if (chord(ctrl | shift | ImGuiKey_S)) commands.push_back(Perform{Action::save_scene_as});
    if (chord(ctrl | ImGuiKey_F)) commands.push_back(Perform{Action::find});
    if (!ImGui::GetIO().KeyCtrl) {
        ImGui::SetKeyOwner(ImGuiKey_Home, ours);
        typing.home = chord(ImGuiKey_Home) || chord(shift | ImGuiKey_Home);
        typing.selects = ImGui::GetIO().KeyShift;
    }
    if (chord(ImGuiKey_PageUp)) typing.lines = -typing.page;
    if (chord(ImGuiKey_PageDown)) typing.lines = typing.page;
    if (chord(ImGuiKey_Tab)) typing.tabs = 1;
    if (chord(shift | ImGuiKey_Tab)) typing.tabs = -1;
    return chord(ImGuiKey_Escape) || chord(ImGuiKey_F2);
}

size_t begin_of_line(std::string_view text, int line) {
    size_t at = 0;
    for (; line > 0 && at != std::string_view::npos; --line)
        if (at = text.find('\n', at); at != std::string_view::npos) ++at;
    return std::min(at, text.size());
}

ImVec4 place_of(const Look& look, const TextField& room, std::string_view text, size_t at) {
    const std::string_view before = text.substr(0, at);
    const size_t line_begin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    const auto line = static_cast<float>(std::ranges::count(before, '\n'));
    std::string words;
    for (const char c : before.substr(line_begin)) c == '\t' ? words += indent : words += c;
    const float size = room.row * size_code / code_row_height / look.scale;
    const float x = look.measure(Face::mono, size, words).x;
    return {x, line * room.row, x + look.px(2), (line + 1) * room.row};
}

std::optional<std::pair<size_t, size_t>> word_at_mouse(const Look& look, const TextField& room, std::string_view text) {
    const ImVec2 mouse = ImGui::GetMousePos();
    const float x = mouse.x - room.at.x + room.scroll, line = std::floor((mouse.y - room.at.y) / room.row);
    if (x < 0 || line < 0 || line > static_cast<float>(std::ranges::count(text, '\n'))) return std::nullopt;
    const size_t begin = begin_of_line(text, static_cast<int>(line)),
                 end = std::min(text.find('\n', begin), text.size());
    size_t at = begin;
    while (at < end && place_of(look, room, text, at + 1).x <= x) ++at;
    if (at == end) return std::nullopt;
    const auto kind_of = [&](size_t k) {
        const auto c = static_cast<unsigned char>(text[k]);
        return c == ' ' || c == '\t' ? 0 : c == '_' || c >= 0x80 || std::isalnum(c) != 0 ? 1 : 2;
    };
    size_t first = at, last = at + 1;
    while (first > begin && kind_of(first - 1) == kind_of(at)) --first;
    while (last < end && kind_of(last) == kind_of(at)) ++last;
    return std::pair(first, last);
}

} // namespace

std::optional<ImVec4> source_field(const Model& model, const TextField& room, Commands& commands) {
    const Look& look = model.look;
    const EditedSource& edited = *model.edited;
    KeptValue<int> seen_revision("source revision", -1), caret("source caret"), opened_at("source opened at", -1),
        held_frames("source held"), restored("source caret to restore", -1);
    KeptValue<float> held_scroll("source held scroll");

    const ImGuiID id = ImGui::GetID(field_name);
    ImGuiInputTextState* const state = ImGui::GetInputTextState(id);
    const auto revision = static_cast<int>(edited.revision);
    const bool replaced = seen_revision != revision;
    seen_revision = revision;
    if (replaced && state != nullptr && ImGui::GetActiveID() == id) {
        state->WantReloadUserBuf = true;
        state->ReloadSelectionStart = state->ReloadSelectionEnd = static_cast<int>(edited.caret);
    }
    Typing typing{edited.text.size(),
                  std::max(1, static_cast<int>(ImGui::GetWindowHeight() / room.row) - 2),
                  0,
                  0,
                  static_cast<size_t>(caret),
                  false,
                  false,
                  {},
                  {}};
    if (ImGui::GetActiveID() == id && own_keys(typing, commands)) ImGui::ClearActiveID();

    // Holds the scroll position: ImGui scrolls to a newly focused item later.
    if (held_frames > 0) {
        held_frames = held_frames - 1;
        ImGui::SetScrollY(held_scroll);
        for (ImGuiWindow* at = ImGui::GetCurrentWindow(); at != nullptr; at = at->ParentWindow)
            ImGui::SetScrollX(at, 0);
    }
    if (edited.focus) {
        const ImGuiWindow& window = *ImGui::GetCurrentWindow();
        held_frames = 3;
        held_scroll = window.ScrollTarget.y < FLT_MAX ? window.ScrollTarget.y : window.Scroll.y;
        const float height = ImGui::GetWindowHeight(), scroll = ImGui::GetScrollY();
        const int line = static_cast<int>(edited.focus_line) - 1;
        const size_t at = line >= 0 ? begin_of_line(edited.text, line) : static_cast<size_t>(caret);
        const ImVec4 now = place_of(look, room, edited.text, std::min(edited.text.size(), at));
        const bool in_sight = now.y >= scroll && now.w <= scroll + height;
        if (line >= 0) held_scroll = std::max(0.0f, now.y - height / 2);
        opened_at = line >= 0 ? line : in_sight ? -1 : static_cast<int>(std::ceil(scroll / room.row));
        // ImGui forgets the caret when a dialog's field has the focus.
        restored = opened_at < 0 && state == nullptr ? static_cast<int>(caret) : -1;
    } else if (ImGui::GetActiveID() == id) {
        if (opened_at >= 0) typing.to = begin_of_line(edited.text, opened_at);
        if (restored >= 0) typing.to = static_cast<size_t>(restored);
        opened_at = -1;
        restored = -1;
    }

    // ImGui takes the gap nearest to the mouse.
    constexpr ImGuiHoveredFlags with_field =
        ImGuiHoveredFlags_ChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem;
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && ImGui::IsWindowHovered(with_field) &&
        ImGui::IsMouseHoveringRect(room.at, {room.at.x + room.width, room.at.y + room.size.y}))
        typing.word = word_at_mouse(look, room, edited.text);

    ImGui::SetCursorScreenPos({room.at.x - room.scroll, room.at.y});
    ImGui::PushClipRect(room.at, {room.at.x + room.width, room.at.y + room.size.y}, true);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
    ImGui::PushStyleColor(ImGuiCol_FrameBg, 0);
    ImGui::PushStyleColor(ImGuiCol_Text, 0); // the listing draws the text in its colors
    ImGui::PushStyleColor(ImGuiCol_InputTextCursor, look.colors->text);
    ImGui::PushStyleColor(ImGuiCol_NavCursor, 0);
    ImVec4 selected = ImGui::ColorConvertU32ToFloat4(look.colors->accent);
    selected.w = 0.3f;
    ImGui::PushStyleColor(ImGuiCol_TextSelectedBg, selected);
    ImGui::PushFont(look.fonts.rows, room.row / ImGui::GetStyle().FontScaleMain);
    if (edited.focus) ImGui::SetKeyboardFocusHere();
    std::string text = edited.text;
    const bool changed =
        ImGui::InputTextMultiline(field_name, &text, room.size,
                                  ImGuiInputTextFlags_NoUndoRedo | ImGuiInputTextFlags_NoHorizontalScroll |
                                      ImGuiInputTextFlags_CallbackAlways | ImGuiInputTextFlags_CallbackCharFilter,
                                  on_typing, &typing);
    ImGui::PopFont();
    ImGui::PopStyleColor(5);
    ImGui::PopStyleVar(2);
    ImGui::PopClipRect();

    const bool active = ImGui::GetActiveID() == id;
    const auto before = static_cast<size_t>(caret);
    if (active && !replaced) caret = static_cast<int>(typing.caret);
    if (replaced) caret = static_cast<int>(edited.caret);
    if (changed && !replaced) commands.push_back(EditText{text, typing.caret, before});
    const auto extent = [&](const char* name, float size) {
        KeptValue<int> seen(name);
        const int last = seen;
        seen = static_cast<int>(size);
        return last != seen;
    };
    const bool wider = extent("source width", room.width), higher = extent("source height", ImGui::GetWindowHeight());
    const ImVec4 place = place_of(look, room, text, std::min(text.size(), static_cast<size_t>(caret)));
    const ImVec2 screen{room.at.x - room.scroll, room.at.y};
    record_area("caret", {screen.x + place.x, screen.y + place.y}, {screen.x + place.z, screen.y + place.w});
    const float top = ImGui::GetWindowPos().y;
    record_area("source text field", {room.at.x, top}, {room.at.x + room.width, top + ImGui::GetWindowHeight()});
    const bool moved = static_cast<size_t>(caret) != before || changed || replaced || wider || higher;
    return active && moved ? std::optional(place) : std::nullopt;
}

} // namespace warpscope::ui
