#pragma once

#include <optional>
#include <string>
#include <vector>

#include "session/session.hpp"
#include "source/shared_declarations.hpp"

namespace warpscope::session {

/// Returns the value of an extent such as "N + 1" for the launch's definitions; nullopt for unknown names.
[[nodiscard]] std::optional<uint64_t> value_of_extent(const std::string& text, const source::SharedDeclarations& source,
                                                      const RunResult& result);

/// Returns the element at an address in shared memory, "tile[0][17]", if its array has known extents.
[[nodiscard]] std::optional<std::string> shared_element(const RunResult& result, size_t launch, uint64_t address);

} // namespace warpscope::session
