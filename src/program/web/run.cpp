#include "program/run.hpp"

namespace warpscope::program {

namespace fs = std::filesystem;

std::string program_name(const fs::path& source) {
    return (source.has_parent_path() ? source.parent_path() : ".") / source.stem();
}

fs::path runtime_folder() { return {}; }

Result<RunOutcome> run(const RunRequest& /*request*/) {
    return fail(ErrorKind::environment, msg("A page cannot run programs."), msg("use the desktop program"));
}

} // namespace warpscope::program
