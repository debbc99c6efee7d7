#pragma once

#include <string_view>
#include <vector>

#include "program/build.hpp"

#include "base/message.hpp"

namespace warpscope::program {

[[nodiscard]] Message hint_for_build(std::string_view log);

[[nodiscard]] bool is_removed_name(const Diagnostic& failure);

struct HeaderOptions {
    std::vector<std::string> compiler; // for the host compiler
    std::vector<std::string> libraries;
};
/// Returns options for included headers: "-fopenmp" for OpenMP, "-lz" for zlib.
[[nodiscard]] HeaderOptions options_for_headers(const BuildRequest& request);

} // namespace warpscope::program
