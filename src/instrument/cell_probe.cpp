#include "instrument/cell_probe.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fmt/format.h>
#include <limits>

#include "instrument/instrument.hpp"
#include "instrument/planned.hpp"
#include "instrument/probe_parts.hpp"
#include "instrument/ptx_text.hpp"
#include "instrument/sites.hpp"
#include "ptx/parser.hpp"

namespace warpscope::instrument {
namespace {

struct ProbedBuffer {
    uint64_t bytes = 0, first_cell = 0; // first_cell: index among the cells of all buffers
    uint32_t cell_bytes = 1;

    /// Returns whether any two aligned accesses of this size touch the same cells or no common cell.
    [[nodiscard]] bool suits(uint32_t access_bytes) const {
        return cell_bytes % access_bytes == 0 || access_bytes % cell_bytes == 0;
    }
};

/// Divides %ws_y by multiplication: 64-bit divisions take hundreds of instructions. The result is exact below 2^64 /
/// cell_bytes.
std::string divide(uint32_t cell_bytes) {
    if (std::has_single_bit(cell_bytes)) return fmt::format("shr.u64 %ws_y, %ws_y, {};", std::countr_zero(cell_bytes));
    return fmt::format("mul.hi.u64 %ws_y, %ws_y, {};", UINT64_MAX / cell_bytes + 1);
}

constexpr uint32_t no_cell = UINT32_MAX;
/// Sets %ws_cell to the accessed cell, or to `no_cell` outside the plan's buffers.
std::string set_cell(const std::vector<ProbedBuffer>& buffers, uint32_t access_bytes, uint32_t offset,
                     const std::string& guard) {
    std::string text = fmt::format("    mov.u32 %ws_cell, {};\n", no_cell);
    for (size_t i = 0; i < buffers.size(); ++i) {
        const ProbedBuffer& buffer = buffers[i];
        if (buffer.bytes == 0) continue;
        text += fmt::format(R"(    ld.param.u64 %ws_y, [ws_buffer_{number}];
    sub.u64 %ws_y, %ws_address, %ws_y;
    add.u64 %ws_y, %ws_y, {offset};
    setp.lt{and_}.u64 %ws_p, %ws_y, {bytes}{guard};
    {divide}
    cvt.u32.u64 %ws_a, %ws_y;
    add.u32 %ws_a, %ws_a, {first};
    @%ws_p mov.u32 %ws_cell, %ws_a;
)",
                            fmt::arg("number", i), fmt::arg("offset", offset),
                            fmt::arg("and_", guard.empty() ? "" : ".and"), fmt::arg("bytes", buffer.bytes),
                            fmt::arg("guard", guard.empty() ? "" : ", " + guard),
                            fmt::arg("divide", divide(buffer.cell_bytes)), fmt::arg("first", buffer.first_cell));
        if (!buffer.suits(access_bytes))
            text += "    ld.param.u64 %ws_y, [ws_straddles];\n    @%ws_p st.global.u32 [%ws_y], 1;\n";
    }
    return text;
}

/// Sets %ws_a to the lanes with the same %ws_cell, or to 0 if all cells differ. First tests whether 32 cells ascend,
/// because match.any is slow.
std::string match_cells(const std::string& guard) {
    return fmt::format(R"(    setp.eq.u32 %ws_first, %ws_mask, 4294967295;
    mov.u32 %ws_a, %ws_cell;
    @%ws_first shfl.sync.up.b32 %ws_a, %ws_cell, 1, 0, 4294967295;
    setp.gt.u32 %ws_p, %ws_cell, %ws_a;
    setp.eq.or.u32 %ws_p, %ws_below, 0, %ws_p;
    and.pred %ws_p, %ws_p, %ws_first;
    vote.sync.all.pred %ws_p, %ws_p, %ws_all;
    selp.u32 %ws_a, 1, 0, %ws_p;
    setp.eq{}.u32 %ws_p, %ws_a, 0{};
    mov.u32 %ws_a, 0;
    @%ws_p match.any.sync.b32 %ws_a, %ws_cell, %ws_mask;
)",
                       guard.empty() ? "" : ".and", guard.empty() ? "" : ", " + guard);
}

std::string count_cells(const ptx::Function& kernel, const Site& site, const std::vector<ProbedBuffer>& buffers) {
    const ptx::Instruction& instruction = kernel.body[site.instruction];
    const auto [guard, setup] = access_guard(kernel, instruction);
    const uint32_t bytes = access_bytes(instruction);
    uint32_t step = bytes;
    for (const ProbedBuffer& buffer : buffers)
        if (buffer.suits(bytes)) step = std::min(step, buffer.cell_bytes);

    std::string text = R"(    {
    .reg .b32 %ws_mask, %ws_all, %ws_a, %ws_cell, %ws_before;
    .reg .b64 %ws_word, %ws_y, %ws_address;
    .reg .pred %ws_first, %ws_p;
)" + setup + set_masks(guard) +
                       set_address(kernel, instruction) + count_sectors(instruction, guard) +
                       fmt::format(R"(    cvt.u64.u32 %ws_word, %ws_a;
    shl.b64 %ws_word, %ws_word, 32;
    add.u64 %ws_word, %ws_word, 1;
    mov.u32 %ws_before, {};
)",
                                   no_cell);
    for (uint32_t offset = 0; offset < bytes; offset += step)
        text += set_cell(buffers, bytes, offset, guard) + fmt::format(R"(    setp.eq.u32 %ws_p, %ws_cell, %ws_before;
    mov.u32 %ws_before, %ws_cell;
    selp.u32 %ws_cell, {none}, %ws_cell, %ws_p;
{match}    and.b32 %ws_a, %ws_a, %ws_below;
{first}    setp.ne.and.u32 %ws_first, %ws_cell, {none}, %ws_first;
    mul.wide.u32 %ws_y, %ws_cell, 8;
    add.u64 %ws_y, %ws_y, %ws_counts;
    @%ws_first red.global.add.u64 [%ws_y], %ws_word;
)",
                                                                      fmt::arg("none", no_cell),
                                                                      fmt::arg("match", match_cells(guard)),
                                                                      fmt::arg("first", set_first(guard)));
    return text + "    }\n";
}

constexpr const char* means_kernel = "ws_cell_means";
constexpr const char* means_head = R"(
.visible .entry ws_cell_means(.param .u64 counts, .param .u64 means, .param .u32 cells)
{
    .reg .b32 %cell, %a, %b, %requests, %sectors;
    .reg .b64 %x, %base;
    .reg .f32 %f, %g;
    .reg .pred %p;
)";

constexpr const char* means_body = R"(    ld.param.u64 %base, [counts];
    mul.wide.u32 %x, %cell, 8;
    add.u64 %x, %x, %base;
    ld.global.v2.u32 {%requests, %sectors}, [%x];
    mov.f32 %f, 0f00000000;
    setp.eq.u32 %p, %requests, 0;
    @%p bra STORE;
    cvt.rn.f32.u32 %f, %sectors;
    cvt.rn.f32.u32 %g, %requests;
    div.rn.f32 %f, %f, %g;
STORE:
    ld.param.u64 %base, [means];
    mul.wide.u32 %x, %cell, 4;
    add.u64 %x, %x, %base;
    st.global.f32 [%x], %f;
    ret;
}
)";

ptx::Weaving weave(const ptx::Function& kernel, const std::vector<ProbedBuffer>& buffers) {
    ptx::Weaving weaving;
    weaving.name = "ws_cells_" + kernel.name;
    for (const char* added : {"ws_counts", "ws_straddles"}) weaving.parameters.push_back(wide_parameter(added));
    for (size_t i = 0; i < buffers.size(); ++i)
        weaving.parameters.push_back(wide_parameter(fmt::format("ws_buffer_{}", i)));
    weaving.prologue = R"(    .reg .b64 %ws_counts;
    .reg .b32 %ws_below;
    ld.param.u64 %ws_counts, [ws_counts];
    mov.u32 %ws_below, %lanemask_lt;
)";
    for (const Site& site : find_sites(kernel))
        if (site.global) weaving.before[site.instruction] = count_cells(kernel, site, buffers);
    return weaving;
}

} // namespace

Result<CellProbe> probe_cells(const ptx::Module& module, const ExecutionPlan& plan, uint32_t launch) {
    if (launch >= plan.launches.size()) return fail(ErrorKind::usage, msg("There is no such launch."));
    const ptx::Function* kernel = module.find_entry(plan.launches[launch].kernel);
    if (kernel == nullptr) return tl::unexpected(module.missing_entry_error(plan.launches[launch].kernel));
    if (std::ranges::any_of(module.functions, [](const ptx::Function& f) { return !f.is_entry && !f.is_declaration; }))
        return fail(ErrorKind::usage, msg("Functions that the compiler did not inline cannot be recorded."));
    if (const Message what = accesses_without_probes(*kernel); !what.empty())
        return fail(ErrorKind::usage, msg("{} cannot be recorded.", what));

    CellProbe made;
    made.plan = plan;
    made.plan.launches.resize(launch + 1);
    std::erase_if(made.plan.copies, [&](const PlannedCopy& copy) { return copy.before > launch; });
    std::vector<ProbedBuffer> buffers;
    uint64_t cells = 0;
    for (const PlannedBuffer& planned : plan.buffers) {
        buffers.push_back({planned.layout.bytes(), cells, planned.layout.cell_bytes()});
        cells += planned.layout.shape.cells();
    }
    if (cells >= no_cell) return fail(ErrorKind::usage, msg("The buffers are too large to record on the GPU."));
    made.ptx = ptx::assembler_text(module) + ptx::to_text(module, *kernel, weave(*kernel, buffers)) + means_head +
               cell_of_thread + means_body;
    made.counts = add_buffer(made.plan, "ws_counts", ElementType::u64, std::max<uint64_t>(cells, 1));
    made.means = add_buffer(made.plan, "ws_means", ElementType::f32, std::max<uint64_t>(cells, 1));
    made.straddles = add_buffer(made.plan, "ws_straddles", ElementType::u32, 1);
    PlannedLaunch& recorded = made.plan.launches.back();
    recorded.kernel = "ws_cells_" + kernel->name;
    for (const uint32_t added : {made.counts, made.straddles}) recorded.arguments.emplace_back(BufferArgument{added});
    for (uint32_t i = 0; i < plan.buffers.size(); ++i) recorded.arguments.emplace_back(BufferArgument{i});

    if (cells != 0)
        made.plan.launches.push_back(over_cells(
            cells, means_kernel, {BufferArgument{made.counts}, BufferArgument{made.means}, number("cells", cells)}));
    return made;
}

Diagnostic counted_in_part() {
    return {ErrorKind::usage, msg("Accesses that cover parts of cells cannot be recorded by cell."), {}, {}};
}

Result<std::vector<CellReadings>> read_cells(const CellProbe& probe, const std::vector<HostBuffer>& buffers) {
    uint32_t straddles = 0;
    std::memcpy(&straddles, buffers.at(probe.straddles).bytes->data(), sizeof(straddles));
    if (straddles != 0) return tl::unexpected(counted_in_part());
    std::vector<CellReadings> out;
    const std::byte* from = buffers.at(probe.means).bytes->data();
    for (uint32_t i = 0; i < probe.counts; ++i) {
        CellReadings readings;
        readings.buffer = i;
        readings.sectors_per_request.resize(probe.plan.buffers[i].layout.shape.cells());
        const size_t bytes = readings.sectors_per_request.size() * sizeof(float);
        std::memcpy(readings.sectors_per_request.data(), from, bytes);
        from += bytes;
        readings.lowest = std::numeric_limits<float>::max();
        for (const float mean : readings.sectors_per_request) {
            readings.highest = std::max(readings.highest, mean);
            if (mean > 0 && mean < readings.lowest) readings.lowest = mean;
        }
        if (readings.highest > 0) out.push_back(std::move(readings));
    }
    return out;
}

} // namespace warpscope::instrument
