#pragma once

#include "catalog/guess/setup_draft.hpp"

namespace warpscope::catalog {

/// Gives each size of the kernel a small value of its own, if the indices tell the arrays' lengths. Such setups reveal
/// swapped sizes. Returns false if names suffice for the data's size. `named`: draft with the size by names. `main`:
/// array that would be the input; `cells`: its length by names.
[[nodiscard]] bool set_dimensions(SetupDraft& draft, const SetupDraft& named, const compile::SourceKernel& kernel,
                                  const compile::SourceParameter* main, const Expression& cells);

/// Returns the length of an array as an expression, or "" if it is unknown.
[[nodiscard]] Expression length_of(const SetupDraft& draft, const compile::SourceKernel& kernel,
                                   const compile::SourceParameter& array);

/// Returns whether two sizes are equal for all sizes of the data.
[[nodiscard]] bool are_equal(const Expression& one, const Expression& other);

} // namespace warpscope::catalog
