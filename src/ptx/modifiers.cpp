#include "ptx/modifiers.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace warpscope::ptx {
namespace {

using namespace std::string_view_literals;

template<class Enum>
using Names = std::pair<std::string_view, Enum>;

constexpr auto type_names = std::to_array<Names<Type>>({
    {"none", Type::none},     {"pred", Type::pred},   {"b8", Type::b8},         {"b16", Type::b16},
    {"b32", Type::b32},       {"b64", Type::b64},     {"b128", Type::b128},     {"u8", Type::u8},
    {"u16", Type::u16},       {"u32", Type::u32},     {"u64", Type::u64},       {"s8", Type::s8},
    {"s16", Type::s16},       {"s32", Type::s32},     {"s64", Type::s64},       {"f16", Type::f16},
    {"f16x2", Type::f16x2},   {"bf16", Type::bf16},   {"bf16x2", Type::bf16x2}, {"f32", Type::f32},
    {"f64", Type::f64},       {"u16x2", Type::u16x2}, {"s16x2", Type::s16x2},   {"e4m3x2", Type::e4m3x2},
    {"e5m2x2", Type::e5m2x2}, {"tf32", Type::tf32},   {"f32x2", Type::f32x2},
});

constexpr auto space_names = std::to_array<Names<Space>>({
    {"generic", Space::generic},
    {"reg", Space::reg},
    {"const", Space::const_},
    {"global", Space::global},
    {"local", Space::local},
    {"param", Space::param},
    {"shared", Space::shared},
    {"shared::cta", Space::shared},
    {"shared::cluster", Space::shared},
    {"param::entry", Space::param},
    {"param::func", Space::param},
});

constexpr auto special_names = std::to_array<Names<Special>>({
    {"tid", Special::tid},
    {"ntid", Special::ntid},
    {"ctaid", Special::ctaid},
    {"nctaid", Special::nctaid},
    {"laneid", Special::laneid},
    {"warpid", Special::warpid},
    {"nwarpid", Special::nwarpid},
    {"smid", Special::smid},
    {"nsmid", Special::nsmid},
    {"gridid", Special::gridid},
    {"lanemask_eq", Special::lanemask_eq},
    {"lanemask_le", Special::lanemask_le},
    {"lanemask_lt", Special::lanemask_lt},
    {"lanemask_ge", Special::lanemask_ge},
    {"lanemask_gt", Special::lanemask_gt},
    {"clock", Special::clock},
    {"clock_hi", Special::clock_hi},
    {"clock64", Special::clock64},
    {"globaltimer", Special::globaltimer},
    {"globaltimer_lo", Special::globaltimer_lo},
    {"globaltimer_hi", Special::globaltimer_hi},
    {"dynamic_smem_size", Special::dynamic_smem_size},
    {"total_smem_size", Special::total_smem_size},
    {"clusterid", Special::clusterid},
    {"nclusterid", Special::nclusterid},
    {"cluster_ctaid", Special::cluster_ctaid},
    {"cluster_nctaid", Special::cluster_nctaid},
    {"cluster_ctarank", Special::cluster_ctarank},
    {"cluster_nctarank", Special::cluster_nctarank},
    {"is_explicit_cluster", Special::is_explicit_cluster},
    {"aggr_smem_size", Special::aggr_smem_size},
    {"reserved_smem_offset_begin", Special::reserved_smem_offset_begin},
    {"reserved_smem_offset_end", Special::reserved_smem_offset_end},
    {"reserved_smem_offset_cap", Special::reserved_smem_offset_cap},
    {"reserved_smem_offset_0", Special::reserved_smem_offset_0},
    {"reserved_smem_offset_1", Special::reserved_smem_offset_1},
    {"current_graph_exec", Special::current_graph_exec},
    {"envreg", Special::envreg},
    {"pm", Special::pm},
    {"pm_64", Special::pm_64},
});

constexpr auto rounding_words = std::to_array<Names<Rounding>>({
    {"rn", Rounding::rn},
    {"rz", Rounding::rz},
    {"rm", Rounding::rm},
    {"rp", Rounding::rp},
    {"rna", Rounding::rna},
    {"rni", Rounding::rni},
    {"rzi", Rounding::rzi},
    {"rmi", Rounding::rmi},
    {"rpi", Rounding::rpi},
});

constexpr auto compare_words = std::to_array<Names<Compare>>({
    {"eq", Compare::eq},
    {"ne", Compare::ne},
    {"lt", Compare::lt},
    {"le", Compare::le},
    {"gt", Compare::gt},
    {"ge", Compare::ge},
    {"lo", Compare::lo},
    {"ls", Compare::ls},
    {"hi", Compare::hi},
    {"hs", Compare::hs},
    {"equ", Compare::equ},
    {"neu", Compare::neu},
    {"ltu", Compare::ltu},
    {"leu", Compare::leu},
    {"gtu", Compare::gtu},
    {"geu", Compare::geu},
    {"num", Compare::num},
    {"nan", Compare::nan},
});

constexpr auto bool_words = std::to_array<Names<BoolOp>>({
    {"and", BoolOp::and_},
    {"or", BoolOp::or_},
    {"xor", BoolOp::xor_},
});

constexpr auto atomic_words = std::to_array<Names<AtomicOp>>({
    {"and", AtomicOp::and_},
    {"or", AtomicOp::or_},
    {"xor", AtomicOp::xor_},
    {"cas", AtomicOp::cas},
    {"exch", AtomicOp::exch},
    {"add", AtomicOp::add},
    {"inc", AtomicOp::inc},
    {"dec", AtomicOp::dec},
    {"min", AtomicOp::min},
    {"max", AtomicOp::max},
});

constexpr auto scope_words = std::to_array<Names<Scope>>({
    {"cta", Scope::cta},
    {"cluster", Scope::cluster},
    {"gpu", Scope::gpu},
    {"gl", Scope::gpu},
    {"sys", Scope::sys},
});

constexpr auto semantics_words = std::to_array<Names<Semantics>>({
    {"weak", Semantics::weak},
    {"relaxed", Semantics::relaxed},
    {"acquire", Semantics::acquire},
    {"release", Semantics::release},
    {"acq_rel", Semantics::acq_rel},
    {"sc", Semantics::sc},
    {"volatile", Semantics::volatile_},
    {"mmio", Semantics::mmio},
});

constexpr auto mode_words = std::to_array<Names<Mode>>({
    {"up", Mode::up},         {"down", Mode::down},
    {"bfly", Mode::bfly},     {"idx", Mode::idx},
    {"all", Mode::all},       {"any", Mode::any},
    {"ballot", Mode::ballot}, {"f4e", Mode::f4e},
    {"b4e", Mode::b4e},       {"rc8", Mode::rc8},
    {"ecl", Mode::ecl},       {"ecr", Mode::ecr},
    {"rc16", Mode::rc16},     {"warp", Mode::warp},
    {"finite", Mode::finite}, {"infinite", Mode::infinite},
    {"number", Mode::number}, {"notanumber", Mode::notanumber},
    {"normal", Mode::normal}, {"subnormal", Mode::subnormal},
    {"l", Mode::left},        {"r", Mode::right},
    {"shr7", Mode::shr7},     {"shr15", Mode::shr15},
});

constexpr auto flag_words = std::to_array<Names<bool Modifiers::*>>({
    {"ftz", &Modifiers::ftz},         {"sat", &Modifiers::sat},         {"approx", &Modifiers::approx},
    {"full", &Modifiers::full},       {"hi", &Modifiers::hi},           {"lo", &Modifiers::lo},
    {"wide", &Modifiers::wide},       {"cc", &Modifiers::cc},           {"to", &Modifiers::to},
    {"uni", &Modifiers::uni},         {"nc", &Modifiers::nc},           {"sync", &Modifiers::sync},
    {"aligned", &Modifiers::aligned}, {"noftz", &Modifiers::noftz},     {"shiftamt", &Modifiers::shiftamt},
    {"NaN", &Modifiers::nan},         {"xorsign", &Modifiers::xorsign}, {"abs", &Modifiers::abs},
    {"relu", &Modifiers::relu},       {"tail", &Modifiers::tail},       {"popc", &Modifiers::popc},
    {"wrap", &Modifiers::wrap},       {"clamp", &Modifiers::clamp},     {"satfinite", &Modifiers::satfinite},
    {"po", &Modifiers::po},
});

constexpr auto hint_words = std::to_array<std::string_view>({"ca", "cg", "cs", "lu", "cv", "wb", "wt", "L1", "L2"});

template<class Enum, size_t Count>
std::optional<Enum> lookup(const std::array<Names<Enum>, Count>& names, std::string_view name) {
    const auto found = std::ranges::find(names, name, &Names<Enum>::first);
    if (found == names.end()) return std::nullopt;
    return found->second;
}

template<class Enum, size_t Count>
std::string_view reverse_lookup(const std::array<Names<Enum>, Count>& names, Enum value) {
    const auto found = std::ranges::find(names, value, &Names<Enum>::second);
    return found == names.end() ? "?"sv : found->first;
}

template<class Enum, size_t Count>
bool enter(const std::array<Names<Enum>, Count>& names, std::string_view word, Enum& field) {
    if (const auto value = lookup(names, word)) {
        field = *value;
        return true;
    }
    return false;
}

bool is_cache_hint(std::string_view word) {
    return std::ranges::find(hint_words, word) != hint_words.end() || word.starts_with("L1::") ||
           word.starts_with("L2::") || word.starts_with("level::");
}

bool apply_by_opcode(Modifiers& m, Opcode opcode, std::string_view word) {
    switch (opcode) {
    case Opcode::set:
    case Opcode::setp: return enter(compare_words, word, m.compare) || enter(bool_words, word, m.bool_op);
    case Opcode::atom:
    case Opcode::red:
    case Opcode::redux: return enter(atomic_words, word, m.atomic);
    case Opcode::cp: // the target's space precedes the source's
        if (const auto space = lookup(space_names, word); space && m.space != Space::generic) {
            m.to_space = m.space;
            m.space = *space;
            return true;
        }
        return false;
    case Opcode::lop3: return enter(bool_words, word, m.bool_op);
    case Opcode::bar:
    case Opcode::barrier:
        if (word == "sync" && m.mode == Mode::none) return m.mode = Mode::sync, true;
        if (word == "arrive" && m.mode == Mode::none) return m.mode = Mode::arrive, true;
        if (word == "red" && m.mode == Mode::none) return m.mode = Mode::red, true;
        return enter(bool_words, word, m.bool_op);
    case Opcode::vote:
        if (word == "uni") return m.mode = Mode::uni, true;
        return false;
    default:
        // Video instructions combine their result with the third operand by .add, .min or .max.
        return info_of(opcode).kind == OpcodeKind::video &&
               (enter(compare_words, word, m.compare) || enter(atomic_words, word, m.atomic));
    }
}

} // namespace

std::optional<Type> type_from_name(std::string_view name) {
    const auto type = lookup(type_names, name);
    return type == Type::none ? std::nullopt : type;
}
std::string_view name_of(Type type) { return reverse_lookup(type_names, type); }
std::optional<Space> space_from_name(std::string_view name) { return lookup(space_names, name); }
std::string_view name_of(Space space) { return reverse_lookup(space_names, space); }
std::optional<Special> special_from_name(std::string_view name) { return lookup(special_names, name); }
std::string_view name_of(Special special) { return reverse_lookup(special_names, special); }

bool has_component(Special special) {
    switch (special) {
    case Special::tid:
    case Special::ntid:
    case Special::ctaid:
    case Special::nctaid:
    case Special::clusterid:
    case Special::nclusterid:
    case Special::cluster_ctaid:
    case Special::cluster_nctaid: return true;
    default: return false;
    }
}

bool parses_operands(Opcode opcode, const Modifiers& m) {
    const bool tensor = opcode == Opcode::cp && std::ranges::find(m.unknown, "tensor") != m.unknown.end();
    return info_of(opcode).support == OpcodeSupport::emulated && !tensor;
}

void apply_suffix(Modifiers& m, Opcode opcode, std::string_view word) {
    if (apply_by_opcode(m, opcode, word)) return;
    if (const auto type = type_from_name(word)) {
        m.types.push_back(*type);
        return;
    }
    if (enter(rounding_words, word, m.rounding) || enter(space_names, word, m.space) ||
        enter(scope_words, word, m.scope) || enter(semantics_words, word, m.semantics) ||
        enter(mode_words, word, m.mode))
        return;
    if (const auto flag = lookup(flag_words, word)) {
        m.*(*flag) = true;
        return;
    }
    if (word == "v2" || word == "v4" || word == "v8") {
        m.vector = static_cast<uint8_t>(word[1] - '0');
        return;
    }
    if (!is_cache_hint(word)) m.unknown.emplace_back(word);
}

} // namespace warpscope::ptx
