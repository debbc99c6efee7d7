#pragma once

#include <filesystem>
#include <string>

#include "serve/class_session.hpp"

namespace warpscope::cli {

inline constexpr const char* judge_option = "--judge-apart"; // `warpscope serve` passes it to the sandboxed process

/// Returns a judge that runs students' attempts in the sandbox of `grade`.
[[nodiscard]] serve::ClassSession::Judge make_judge(const std::filesystem::path& lesson);

/// Judges an attempt in this process. `step`: from 0.
[[nodiscard]] Result<serve::Judgment> judge_attempt(const std::filesystem::path& lesson, size_t step,
                                                    const serve::ClassAnswer& attempt);

void judge_apart(const std::filesystem::path& lesson, const std::filesystem::path& attempt);

} // namespace warpscope::cli
