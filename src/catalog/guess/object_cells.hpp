// Stores objects of kernel classes as numbers in buffers.
#pragma once

#include <cstdint>
#include <optional>

#include "base/buffer.hpp"
#include "compile/kernel_signatures.hpp"

namespace warpscope::catalog {

struct ObjectCells {
    ElementType type = ElementType::u8;
    uint32_t numbers = 1; // numbers per object
    bool alike = true;    // contiguous members of `type`; otherwise bytes or words
};

/// Handles classes, pointers to them, and cuRAND states, but only numeric members.
[[nodiscard]] std::optional<ObjectCells> object_cells(const compile::SourceParameter& parameter);

} // namespace warpscope::catalog
