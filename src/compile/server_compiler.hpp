#pragma once

#include <optional>

#include "compile/compiler.hpp"

namespace warpscope::compile {

/// Returns nullopt without a server.
[[nodiscard]] std::optional<Result<CompileResult>> compile_on_server(const CompileRequest& request);

} // namespace warpscope::compile
