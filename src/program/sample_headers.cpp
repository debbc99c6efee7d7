#include "program/sample_headers.hpp"

#include <string_view>
#include <utility>
#include <vector>

#include "base/files.hpp"
#include "compile/prelude/embedded_headers.hpp"
#include "program/host_headers.hpp"

namespace warpscope::program {
namespace {

using NamedText = std::pair<std::string_view, std::string_view>;

std::vector<NamedText> sample_headers() {
    constexpr std::string_view folder = "samples/", shared_with_kernels = "helper_math.h";
    std::vector<NamedText> headers;
    for (const HostHeader& header : host_headers())
        if (header.name.starts_with(folder)) headers.emplace_back(header.name.substr(folder.size()), header.text);
    for (const compile::PreludeHeader& header : compile::prelude_headers())
        if (header.name == shared_with_kernels) headers.emplace_back(header.name, header.text);
    return headers;
}

} // namespace

Result<std::filesystem::path> write_sample_headers(const std::filesystem::path& folder) {
    std::filesystem::path samples = folder / "samples";
    for (const auto& [name, text] : sample_headers())
        if (auto written = write_file(samples / name, text); !written) return tl::unexpected(written.error());
    return samples;
}

std::string sample_header_text() {
    std::string all;
    for (const auto& [name, text] : sample_headers()) all.append(name).append("\n").append(text);
    return all;
}

} // namespace warpscope::program
