#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "insight/changed_cells.hpp"
#include "workbench/document/runs.hpp"
#include "workbench/paint/commands.hpp"

namespace warpscope::workbench {

inline constexpr std::array<uint32_t, 3> brush_sizes{1, 3, 5};

struct PaintTarget {
    uint32_t buffer = 0;
    std::string name;
    ElementType type = ElementType::u8;
    uint32_t channels = 1;
    double low = 0, high = 1; // range of its values
    Message refusal;
};

/// Painted cells that the displayed run does not have yet.
struct PendingCells {
    uint32_t buffer = 0;
    std::vector<uint64_t> cells;
    input::CellValue value{};
};

struct InputPainting {
    bool is_on = false;
    input::CellValue value{255, 255, 255, 255};
    uint32_t size = 1;
    std::optional<PaintTarget> target;
    std::vector<PendingCells> pending;
    uint64_t painted_cells = 0;
    RunPtr changed_in;
    std::optional<insight::ChangedCells> changed;
};

struct PaintModel {
    InputPainting painting;
};

} // namespace warpscope::workbench
