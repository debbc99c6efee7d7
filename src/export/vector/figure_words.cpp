#include "export/vector/figure_words.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "analysis/finding_index.hpp"
#include "catalog/experiment.hpp"
#include "input/input.hpp"

namespace warpscope::exporting {
namespace {

std::string number_of(uint64_t count, std::string_view one, std::string_view several) {
    return fmt::format("{} {}", count, count == 1 ? one : several);
}

std::string sides(const Dim3& d) {
    if (d.z > 1) return fmt::format("{} x {} x {}", d.x, d.y, d.z);
    return d.y > 1 ? fmt::format("{} x {}", d.x, d.y) : fmt::format("{}", d.x);
}

} // namespace

std::string run_title(const session::RunResult& result) {
    return fmt::format("{}, {}", result.request.experiment->title, result.variant().title);
}

std::string run_description(const session::RunResult& result) {
    const metrics::LaunchMeasurement& launch = result.shown();
    std::string out = fmt::format("The CUDA kernel {} ({}/{})", result.variant().title, result.request.experiment->name,
                                  result.request.variant);
    const input::InputSpec& input = result.request.input;
    if (catalog::main_input(result.variant()) != nullptr) // the file's name, not where it lies
        out += " on " + (input.is_file() ? std::filesystem::path(input.file).filename().string() : input.text());
    out += fmt::format(", launched with {} of {} threads ({}). ", number_of(launch.config.blocks(), "block", "blocks"),
                       sides(launch.config.block), number_of(launch.config.warps(), "warp", "warps"));
    if (!result.not_emulated.empty()) return out + "The emulator cannot run this kernel: nothing is measured.";
    out += fmt::format("{} of {} warps diverge. ", launch.divergence.divergent_warps, launch.config.warps());
    if (!result.prepared.adds_up)
        out += fmt::format("{} own a cell of the output, {} none. ",
                           number_of(launch.ownership.owners, "thread", "threads"), launch.ownership.surplus_threads);
    uint64_t findings = 0; // including those not kept
    const simt::Finding* first = nullptr;
    for (const metrics::LaunchMeasurement& one : result.measured->launches()) {
        findings += one.finding_count;
        if (first == nullptr && !one.findings.empty()) first = &one.findings.front();
    }
    if (findings == 0)
        return out + (result.variant().races ? "The checkers found nothing wrong."
                                             : "The checkers found nothing wrong; races were not looked for.");
    out += fmt::format("The checkers have {}", number_of(findings, "finding", "findings"));
    return first == nullptr ? out + "." : out + ", the first of them: " + analysis::finding_text(result, *first);
}

} // namespace warpscope::exporting
