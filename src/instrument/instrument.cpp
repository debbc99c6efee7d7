#include "instrument/instrument.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "instrument/planned.hpp"
#include "instrument/probes.hpp"
#include "instrument/reductions.hpp"
#include "ptx/parser.hpp"

namespace warpscope::instrument {
namespace {

constexpr size_t max_sites = 1024; // maximum threads per block: the totals kernel has a thread per site
constexpr uint64_t max_record_bytes = uint64_t{4} << 30;
constexpr uint32_t totals_threads = 256, totals_blocks = 512;

void add_reductions(Instrumented& made, uint64_t warps) {
    const auto sites = static_cast<uint32_t>(made.sites.size());
    const Argument records = BufferArgument{made.records}, warp_count = number("warps", warps),
                   site_count = number("sites", sites);
    PlannedLaunch totals;
    totals.kernel = site_totals_kernel;
    totals.config.block = {sites, std::max(1u, totals_threads / sites), 1};
    totals.config.grid = {totals_blocks, 1, 1};
    totals.arguments = {records, BufferArgument{made.totals}, warp_count, site_count};
    made.plan.launches.push_back(std::move(totals));

    made.plan.launches.push_back(
        over_cells(warps, warp_classes_kernel,
                   {records, BufferArgument{made.classes}, warp_count, site_count, number("branches", made.branches)}));
}

} // namespace

uint32_t add_buffer(ExecutionPlan& plan, std::string name, ElementType type, uint64_t width, uint64_t height) {
    PlannedBuffer buffer;
    buffer.layout.name = std::move(name);
    buffer.layout.type = type;
    buffer.layout.shape = {static_cast<uint32_t>(width), static_cast<uint32_t>(height), 1};
    plan.buffers.push_back(std::move(buffer));
    return static_cast<uint32_t>(plan.buffers.size() - 1);
}

Result<Instrumented> instrument(const ptx::Module& module, const ExecutionPlan& plan, uint32_t output,
                                const std::vector<uint32_t>& unsteady) {
    if (plan.launches.empty()) return fail(ErrorKind::usage, msg("There is no launch to record."));
    Instrumented made;
    made.plan = plan;
    made.recorded_launch = plan.launches.size() - 1;
    PlannedLaunch& launch = made.plan.launches.back();
    made.config = launch.config;
    const ptx::Function* kernel = module.find_entry(launch.kernel);
    if (kernel == nullptr) return tl::unexpected(module.missing_entry_error(launch.kernel));

    made.sites = find_sites(*kernel);
    for (const uint32_t index : unsteady) made.unsteady_lines.push_back(kernel->body[index].ptx_line);
    std::ranges::sort(made.unsteady_lines);
    std::erase_if(made.sites, [&](const Site& site) { return std::ranges::binary_search(unsteady, site.instruction); });
    if (!unsteady.empty())
        made.notes.push_back(
            msg("Loads in waiting loops are not recorded on the GPU, because their number differs from run to run."));
    if (made.sites.size() > max_sites) {
        made.notes.push_back(
            msg("Only the first {} of {} branches and accesses are recorded.", max_sites, made.sites.size()));
        made.sites.resize(max_sites);
    }
    if (made.sites.empty())
        return fail(ErrorKind::usage, msg("The kernel has no branch and no access to memory to record."));
    made.branches = static_cast<size_t>(
        std::ranges::count(made.sites, SiteKind::branch, [](const Site& site) { return site.kind; }));
    if (std::ranges::any_of(module.functions, [](const ptx::Function& f) { return !f.is_entry && !f.is_declaration; }))
        made.notes.push_back(msg("Functions that the compiler did not inline are not recorded."));

    if (const Message what = accesses_without_probes(*kernel); !what.empty())
        made.notes.push_back(msg("{} are not recorded on the GPU.", what));
    if (std::ranges::any_of(kernel->body, [&](const auto& in) { return may_copy_in_part(*kernel, in); }))
        made.notes.push_back(msg("If some lanes of an asynchronous copy transfer fewer bytes, the recording counts one "
                                 "request, but the emulator counts several."));

    const uint64_t warps = made.config.warps();
    const uint64_t record_bytes = warps * made.sites.size() * 8;
    if (made.config.threads() > UINT32_MAX || record_bytes > max_record_bytes)
        return fail(ErrorKind::usage, msg("The launch is too large to record on the GPU."),
                    msg("take a smaller input or larger blocks"));

    const BufferLayout& owned = plan.buffers.at(output).layout;
    const std::string name = "ws_probed_" + kernel->name;
    made.ptx = ptx::assembler_text(module) +
               ptx::to_text(module, *kernel, probes(*kernel, made.sites, {owned.cell_bytes()}, name)) +
               reduction_kernels();

    made.records = add_buffer(made.plan, "ws_records", ElementType::u64, made.sites.size(), warps);
    made.owners = add_buffer(made.plan, "ws_owners", ElementType::u32, owned.shape.cells());
    made.blocks = add_buffer(made.plan, "ws_blocks", ElementType::u64, block_words, made.config.blocks());
    made.totals = add_buffer(made.plan, "ws_totals", ElementType::u64, 3, made.sites.size());
    made.classes = add_buffer(made.plan, "ws_classes", ElementType::u32, warps);
    launch.kernel = name;
    for (const uint32_t buffer : {made.records, made.owners, made.blocks, output})
        launch.arguments.emplace_back(BufferArgument{buffer});
    launch.arguments.push_back(number("output_bytes", owned.bytes(), ElementType::u64));
    add_reductions(made, warps);
    return made;
}

} // namespace warpscope::instrument
