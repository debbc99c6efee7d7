#include "compile/server_compiler.hpp"

namespace warpscope::compile {

std::optional<Result<CompileResult>> compile_on_server(const CompileRequest& /*request*/) { return std::nullopt; }

} // namespace warpscope::compile
