#include "program/linkage.hpp"

namespace warpscope::program {

bool is_executable(const std::filesystem::path& /*file*/) { return false; }

Result<std::filesystem::path> find_program(const std::string& /*name*/) {
    return fail(ErrorKind::environment, msg("A page cannot run programs."), msg("use the desktop program"));
}

} // namespace warpscope::program
