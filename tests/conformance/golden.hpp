// GPU results, one line per opcode form: checksums of the results if the form is exact, some of the results if it is
// approximate.
#pragma once

#include <map>

#include "conformance/forms.hpp"

namespace warpscope::conformance {

/// Returns the form's line: name, tab, results.
[[nodiscard]] std::string golden_line(const Form& form, const Bytes& answers);

/// Returns the lines by name; empty if the file cannot be read.
[[nodiscard]] std::map<std::string, std::string> load_golden(const std::filesystem::path& file);

/// Returns the differences between results and golden line, or "".
[[nodiscard]] std::string compare_with_golden(const Form& form, const Bytes& answers, const std::string& line);

} // namespace warpscope::conformance
