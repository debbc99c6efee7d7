// What plain C++ says about a run of a shipped variant, whatever its settings. Each test file registers the variants
// that it knows, so that runs with random settings are held to the same as those with chosen ones.
#pragma once

#include <initializer_list>
#include <string>

#include "catalog/references/run.hpp"

namespace warpscope::catalog::references {

/// Fails the test where the buffers after the run are not what they should be.
using Reference = void (*)(const Outcome&);

/// A static object of this type registers `check` for variants of an experiment.
struct HasReference {
    HasReference(const std::string& experiment, std::initializer_list<const char*> variants, Reference check);
};

/// Returns nullptr where none is registered.
[[nodiscard]] Reference reference_of(const std::string& experiment, const std::string& variant);

} // namespace warpscope::catalog::references
