// Host variables that a line of source names, found in its text. Private to src/program.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace warpscope::program {

/// "d_in" of "cudaMalloc((void**)&d_in, bytes)". Empty where the line does not say, or makes several such calls.
[[nodiscard]] std::string variable_in(const std::string& line);

/// The same of a line with several statements that make such a call each: one name for each call, in order, which may
/// be empty. None where two calls are in one statement, whose order the line does not say.
[[nodiscard]] std::vector<std::string> variables_in(const std::string& line);

/// What a line has memory made for by functions or classes of its own: "edges" of "Buffer<float> edges(count);" and of
/// "float* edges = make(count);", "d_in" of "allocate(&d_in, count);". Empty where it does not say.
[[nodiscard]] std::string variable_of_call(const std::string& line);

/// "image" of "Image image(3, 4);", "Image image{3, 4};" and "auto image = Image(3, 4);": a line that makes one object
/// with a name. Empty for numbers and pointers, and where a line makes several.
[[nodiscard]] std::string object_made_in(const std::string& line);

/// The same of a line with several statements or declarators: one name for each object, in order. Empty where a part of
/// it may be something else.
[[nodiscard]] std::vector<std::string> objects_made_in(const std::string& line);

/// "noisy_" and "clean_" of "Filter(int n) : noisy_(n * 2), clean_(n * 2), n_(n) {}", what only keeps an argument left
/// out.
[[nodiscard]] std::vector<std::string> members_made_in(const std::string& line);

/// The whole statement that a line is of, where it is broken over lines. `line_at`: the text of the line so many behind
/// it, or with a negative number before it.
[[nodiscard]] std::string statement_around(const std::function<std::string(int)>& line_at);

/// "pixels_" of ": pixels_(width * height)", which stands by itself between a constructor's head and its body.
[[nodiscard]] std::string member_made_in(const std::string& line);

} // namespace warpscope::program
