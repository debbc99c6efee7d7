// Lays out objects of kernel classes in buffers, as numbers.
#pragma once

#include <cstdint>
#include <optional>

#include "base/buffer.hpp"
#include "compile/kernel_signatures.hpp"

namespace warpscope::catalog {

struct ObjectCells {
    ElementType type = ElementType::u8;
    uint32_t numbers = 1; // per object
    bool alike = true;    // all members have `type` and are contiguous; otherwise bytes or words
};

/// Handles classes, pointers to them, and cuRAND states. Nullopt for unknown classes, non-numeric members and pointers.
[[nodiscard]] std::optional<ObjectCells> object_cells(const compile::SourceParameter& parameter);

} // namespace warpscope::catalog
