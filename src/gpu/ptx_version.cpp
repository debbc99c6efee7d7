#include "gpu/ptx_version.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

namespace warpscope::gpu {
namespace {

constexpr std::string_view directive = ".version";

/// Position of the number after `.version`.
struct Span {
    size_t begin = 0, end = 0;
};
std::optional<Span> version_span(std::string_view ptx) {
    for (size_t line = 0; line < ptx.size();) {
        const size_t start = ptx.find_first_not_of(" \t", line);
        if (start == std::string_view::npos) return std::nullopt;
        if (ptx.substr(start).starts_with(directive)) {
            const size_t begin = ptx.find_first_not_of(" \t", start + directive.size());
            if (begin == std::string_view::npos) return std::nullopt;
            return Span{begin, std::min(ptx.find_first_not_of("0123456789.", begin), ptx.size())};
        }
        const size_t end = ptx.find('\n', start);
        if (end == std::string_view::npos) return std::nullopt;
        line = end + 1;
    }
    return std::nullopt;
}

} // namespace

std::optional<PtxVersion> ptx_version(std::string_view ptx) {
    const auto span = version_span(ptx);
    if (!span) return std::nullopt;
    PtxVersion version;
    const char* end = ptx.data() + span->end;
    const auto major = std::from_chars(ptx.data() + span->begin, end, version.major);
    if (major.ec != std::errc{} || major.ptr == end || *major.ptr != '.') return std::nullopt;
    if (std::from_chars(major.ptr + 1, end, version.minor).ec != std::errc{}) return std::nullopt;
    return version;
}

std::optional<PtxVersion> newest_ptx_version(int driver_version) {
    struct Release {
        int cuda;
        PtxVersion ptx;
    };
    // PTX versions by CUDA release (PTX ISA, release notes).
    constexpr std::array releases{
        Release{13000, {9, 0}}, Release{12090, {8, 8}}, Release{12080, {8, 7}}, Release{12070, {8, 6}},
        Release{12050, {8, 5}}, Release{12040, {8, 4}}, Release{12030, {8, 3}}, Release{12020, {8, 2}},
        Release{12010, {8, 1}}, Release{12000, {8, 0}}, Release{11080, {7, 8}}, Release{11070, {7, 7}},
        Release{11060, {7, 6}}, Release{11050, {7, 5}}, Release{11040, {7, 4}}, Release{11030, {7, 3}},
        Release{11020, {7, 2}}, Release{11010, {7, 1}}, Release{11000, {7, 0}},
    };
    for (const Release& release : releases)
        if (driver_version >= release.cuda) return release.ptx;
    return std::nullopt;
}

std::string declare_ptx_version(std::string_view ptx, PtxVersion version) {
    const auto span = version_span(ptx);
    if (!span) return std::string(ptx);
    return fmt::format("{}{}.{}{}", ptx.substr(0, span->begin), version.major, version.minor, ptx.substr(span->end));
}

} // namespace warpscope::gpu
