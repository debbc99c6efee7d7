// What a GPU answered, kept small: exact forms as checksums of many answers each, approximate forms as some of
// their answers. One line per form, so that a person sees which form a change concerns.
#pragma once

#include <map>

#include "conformance/forms.hpp"

namespace warpscope::conformance {

/// The line of a form: its name and after a tab the answers' words.
[[nodiscard]] std::string golden_line(const Form& form, const Bytes& answers);

/// Lines by name; empty when the file cannot be read.
[[nodiscard]] std::map<std::string, std::string> load_golden(const std::filesystem::path& file);

/// Empty when `answers` agree with the golden line, else what differs.
[[nodiscard]] std::string compare_with_golden(const Form& form, const Bytes& answers, const std::string& line);

} // namespace warpscope::conformance
