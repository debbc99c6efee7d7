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

[[nodiscard]] std::vector<render::CellRect> noted_cells(const scene::Note& note, const session::RunResult& result,
                                                        const render::Content& content);

/// Returns the noted line if its text is unchanged, else the only line with this text, else 0.
[[nodiscard]] uint32_t noted_line(const scene::NotedLine& noted, const std::vector<std::string_view>& lines);
/// Moves notes from the text `before` to the run's text. Returns the number of notes that lost their line.
size_t follow_lines(scene::Notes& notes, const session::RunResult& result, std::string_view before);
[[nodiscard]] size_t lost_notes(const scene::Notes& notes, const session::RunResult& result);

[[nodiscard]] std::optional<scene::Note> note_on_cell(const session::RunResult& result,
                                                      const render::Selection& selection);
[[nodiscard]] std::optional<scene::Note> note_on_thread(const session::RunResult& result,
                                                        const render::Selection& selection);
[[nodiscard]] scene::Note note_on_line(const session::RunResult& result, uint32_t line, std::string_view text);

[[nodiscard]] std::string place_text(const scene::Note& note, const session::RunResult* result);

} // namespace warpscope::workbench
