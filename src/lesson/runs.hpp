#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lesson/lesson.hpp"
#include "session/session.hpp"

namespace warpscope::lesson {

using Run = std::shared_ptr<const session::RunResult>;

struct Runs {
    Run own;
    std::map<std::string, Run, std::less<>> others; // key: name in expressions
};

/// Makes a request for the emulator. `folder`: for relative paths. Errors contain the lesson's line.
[[nodiscard]] Result<session::Request> make_request(const catalog::Catalog& catalog, const RunSpec& spec,
                                                    const std::filesystem::path& folder);
/// Omits launches for which make_request() fails.
[[nodiscard]] std::vector<session::Request> all_requests(const catalog::Catalog& catalog, const Lesson& lesson);

} // namespace warpscope::lesson
