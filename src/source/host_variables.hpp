#pragma once

#include <functional>
#include <string>
#include <vector>

namespace warpscope::source {

/// Returns "d_in" for "cudaMalloc((void**)&d_in, bytes)", or "" if ambiguous.
[[nodiscard]] std::string variable_in(const std::string& line);

/// Returns a name per allocating statement, "" if unknown; {} if a statement allocates twice.
[[nodiscard]] std::vector<std::string> variables_in(const std::string& line);

/// Returns "edges" for "Buffer<float> edges(count);" and "float* edges = make(count);", "d_in" for "allocate(&d_in,
/// count);".
[[nodiscard]] std::string variable_of_call(const std::string& line);

/// Returns "image" for "Image image(3, 4);", "Image image{3, 4};", "auto image = Image(3, 4);". Returns "" for numbers,
/// pointers and several objects.
[[nodiscard]] std::string object_made_in(const std::string& line);

/// Returns the name of the object that each statement creates; {} if a statement may do something else.
[[nodiscard]] std::vector<std::string> objects_made_in(const std::string& line);

/// Returns "noisy_" and "clean_" for "Filter(int n) : noisy_(n * 2), clean_(n * 2), n_(n) {}".
[[nodiscard]] std::vector<std::string> members_made_in(const std::string& line);

/// Joins a statement that spans lines. `line_at`: line at a relative offset.
[[nodiscard]] std::string statement_around(const std::function<std::string(int)>& line_at);

/// Returns "pixels_" for ": pixels_(width * height)".
[[nodiscard]] std::string member_made_in(const std::string& line);

} // namespace warpscope::source
