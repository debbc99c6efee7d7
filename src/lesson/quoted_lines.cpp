#include <algorithm>
#include <numeric>

#include "insight/source_lines.hpp"
#include "language/tr.hpp"
#include "lesson/question.hpp"

namespace warpscope::lesson {
namespace {

Result<std::vector<uint32_t>> lines_with_any(const std::vector<std::string>& fragments, const Step& step,
                                             const session::RunResult& run) {
    std::vector<uint32_t> lines;
    for (const std::string& fragment : fragments) {
        const std::vector<uint32_t> with = lines_with(run, fragment);
        if (with.empty())
            return fail_at(step.where, msg("step '{}': no line of the kernel contains '{}'.", step.name, fragment));
        lines.insert(lines.end(), with.begin(), with.end());
    }
    std::ranges::sort(lines);
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    return lines;
}

} // namespace

Result<std::vector<uint32_t>> quoted_lines(const Step& step, const session::RunResult& run) {
    if (!step.whole_code) return lines_with_any(step.code, step, run);
    std::vector<uint32_t> lines(insight::split_lines(run.source).size());
    std::iota(lines.begin(), lines.end(), 1u);
    return lines;
}

Result<std::vector<uint32_t>> quoted_lines_beside(const Step& step, const session::RunResult& run) {
    return lines_with_any(step.beside->code, step, run);
}

} // namespace warpscope::lesson
