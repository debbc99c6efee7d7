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
struct PaintCode {
    std::optional<PaintedCode> painted;
};
struct HoverCode {
    CodePlace place;
};
struct ScrollCode {
    CodePlace place;
    uint32_t machine_line = 0; // 0: the first machine line of `place`
};
/// Shows the lines that an opened scene marks.
struct FollowScene {};
struct ShowPtx {
    std::filesystem::path file;
};
struct SaveCopy {};
/// Reads the editor's file again, and forgets automatic saves of `file`.
struct RereadText {
    std::filesystem::path file;
};
struct SetBeside {
    CodeBeside beside{};
};
struct OpenEditor {
    bool open = true;
    uint32_t line = 0; // line for the caret of a closed editor; 0: keep the caret
};
struct EditText {
    std::string text;
    size_t caret = 0, caret_before = 0;
};
enum class EditAction : uint8_t {
    undo,
    redo,
    revert,
    from_here, // compares costs with the current text from now on
    save,      // asks for a file name if the file is not the user's
    save_as,
};
struct PerformEdit {
    EditAction action{};
};
struct SaveText {
    std::filesystem::path file;
};
enum class DraftAnswer : uint8_t {
    take,
    discard,
    use_file,
    keep,
};
struct AnswerDraft {
    DraftAnswer answer{};
};
struct CodeSearch {
    bool open = false, focus = false;
    std::string words;
    uint32_t hit = 0;
    bool to_hit = false;
};
struct SearchCode {
    CodeSearch search;
};

using EditingCommands =
    CommandList<GotoLine, PaintCode, HoverCode, ScrollCode, FollowScene, ShowPtx, SetBeside, OpenEditor, EditText,
                PerformEdit, SaveText, SaveCopy, RereadText, AnswerDraft, SearchCode>;
template<class T>
requires(EditingCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "editing";

} // namespace warpscope::workbench
