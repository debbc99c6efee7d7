// What the inspector says about a thread, its block and the launch: plain text and numbers taken from the measured
// result, without any drawing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "insight/cells.hpp"
#include "insight/thread_facts.hpp"
#include "metrics/results.hpp"
#include "render/view_state.hpp"
#include "session/session.hpp"

namespace warpscope::ui {

/// Returns the facts about the selected thread, which must not be 0.
[[nodiscard]] insight::ThreadFacts thread_facts(const session::RunResult& result, const render::Selection& selection);
/// Returns the facts about the cell that is pointed at; nothing if there is none.
[[nodiscard]] std::optional<insight::CellFacts> cell_facts(const session::RunResult& result,
                                                           const render::Selection& selection);

/// Returns the cell that the thread owns, "row 25, col 41", or else the thread.
[[nodiscard]] std::string thread_title(const session::RunResult& result, const insight::ThreadFacts& facts);
/// Returns the state of the thread's warp: "diverged 2 times". Without `trace`, which may be null, a warp that owns no
/// cell counts as idle even if it helps its block.
[[nodiscard]] std::string warp_state(const insight::ThreadFacts& facts, const metrics::BlockTrace* trace);

/// Returns "reads 64 cells, writes 1 cell".
[[nodiscard]] std::string use_text(const insight::BufferUse& use);
/// Returns "load M[10][4] = 17, line 8", with the value of the cell after the last launch.
[[nodiscard]] std::string access_text(const session::RunResult& result, const insight::AccessStep& step);
/// Returns the thread's loads from inputs: "a[700] = 1, b[700] = 2", "49 cells". Empty without loads or without a trace
/// of its block.
[[nodiscard]] std::string loaded_text(const session::RunResult& result, const metrics::BlockTrace* trace,
                                      const insight::ThreadFacts& thread);
/// Returns how often lanes accessed a cell: "147 times (49 × 3 channels)".
[[nodiscard]] std::string times_text(uint32_t count, uint32_t channels);

struct NamedFact {
    std::string name, value, tip; // the name in English, and known to tr()
};
/// `trace` may be null: what needs it is left out until it is there.
[[nodiscard]] std::vector<NamedFact> block_facts(const session::RunResult& result, const metrics::BlockTrace* trace,
                                                 uint64_t block);
[[nodiscard]] std::vector<NamedFact> launch_facts(const session::RunResult& result);

/// The cell as a colour on screen, packed as ImGui does: bytes as they are, floats from 0 to 1.
[[nodiscard]] uint32_t cell_colour(const HostBuffer& buffer, uint64_t cell);

/// "3.4 per req. (fewest 3.1)".
[[nodiscard]] std::string per_request(uint64_t sectors, uint64_t ideal, uint64_t requests);

} // namespace warpscope::ui
