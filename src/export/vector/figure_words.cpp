#include "export/vector/figure_words.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "analysis/finding_index.hpp"
#include "catalog/experiment.hpp"
#include "input/input.hpp"
#include "insight/findings.hpp"
#include "language/course.hpp"
#include "language/tr.hpp"

namespace warpscope::exporting {
namespace {

std::string sides(const Dim3& d) {
    if (d.z > 1) return fmt::format("{} x {} x {}", d.x, d.y, d.z);
    return d.y > 1 ? fmt::format("{} x {}", d.x, d.y) : fmt::format("{}", d.x);
}

} // namespace

std::string run_title(const session::RunResult& result) {
    return fmt::format("{}, {}", tr_course(result.request.experiment->title), tr_course(result.variant().title));
}

std::string run_description(const session::RunResult& result) {
    const metrics::LaunchMeasurement& launch = result.shown();
    std::string out = tr_format("The CUDA kernel {} ({}/{})", tr_course(result.variant().title),
                                result.request.experiment->name, result.request.variant);
    const input::InputSpec& input = result.request.input;
    if (catalog::main_input(result.variant()) != nullptr)
        out +=
            tr_format(" on {}", input.is_file() ? std::filesystem::path(input.file).filename().string() : input.text());
    const uint64_t blocks = launch.config.blocks(), warps = launch.config.warps(), owners = launch.ownership.owners;
    out += tr_format(", launched with {} of {} threads ({}). ", tr_count(blocks, "{} block", "{} blocks", blocks),
                     sides(launch.config.block), tr_count(warps, "{} warp", "{} warps", warps));
    if (!result.not_emulated.empty()) return out + tr("The emulator cannot run this kernel: nothing is measured.");
    out += tr_count(warps, "{} of {} warps diverge. ", "{} of {} warps diverge. ", launch.divergence.divergent_warps,
                    warps);
    if (!result.prepared.adds_up)
        out += tr_count(owners, "{} thread owns an output cell, {} own none. ",
                        "{} threads own an output cell, {} own none. ", owners, launch.ownership.idle_threads);
    const size_t findings = insight::finding_count(result);
    const simt::Finding* first = nullptr;
    for (const metrics::LaunchMeasurement& one : result.measured->launches())
        if (first == nullptr) first = one.first_error();
    if (findings == 0)
        return out + (result.checked_races ? tr("The checkers found no errors.")
                                           : tr("The checkers found no errors; races were not checked."));
    if (first == nullptr)
        return out +
               tr_count(findings, "The checkers report {} finding.", "The checkers report {} findings.", findings);
    return out + tr_count(findings, "The checkers report {} finding, the first: {}",
                          "The checkers report {} findings, the first: {}", findings,
                          tr(analysis::finding_message(result, *first)));
}

} // namespace warpscope::exporting
