#include "base/process/subprocess.hpp"

namespace warpscope {

Result<ProcessResult> run_process(const std::vector<std::string>&, std::chrono::milliseconds,
                                  const std::atomic<bool>*) {
    return fail(ErrorKind::environment, msg("A browser cannot start programs."));
}

std::string find_on_path(const std::string&) { return {}; }

} // namespace warpscope
