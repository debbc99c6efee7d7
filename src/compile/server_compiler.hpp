#pragma once

#include <optional>

#include "compile/compiler.hpp"

namespace warpscope::compile {

/// Compiles through the server of the page. Returns nullopt if there is none that compiles, as in native programs.
[[nodiscard]] std::optional<Result<CompileResult>> compile_on_server(const CompileRequest& request);

} // namespace warpscope::compile
