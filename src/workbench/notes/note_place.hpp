// Positions of notes in a view and in the kernel's text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "render/layout/cell_plane.hpp"
#include "scene/note.hpp"
#include "session/session.hpp"

namespace warpscope::workbench {

[[nodiscard]] bool is_on(const scene::Note& note, const session::RunResult& result);

/// Returns the noted cells as rectangles in the content's plane; empty if it shows none.
[[nodiscard]] std::vector<render::CellRect> noted_cells(const scene::Note& note, const session::RunResult& result,
                                                        const render::Content& content);

/// Finds a line at its old position if the text matches, else the only equal line; 0: lost.
[[nodiscard]] uint32_t noted_line(const scene::NotedLine& noted, const std::vector<std::string_view>& lines);
/// Moves notes from the old text to the run's. Returns the number of newly lost notes, which stay unchanged.
size_t follow_lines(scene::Notes& notes, const session::RunResult& result, std::string_view before);
[[nodiscard]] size_t lost_notes(const scene::Notes& notes, const session::RunResult& result);

[[nodiscard]] std::optional<scene::Note> note_on_cell(const session::RunResult& result,
                                                      const render::Selection& selection);
[[nodiscard]] std::optional<scene::Note> note_on_thread(const session::RunResult& result,
                                                        const render::Selection& selection);
[[nodiscard]] scene::Note note_on_line(const session::RunResult& result, uint32_t line, std::string_view text);

/// Returns such as "cell 12, 7 of out", "thread 3, 0 of block 1, 2", "line 14".
[[nodiscard]] std::string place_text(const scene::Note& note);

} // namespace warpscope::workbench
