// How objects of a kernel's classes lie in a buffer: as so many numbers each. Private to src/catalog.
#pragma once

#include <cstdint>
#include <optional>

#include "base/buffer.hpp"
#include "compile/kernel_signatures.hpp"

namespace warpscope::catalog {

struct ObjectCells {
    ElementType type = ElementType::u8;
    uint32_t numbers = 1; // that an object takes
    bool alike = true;    // all its members are of that type, one behind the other; else they are bytes or words
};

/// Of the class that `parameter` is or points to, or of a state of cuRAND; nullopt where the class is not known, has
/// members that are no numbers, or pointers, which mean nothing in a buffer.
[[nodiscard]] std::optional<ObjectCells> object_cells(const compile::SourceParameter& parameter);

} // namespace warpscope::catalog
