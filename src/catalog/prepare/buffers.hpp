// The buffers of a plan, and what is made of them: variables and textures. Private to src/catalog.
#pragma once

#include "catalog/experiment.hpp"
#include "catalog/prepare/evaluation.hpp"

namespace warpscope::catalog {

/// What a plan's buffers are filled with.
struct BufferContents {
    const HostBuffer& input;
    bool wanted = true;               // without, all is checked that needs none
    const Prepared* before = nullptr; // see prepare(); may be null
};

/// Adds the buffers of `variant` to the plan and says which of them are shown.
[[nodiscard]] Result<void> add_buffers(const Variant& variant, const BufferContents& contents, const Evaluation& values,
                                       Prepared& out);
/// Adds what `__device__` and `__constant__` variables hold.
void add_symbols(const Variant& variant, Prepared& out);
[[nodiscard]] Result<void> add_textures(const Variant& variant, Prepared& out);

} // namespace warpscope::catalog
