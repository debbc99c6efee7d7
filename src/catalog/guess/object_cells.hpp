#pragma once

#include <cstdint>
#include <optional>

#include "base/buffer.hpp"
#include "compile/kernel_signatures.hpp"

namespace warpscope::catalog {

struct ObjectCells {
    ElementType type = ElementType::u8;
    uint32_t numbers = 1; // per object
    bool alike = true;    // whether all members have `type`; if not, `type` divides the object into bytes or words
};

/// Returns how a buffer stores objects with numeric members or cuRAND states.
[[nodiscard]] std::optional<ObjectCells> object_cells(const compile::SourceParameter& parameter);

} // namespace warpscope::catalog
