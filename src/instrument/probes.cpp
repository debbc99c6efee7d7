#include "instrument/probes.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <variant>

#include "instrument/probe_parts.hpp"

namespace warpscope::instrument {
namespace {

/// Sets the permanent registers: %ws_warp (address of the warp's records), %ws_owner, %ws_block (address of the block's
/// words), %ws_out, %ws_out_bytes, %ws_thread (ThreadId), %ws_below.
std::string prologue(size_t sites) {
    return fmt::format(R"(    .reg .b64 %ws_warp, %ws_owner, %ws_block, %ws_out, %ws_out_bytes;
    .reg .b32 %ws_thread, %ws_below;
    {{
    .reg .b32 %ws_a, %ws_b, %ws_c, %ws_d, %ws_e;
    .reg .b64 %ws_x, %ws_y;
    .reg .pred %ws_p;
    ld.param.u64 %ws_owner, [ws_owners];
    ld.param.u64 %ws_out, [ws_output];
    ld.param.u64 %ws_out_bytes, [ws_output_bytes];
    mov.u32 %ws_below, %lanemask_lt;
    mov.u32 %ws_a, %ctaid.z;
    mov.u32 %ws_b, %nctaid.y;
    mov.u32 %ws_c, %ctaid.y;
    mad.lo.u32 %ws_a, %ws_a, %ws_b, %ws_c;
    mov.u32 %ws_b, %nctaid.x;
    mov.u32 %ws_c, %ctaid.x;
    mad.lo.u32 %ws_a, %ws_a, %ws_b, %ws_c;
    ld.param.u64 %ws_x, [ws_blocks];
    mul.wide.u32 %ws_y, %ws_a, {block_bytes};
    add.u64 %ws_block, %ws_x, %ws_y;
    mov.u32 %ws_b, %tid.z;
    mov.u32 %ws_c, %ntid.y;
    mov.u32 %ws_d, %tid.y;
    mad.lo.u32 %ws_b, %ws_b, %ws_c, %ws_d;
    mov.u32 %ws_d, %ntid.x;
    mov.u32 %ws_e, %tid.x;
    mad.lo.u32 %ws_b, %ws_b, %ws_d, %ws_e;
    mul.lo.u32 %ws_c, %ws_c, %ws_d;
    mov.u32 %ws_d, %ntid.z;
    mul.lo.u32 %ws_c, %ws_c, %ws_d;
    mad.lo.u32 %ws_thread, %ws_a, %ws_c, %ws_b;
    add.u32 %ws_thread, %ws_thread, 1;
    add.u32 %ws_c, %ws_c, 31;
    shr.u32 %ws_c, %ws_c, 5;
    shr.u32 %ws_d, %ws_b, 5;
    mad.lo.u32 %ws_a, %ws_a, %ws_c, %ws_d;
    ld.param.u64 %ws_x, [ws_records];
    mul.wide.u32 %ws_y, %ws_a, {record_bytes};
    add.u64 %ws_warp, %ws_x, %ws_y;
    setp.eq.u32 %ws_p, %ws_b, 0;
    mov.u32 %ws_a, %smid;
    add.u32 %ws_a, %ws_a, 1;
    cvt.u64.u32 %ws_x, %ws_a;
    mov.u64 %ws_y, %globaltimer;
    @%ws_p st.global.u64 [%ws_block], %ws_x;
    @%ws_p st.global.u64 [%ws_block+8], %ws_y;
    }}
)",
                       fmt::arg("block_bytes", block_words * 8), fmt::arg("record_bytes", sites * 8));
}

class ProbeText {
public:
    explicit ProbeText(const ptx::Function& kernel)
        : kernel_(kernel) {}

    [[nodiscard]] std::string branch(const ptx::Instruction& instruction, size_t site) const {
        return instruction.opcode == ptx::Opcode::brx ? table_branch(instruction, site)
                                                      : predicated_branch(instruction, site);
    }

    [[nodiscard]] std::string predicated_branch(const ptx::Instruction& instruction, size_t site) const {
        return fmt::format(R"(    {{
    .reg .b32 %ws_mask, %ws_taken, %ws_a;
    .reg .b64 %ws_word, %ws_y;
    .reg .pred %ws_first, %ws_p;
    activemask.b32 %ws_mask;
    vote.sync.ballot.b32 %ws_taken, {predicate}, %ws_mask;
    setp.ne.u32 %ws_p, %ws_taken, 0;
    setp.ne.and.u32 %ws_p, %ws_taken, %ws_mask, %ws_p;
    selp.b64 %ws_word, 1, 0, %ws_p;
{count}    }}
)",
                           fmt::arg("predicate", predicate(instruction)), fmt::arg("count", count(site, "")));
    }

    [[nodiscard]] std::string table_branch(const ptx::Instruction& instruction, size_t site) const {
        const auto& index = std::get<ptx::Register>(instruction.operands[0].value);
        std::string text = R"(    {
    .reg .b32 %ws_mask, %ws_taken, %ws_a;
    .reg .b64 %ws_word, %ws_y;
    .reg .pred %ws_first, %ws_p;
    activemask.b32 %ws_mask;
    mov.u32 %ws_taken, 0;
)";
        for (size_t i = 0; i < instruction.branch_targets.size(); ++i)
            text += fmt::format("    setp.eq.u32 %ws_p, {}, {};\n    selp.u32 %ws_taken, {}, %ws_taken, %ws_p;\n",
                                kernel_.registers[index.index].name, i, instruction.branch_targets[i]);
        return text + R"(    match.any.sync.b32 %ws_taken, %ws_taken, %ws_mask;
    setp.ne.u32 %ws_p, %ws_taken, %ws_mask;
    selp.b64 %ws_word, 1, 0, %ws_p;
)" + count(site, "") +
               "    }\n";
    }

    [[nodiscard]] std::string memory(const ptx::Instruction& instruction, const Site& about, size_t site,
                                     const OwnedBuffer& owned) const {
        std::string text = R"(    {
    .reg .b32 %ws_mask, %ws_all, %ws_a;
    .reg .b64 %ws_word, %ws_y, %ws_address;
    .reg .pred %ws_first, %ws_p, %ws_in;
)";
        const auto [guard, setup] = access_guard(kernel_, instruction);
        text += setup + set_masks(guard) + "    mov.u64 %ws_word, 0;\n";
        if (about.global) text += set_address(kernel_, instruction);
        if (about.sectors) text += count_sectors(instruction, guard) + "    cvt.u64.u32 %ws_word, %ws_a;\n";
        text += count(site, guard);
        if (about.writes && about.global) text += owner(instruction, guard, owned);
        return text + "    }\n";
    }

    [[nodiscard]] std::string end(const ptx::Instruction& instruction) const {
        const std::string guard = instruction.predicated ? predicate(instruction) : "";
        return fmt::format(R"(    {{
    .reg .b32 %ws_mask, %ws_a;
    .reg .b64 %ws_now;
    .reg .pred %ws_first;
    activemask.b32 %ws_mask;
{ballot}    and.b32 %ws_a, %ws_mask, %ws_below;
{first}    mov.u64 %ws_now, %globaltimer;
    @%ws_first red.global.max.u64 [%ws_block+16], %ws_now;
    }}
)",
                           fmt::arg("ballot", guard.empty() ? ""
                                                            : fmt::format("    vote.sync.ballot.b32 %ws_mask, {}, "
                                                                          "%ws_mask;\n",
                                                                          guard)),
                           fmt::arg("first", set_first(guard)));
    }

private:
    [[nodiscard]] std::string predicate(const ptx::Instruction& instruction) const {
        return predicate_text(kernel_, instruction);
    }

    /// Adds the execution and its lanes to %ws_word, then %ws_word to the record.
    [[nodiscard]] static std::string count(size_t site, const std::string& guard) {
        return fmt::format(R"(    popc.b32 %ws_a, %ws_mask;
    cvt.u64.u32 %ws_y, %ws_a;
    shl.b64 %ws_y, %ws_y, {};
    add.u64 %ws_word, %ws_word, %ws_y;
    add.u64 %ws_word, %ws_word, {};
    and.b32 %ws_a, %ws_mask, %ws_below;
{}    @%ws_first red.global.add.u64 [%ws_warp+{}], %ws_word;
)",
                           lanes_shift, uint64_t{1} << executions_shift, set_first(guard), site * 8);
    }

    [[nodiscard]] static std::string owner(const ptx::Instruction& instruction, const std::string& guard,
                                           const OwnedBuffer& owned) {
        const uint32_t element = ptx::size_of(instruction.modifiers.types.front());
        const uint32_t bytes = element * instruction.modifiers.vector;
        const uint32_t step = std::max(element, std::min(bytes, owned.cell_bytes));
        std::string text;
        for (uint32_t offset = 0; offset < bytes; offset += step)
            text +=
                fmt::format(R"(    sub.u64 %ws_y, %ws_address, %ws_out;
    add.u64 %ws_y, %ws_y, {offset};
    setp.lt{and_}.u64 %ws_in, %ws_y, %ws_out_bytes{guard};
    div.u64 %ws_y, %ws_y, {cell};
    shl.b64 %ws_y, %ws_y, 2;
    add.u64 %ws_y, %ws_y, %ws_owner;
    @%ws_in red.global.max.u32 [%ws_y], %ws_thread;
)",
                            fmt::arg("offset", offset), fmt::arg("and_", guard.empty() ? "" : ".and"),
                            fmt::arg("guard", guard.empty() ? "" : ", " + guard), fmt::arg("cell", owned.cell_bytes));
        return text;
    }

    const ptx::Function& kernel_;
};

} // namespace

ptx::Weaving probes(const ptx::Function& kernel, const std::vector<Site>& sites, const OwnedBuffer& owned,
                    std::string name) {
    ptx::Weaving weaving;
    weaving.name = std::move(name);
    for (const char* added : {"ws_records", "ws_owners", "ws_blocks", "ws_output", "ws_output_bytes"})
        weaving.parameters.push_back(wide_parameter(added));
    weaving.prologue = prologue(sites.size());
    const ProbeText text(kernel);
    for (size_t i = 0; i < sites.size(); ++i) {
        const ptx::Instruction& instruction = kernel.body[sites[i].instruction];
        weaving.before[sites[i].instruction] = sites[i].kind == SiteKind::branch
                                                   ? text.branch(instruction, i)
                                                   : text.memory(instruction, sites[i], i, owned);
    }
    for (uint32_t i = 0; i < kernel.body.size(); ++i) {
        const ptx::Opcode opcode = kernel.body[i].opcode;
        if (opcode == ptx::Opcode::ret || opcode == ptx::Opcode::exit) weaving.before[i] = text.end(kernel.body[i]);
    }
    return weaving;
}

} // namespace warpscope::instrument
