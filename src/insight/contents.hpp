#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scene/view.hpp"
#include "session/session.hpp"

namespace warpscope::insight {

using scene::Content;

/// output_maps() and input_maps() return null if the run has no maps of the buffer.
[[nodiscard]] const metrics::CellMaps* output_maps(const session::RunResult& result);
[[nodiscard]] const metrics::CellMaps* input_maps(const session::RunResult& result);
/// Returns the output's owner map; null if threads of the launch own no cells.
[[nodiscard]] const metrics::CellArray* owner_map(const session::RunResult& result);
/// Returns whether input and output cells at equal coordinates correspond, so that owners apply to both. Returns false
/// if shapes differ, or if blocks read input at other positions than they write (RunResult::input_apart).
[[nodiscard]] bool shapes_match(const session::RunResult& result);

[[nodiscard]] bool exists(const session::RunResult& result, const Content& content);
/// Replaces Space::buffer with Space::output or Space::input for the output and the main input.
[[nodiscard]] Content canonical(const session::RunResult& result, const Content& content);
/// Requires a content other than launch space or an arrangement.
[[nodiscard]] uint32_t buffer_of(const session::RunResult& result, const Content& content);
/// Returns the parameter's name, which can differ from the layout's.
[[nodiscard]] const std::string& parameter_of(const session::RunResult& result, const Content& content);
[[nodiscard]] std::optional<Content> find_content(const session::RunResult& result, std::string_view parameter);
[[nodiscard]] const BufferLayout& layout_of(const session::RunResult& result, const Content& content);
/// Returns the final contents; `bytes` may be null. Copies a scratch buffer from the run on first use.
[[nodiscard]] HostBuffer contents_of(const session::RunResult& result, const Content& content);
[[nodiscard]] const metrics::CellMaps* maps_of(const session::RunResult& result, const Content& content);
[[nodiscard]] bool shows_letters(const session::RunResult& result, const Content& content);
/// Returns whether the content's cells correspond to output cells; see shapes_match().
[[nodiscard]] bool lines_up(const session::RunResult& result, const Content& content);
/// Returns a map from each cell to the thread that stored the cell or owns the corresponding output cell; null without
/// owners.
[[nodiscard]] const metrics::CellArray* threads_of(const session::RunResult& result, const Content& content);

} // namespace warpscope::insight
