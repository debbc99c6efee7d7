#pragma once

#include <optional>

#include "compile/compiler.hpp"

namespace warpscope::compile {

/// Compiles through the page's server. Returns nullopt without one.
[[nodiscard]] std::optional<Result<CompileResult>> compile_on_server(const CompileRequest& request);

} // namespace warpscope::compile
