#include "compile/nvrtc/alloca_call_sites.hpp"

namespace warpscope::compile {
namespace {

std::string_view line_before(std::string_view ptx, std::string_view word, size_t at) {
    const size_t begin = ptx.rfind(word, at);
    if (begin == std::string_view::npos) return {};
    return ptx.substr(begin, ptx.find('\n', begin) - begin);
}

bool line_has(std::string_view line, std::string_view word) { return line.find(word) != std::string_view::npos; }

} // namespace

bool alloca_left_its_function(std::string_view ptx) {
    constexpr std::string_view instruction = "alloca.u64 taken";
    for (size_t at = ptx.find(instruction); at != std::string_view::npos; at = ptx.find(instruction, at + 1)) {
        const std::string_view function = line_before(ptx, ".func ", at), entry = line_before(ptx, ".entry ", at);
        const bool in_function = !function.empty() && (entry.empty() || function.data() > entry.data());
        if (in_function && line_has(function, "ws_alloca")) return true;
        if (line_has(line_before(ptx, ".loc", at), "inlined_at")) return true;
    }
    return false;
}

} // namespace warpscope::compile
