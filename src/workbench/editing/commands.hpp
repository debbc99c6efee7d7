// The kernel's text: lines to show, the editor, search.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "scene/painted_code.hpp"
#include "workbench/document/command.hpp"
#include "workbench/document/preferences.hpp"

namespace warpscope::workbench {

struct GotoLine {
    uint32_t line = 0;
};
/// Paints a line's cost on the data; none: stops it.
struct PaintCode {
    std::optional<PaintedCode> painted;
};
struct HoverCode {
    CodePlace place;
};
/// Brings a line into sight without changing the tab.
struct ScrollCode {
    CodePlace place;
};
/// The PTX of this kernel has been brought into sight.
struct SeePtx {
    std::filesystem::path file;
};
/// What stands beside the kernel's text.
struct SetBeside {
    CodeBeside beside{};
};
/// Makes the kernel's text an editor, or a listing again.
struct OpenEditor {
    bool open = true;
};
struct EditText {
    std::string text;
    size_t caret = 0, caret_before = 0; // bytes before it
};
enum class EditAction : uint8_t {
    undo,
    redo,
    revert,    // to the file's text
    from_here, // costs are compared with the text as it is now
    save,      // to the file, where it is the user's own; else asks where to
    save_as,   // asks where to
};
struct PerformEdit {
    EditAction action{};
};
struct SaveText {
    std::filesystem::path file;
};
struct CodeSearch {
    bool open = false, focus = false; // `focus`: the field is to take the keyboard in this frame
    std::string words;
    uint32_t hit = 0;    // the one that stands out, counted from 0
    bool to_hit = false; // it is to be brought into sight
};
struct SearchCode {
    CodeSearch search;
};

using EditingCommands = CommandList<GotoLine, PaintCode, HoverCode, ScrollCode, SeePtx, SetBeside, OpenEditor, EditText,
                                    PerformEdit, SaveText, SearchCode>;
template<class T>
requires(EditingCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "editing";

} // namespace warpscope::workbench
