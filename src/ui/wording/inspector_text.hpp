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

/// Requires a selected thread.
[[nodiscard]] insight::ThreadFacts thread_facts(const session::RunResult& result, const render::Selection& selection);
[[nodiscard]] std::optional<insight::CellFacts> cell_facts(const session::RunResult& result,
                                                           const render::Selection& selection);

[[nodiscard]] std::string cell_title(const Shape& shape, const Dim3& cell);
[[nodiscard]] std::string thread_title(const session::RunResult& result, const insight::ThreadFacts& facts);
/// Returns "diverges 2 times". Without `trace`, warps without cells or shared stores count as idle.
[[nodiscard]] std::string warp_state(const session::RunResult& result, const insight::ThreadFacts& facts,
                                     const metrics::BlockTrace* trace);

[[nodiscard]] std::string use_text(const insight::BufferUse& use);
/// Returns "out[90, 0] is outside"; an element before the buffer's start has one index.
[[nodiscard]] std::string element_text(const metrics::BufferElement& element, const BufferLayout& layout);
/// Returns "load M[10][4] = 17, line 8", with the value after the last launch.
[[nodiscard]] std::string access_text(const session::RunResult& result, const insight::AccessStep& step);
/// Returns "a[700] = 1, b[700] = 2" or "49 cells of a"; empty without loads or trace.
[[nodiscard]] std::string loaded_text(const session::RunResult& result, const metrics::BlockTrace* trace,
                                      const insight::ThreadFacts& thread);
/// Returns "147 times (49 × 3 channels)".
[[nodiscard]] std::string times_text(uint32_t count, uint32_t channels);

struct NamedFact {
    std::string name, value, tip; // name in English, for tr()
};
/// Omits facts that need a `trace` if that is null.
[[nodiscard]] std::vector<NamedFact> block_facts(const session::RunResult& result, const metrics::BlockTrace* trace,
                                                 uint64_t block);
[[nodiscard]] std::vector<NamedFact> launch_facts(const session::RunResult& result);

/// Returns the cell's color for ImGui. Floating-point values range from 0 to 1.
[[nodiscard]] uint32_t cell_color(const HostBuffer& buffer, uint64_t cell);

/// Returns "3.4 per req. (fewest 3.1)".
[[nodiscard]] std::string per_request(uint64_t sectors, uint64_t ideal, uint64_t requests);

} // namespace warpscope::ui
