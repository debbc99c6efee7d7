// The launches of a step: what they ask of a session, and their results.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "lesson/lesson.hpp"
#include "session/session.hpp"

namespace warpscope::lesson {

using Run = std::shared_ptr<const session::RunResult>;

/// Results of a step's launches.
struct Runs {
    Run own;
    std::map<std::string, Run, std::less<>> others; // by name
};

/// What to run, on the emulator. `folder` is the lesson's, for what lies beside it. The error stands at the file's
/// line.
[[nodiscard]] Result<session::Request> make_request(const catalog::Catalog& catalog, const RunSpec& spec,
                                                    const std::filesystem::path& folder);

} // namespace warpscope::lesson
