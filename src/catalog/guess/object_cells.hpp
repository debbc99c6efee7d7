#pragma once

#include <cstdint>
#include <optional>

#include "base/buffer.hpp"
#include "compile/kernel_signatures.hpp"

namespace warpscope::catalog {

struct ObjectCells {
    ElementType type = ElementType::u8;
    uint32_t numbers = 1; // numbers per object
    bool alike = true;    // whether `type` fits all members; otherwise bytes or words
};

/// Maps classes with numeric members, pointers to them, and cuRAND states to cells.
[[nodiscard]] std::optional<ObjectCells> object_cells(const compile::SourceParameter& parameter);

} // namespace warpscope::catalog
