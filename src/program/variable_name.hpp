// Finds host variables in the text of a line.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace warpscope::program {

/// Returns "d_in" for "cudaMalloc((void**)&d_in, bytes)"; empty if unclear or ambiguous.
[[nodiscard]] std::string variable_in(const std::string& line);

/// Returns a name, possibly empty, for each allocating statement of a line. Empty if a statement has two such calls.
[[nodiscard]] std::vector<std::string> variables_in(const std::string& line);

/// Returns the variable that a user's function or class allocates for: "edges" for "Buffer<float> edges(count);" and
/// "float* edges = make(count);", "d_in" for "allocate(&d_in, count);". Empty if unclear.
[[nodiscard]] std::string variable_of_call(const std::string& line);

/// Returns "image" for "Image image(3, 4);", "Image image{3, 4};" and "auto image = Image(3, 4);". Empty for numbers,
/// pointers and several objects.
[[nodiscard]] std::string object_made_in(const std::string& line);

/// Returns the name of each object in a line with several statements or declarators. Empty if any part may be something
/// else.
[[nodiscard]] std::vector<std::string> objects_made_in(const std::string& line);

/// Returns "noisy_" and "clean_" for "Filter(int n) : noisy_(n * 2), clean_(n * 2), n_(n) {}", without members that
/// only store an argument.
[[nodiscard]] std::vector<std::string> members_made_in(const std::string& line);

/// Returns the whole statement if it spans lines. `line_at`: returns the line at a relative offset.
[[nodiscard]] std::string statement_around(const std::function<std::string(int)>& line_at);

/// Returns "pixels_" for a separate line ": pixels_(width * height)".
[[nodiscard]] std::string member_made_in(const std::string& line);

} // namespace warpscope::program
