// Asynchronous copies complete immediately.
#include <algorithm>

#include "simt/code/async_copy.hpp"
#include "simt/code/mbarrier.hpp"
#include "simt/decode/decoder.hpp"

namespace warpscope::simt {

using ptx::Space;
using ptx::Type;

namespace {

using Words = std::vector<std::string>;

struct MbarrierWords {
    Words words;
    MbarrierOp op{};
    Type operand = Type::u32;
};

std::optional<MbarrierWords> operation_of(const Words& words) {
    static const MbarrierWords all[]{
        {{"init"}, MbarrierOp::init},
        {{"inval"}, MbarrierOp::invalidate},
        {{"arrive"}, MbarrierOp::arrive},
        {{"arrive", "noComplete"}, MbarrierOp::arrive},
        {{"arrive", "expect_tx"}, MbarrierOp::arrive_expect},
        {{"arrive_drop"}, MbarrierOp::arrive_drop},
        {{"arrive_drop", "noComplete"}, MbarrierOp::arrive_drop},
        {{"arrive_drop", "expect_tx"}, MbarrierOp::arrive_drop_expect},
        {{"expect_tx"}, MbarrierOp::expect_tx},
        {{"complete_tx"}, MbarrierOp::complete_tx},
        {{"test_wait"}, MbarrierOp::test_state, Type::b64},
        {{"test_wait", "parity"}, MbarrierOp::test_parity},
        {{"try_wait"}, MbarrierOp::test_state, Type::b64},
        {{"try_wait", "parity"}, MbarrierOp::test_parity},
        {{"async", "mbarrier", "arrive"}, MbarrierOp::copy_arrive},
        {{"async", "mbarrier", "arrive", "noinc"}, MbarrierOp::arrive},
    };
    const auto* const found = std::ranges::find(all, words, &MbarrierWords::words);
    return found == std::end(all) ? std::nullopt : std::optional(*found);
}

bool has_no_effect(const Words& words) {
    static const Words all[]{{"async", "commit_group"},       {"async", "wait_group"},
                             {"async", "wait_all"},           {"async", "bulk", "commit_group"},
                             {"async", "bulk", "wait_group"}, {"async", "bulk", "wait_group", "read"},
                             {"async", "bulk", "prefetch"}};
    return std::ranges::find(all, words) != std::end(all);
}

Message async_copy_form_error(const Words& words) {
    const auto has = [&](std::string_view word) { return std::ranges::find(words, word) != words.end(); };
    if (has("tensor")) return msg("copies by tensor maps are not emulated");
    if (has("reduce")) return msg("bulk reductions are not emulated");
    if (has("multicast::cluster"))
        return msg("copies to several blocks are not emulated: every block is a cluster of its own");
    if (has("cp_mask")) return msg("copies of masked bytes are not emulated");
    return {};
}

} // namespace

std::optional<uint32_t> FunctionDecoder::whole_address(const Operand& operand) {
    const auto* const given = std::get_if<ptx::Address>(&operand.value);
    const auto found = given == nullptr ? std::nullopt : address(*given);
    if (!found) return std::nullopt;
    const uint32_t base = found->wide ? found->slot : resized(found->slot, 4, 8, false);
    if (found->offset == 0) return base;
    return sum_of(base, found->offset);
}

void FunctionDecoder::decode_bulk_copy(const Instruction& in) {
    const bool signals_mbarrier = in.modifiers.unknown.back() == "mbarrier::complete_tx::bytes";
    const Handler handler = bulk_copy(in.modifiers.space, in.modifiers.to_space);
    if (handler == nullptr || signals_mbarrier != (in.modifiers.to_space == Space::shared) ||
        in.operands.size() < (signals_mbarrier ? 4 : 3))
        return unsupported(in);
    const auto target = whole_address(in.operands[0]), from = whole_address(in.operands[1]);
    const auto object = signals_mbarrier ? whole_address(in.operands[3]) : std::optional(0u);
    if (!target || !from || !object) return unsupported(in);
    const uint32_t bytes = source(in.operands[2], Type::u32);
    MemorySite site;
    site.space = in.modifiers.space;
    site.elements = 2; // makes stored_value() return nullopt: no register has the value
    Inst& inst = emit(handler);
    inst.d = *target;
    inst.a = *from;
    inst.b = bytes;
    inst.c = *object;
    inst.aux = static_cast<uint32_t>(out_.sites.size());
    out_.sites.push_back(site);
    out_.instructions[pc_].access_bytes = 16;
}

void FunctionDecoder::decode_copy(const Instruction& in) {
    const Words& words = in.modifiers.unknown;
    if (has_no_effect(words)) return;
    if (words.size() > 1 && words[1] == "mbarrier") return decode_mbarrier(in);
    if (words == Words{"async", "bulk", "mbarrier::complete_tx::bytes"} ||
        words == Words{"async", "bulk", "bulk_group"})
        return decode_bulk_copy(in);
    if (words != Words{"async"}) return unsupported(in, async_copy_form_error(words));
    const auto place = [&](size_t operand) -> std::optional<AddressSlot> {
        const auto* const given =
            in.operands.size() > operand ? std::get_if<ptx::Address>(&in.operands[operand].value) : nullptr;
        return given == nullptr ? std::nullopt : address(*given);
    };
    const auto* const size = in.operands.size() > 2 ? std::get_if<ptx::Immediate>(&in.operands[2].value) : nullptr;
    auto to = place(0), from = place(1);
    if (!to || !from || size == nullptr || (size->bits != 4 && size->bits != 8 && size->bits != 16))
        return unsupported(in);
    if (!from->wide) from->slot = resized(from->slot, 4, 8, false);

    // Fourth operand: a byte limit, a predicate that suppresses the copy, or an ignored cache policy.
    const auto whole = static_cast<uint32_t>(size->bits);
    std::optional<uint32_t> limit;
    if (in.operands.size() > 3) {
        const auto* const reg = std::get_if<ptx::Register>(&in.operands[3].value);
        const uint32_t bytes = reg != nullptr ? register_bytes(*reg) : 4;
        if (bytes == 1) {
            Form select;
            select.opcode = ptx::Opcode::selp;
            select.type = Type::b32;
            const uint32_t none = constant_bits(4, 0), all = constant_bits(4, whole), ignored = predicate(*reg);
            limit = temporary(4);
            Inst& inst = emit(find_select(select));
            inst.d = *limit;
            inst.a = none;
            inst.b = all;
            inst.c = ignored;
        } else if (bytes == 4) {
            limit = source(in.operands[3], Type::u32);
        }
    }
    MemorySite site;
    site.elements = static_cast<uint8_t>(whole / 4);
    site.bytes = whole;
    for (uint32_t k = 0; k < site.elements; ++k) site.values[k] = temporary(4);
    const auto transfer = [&](Space space, const AddressSlot& where, bool store) {
        const MemoryHandler found = find_memory({space, Type::b32, 4, site.elements, store, where.wide, false});
        site.space = space;
        site.ops = found.ops;
        Inst& inst = emit(!store && limit ? load_part() : found.handler);
        inst.d = site.values[0];
        inst.a = where.slot;
        inst.b = static_cast<uint32_t>(where.offset);
        inst.c = !store && limit ? *limit : kept_shapes; // kept_shapes: caches no shape
        if (store) return keep_site(inst, site);
        inst.aux = static_cast<uint32_t>(out_.sites.size());
        out_.sites.push_back(site);
    };
    transfer(Space::global, *from, false);
    transfer(Space::shared, *to, true);
}

void FunctionDecoder::decode_mbarrier(const Instruction& in) {
    const ptx::Modifiers& m = in.modifiers;
    if (m.types.size() != 1 || m.types[0] != Type::b64) return unsupported(in);
    if (m.unknown == Words{"pending_count"} && in.operands.size() == 2) {
        const uint32_t state = source(in.operands[1], Type::b64);
        const Destination d = destination(in.operands[0], Type::u32);
        Inst& inst = emit(mbarrier_pending_count());
        inst.d = d.slot;
        inst.a = state;
        return finish(d);
    }
    const auto known = operation_of(m.unknown);
    const bool returns = !in.operands.empty() && !std::holds_alternative<ptx::Address>(in.operands[0].value);
    const size_t first = returns ? 1 : 0;
    const auto* const place =
        in.operands.size() > first ? std::get_if<ptx::Address>(&in.operands[first].value) : nullptr;
    auto where = place != nullptr ? address(*place) : std::nullopt;
    if (!known || !where || (m.space != Space::generic && m.space != Space::shared)) return unsupported(in);
    if (!where->wide) where->slot = resized(where->slot, 4, 8, false);
    const bool tests = known->op == MbarrierOp::test_state || known->op == MbarrierOp::test_parity;
    if (tests && (!returns || in.operands.size() < 3)) return unsupported(in);

    MemorySite site;
    site.space = m.space;
    site.elements = 2;
    site.values[0] =
        in.operands.size() > first + 1 ? source(in.operands[first + 1], known->operand) : constant_bits(4, 1);
    Destination d{temporary(8), 0, 8, 8, false};
    if (returns) d = destination(in.operands[0], tests ? Type::pred : Type::b64);
    Inst& inst = emit(mbarrier_handler(known->op));
    inst.d = d.slot;
    inst.a = where->slot;
    inst.b = static_cast<uint32_t>(where->offset);
    inst.aux = static_cast<uint32_t>(out_.sites.size());
    out_.sites.push_back(site);
    out_.instructions[pc_].access_bytes = sizeof(uint64_t);
    finish(d);
}

} // namespace warpscope::simt
