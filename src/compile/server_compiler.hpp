#pragma once

#include <optional>

#include "compile/compiler.hpp"

namespace warpscope::compile {

/// Returns nullopt if no server exists.
[[nodiscard]] std::optional<Result<CompileResult>> compile_on_server(const CompileRequest& request);

} // namespace warpscope::compile
