// Where the notes of a scene lie on what is shown: on the plane of a view, in the kernel's text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "render/layout/cell_plane.hpp"
#include "scene/note.hpp"
#include "session/session.hpp"

namespace warpscope::workbench {

/// Returns whether the note is on the run's kernel.
[[nodiscard]] bool is_on(const scene::Note& note, const session::RunResult& result);

/// The cells of the content's plane that the note is tied to, as rectangles; empty where it shows none of them.
[[nodiscard]] std::vector<render::CellRect> noted_cells(const scene::Note& note, const session::RunResult& result,
                                                        const render::Content& content);

/// The line among `lines`: where it was if the text there is the same, else the only one with this text; 0: it is lost.
[[nodiscard]] uint32_t noted_line(const scene::NotedLine& noted, const std::vector<std::string_view>& lines);
/// Takes the notes on lines of the run's kernel along from its text `before`. A line that another one takes the place
/// of goes with that. Returns how many were there before and are lost now; they stay as they are.
size_t follow_lines(scene::Notes& notes, const session::RunResult& result, std::string_view before);
/// Of the notes on lines of the run's kernel: how many are not in its text.
[[nodiscard]] size_t lost_notes(const scene::Notes& notes, const session::RunResult& result);

/// A note without words on the cell that is selected, or on the thread; nothing where there is none.
[[nodiscard]] std::optional<scene::Note> note_on_cell(const session::RunResult& result,
                                                      const render::Selection& selection);
[[nodiscard]] std::optional<scene::Note> note_on_thread(const session::RunResult& result,
                                                        const render::Selection& selection);
[[nodiscard]] scene::Note note_on_line(const session::RunResult& result, uint32_t line, std::string_view text);

/// "cell 12, 7 of out", "thread 3, 0 of block 1, 2", "line 14".
[[nodiscard]] std::string place_text(const scene::Note& note);

} // namespace warpscope::workbench
