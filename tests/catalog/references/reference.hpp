// Expected results of shipped variants for any settings. Each test file registers references for its variants, so that
// runs with random settings use the same checks.
#pragma once

#include <initializer_list>
#include <string>

#include "catalog/references/run.hpp"

namespace warpscope::catalog::references {

/// Check that fails the test if the buffers after the run are wrong.
using Reference = void (*)(const Outcome&);

/// A static object of this type registers `check` for variants of an experiment.
struct HasReference {
    HasReference(const std::string& experiment, std::initializer_list<const char*> variants, Reference check);
};

/// Returns nullptr if no reference is registered.
[[nodiscard]] Reference reference_of(const std::string& experiment, const std::string& variant);

} // namespace warpscope::catalog::references
