#include "sass/mix.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

namespace warpscope::sass {
namespace {

using enum InstructionClass;

struct Prefix {
    std::string_view text;
    InstructionClass which;
};

/// The first matching prefix determines the class. Reference: NVIDIA, CUDA Binary Utilities.
constexpr Prefix prefixes[] = {
    {"LDGSTS", global_memory},
    {"LDGDEPBAR", synchronization},
    {"DEPBAR", synchronization},
    {"LDG", global_memory},
    {"STG", global_memory},
    {"ATOMG", global_memory},
    {"ATOMS", shared_memory},
    {"ATOM", global_memory},
    {"REDUX", integer},
    {"RED", global_memory},
    {"LDSM", shared_memory},
    {"STSM", shared_memory},
    {"LDS", shared_memory},
    {"STS", shared_memory},
    {"LDL", local_memory},
    {"STL", local_memory},
    {"LDC", move},
    {"ULDC", move},
    {"UBLKCP", global_memory},
    {"UTMA", global_memory},
    {"CCTL", global_memory},
    {"TEX", texture},
    {"TLD", texture},
    {"TMML", texture},
    {"TXQ", texture},
    {"TXD", texture},
    {"SULD", texture},
    {"SUST", texture},
    {"SUATOM", texture},
    {"SURED", texture},
    {"HMMA", tensor},
    {"IMMA", tensor},
    {"DMMA", tensor},
    {"BMMA", tensor},
    {"HGMMA", tensor},
    {"IGMMA", tensor},
    {"QGMMA", tensor},
    {"BGMMA", tensor},
    {"QMMA", tensor},
    {"BAR", synchronization},
    {"MEMBAR", synchronization},
    {"ERRBAR", synchronization},
    {"FENCE", synchronization},
    {"SYNCS", synchronization},
    {"WARPSYNC", synchronization},
    {"B2R", synchronization},
    {"ELECT", synchronization},
    {"ARRIVES", synchronization},
    {"WARPGROUP", synchronization},
    {"BRA", control},
    {"BRX", control},
    {"JMP", control},
    {"JMX", control},
    {"EXIT", control},
    {"BSSY", control},
    {"BSYNC", control},
    {"BREAK", control},
    {"BMOV", control},
    {"BPT", control},
    {"CALL", control},
    {"RET", control},
    {"KILL", control},
    {"NANOSLEEP", control},
    {"YIELD", control},
    {"NOP", control},
    {"RPCMOV", control},
    {"F2I", conversion},
    {"I2F", conversion},
    {"F2F", conversion},
    {"I2I", conversion},
    {"FRND", conversion},
    {"F2FP", conversion},
    {"MOV", move},
    {"UMOV", move},
    {"CS2R", move},
    {"S2R", move},
    {"S2UR", move},
    {"R2UR", move},
    {"R2P", move},
    {"P2R", move},
    {"UP2UR", move},
    {"UR2UP", move},
    {"SHFL", move},
    {"MOVM", move},
    {"FADD", floating_point},
    {"FMUL", floating_point},
    {"FFMA", floating_point},
    {"FSET", floating_point},
    {"FMNMX", floating_point},
    {"FSEL", floating_point},
    {"FCHK", floating_point},
    {"FSWZADD", floating_point},
    {"MUFU", floating_point},
    {"HADD2", floating_point},
    {"HMUL2", floating_point},
    {"HFMA2", floating_point},
    {"HSET", floating_point},
    {"HMNMX2", floating_point},
    {"DADD", floating_point},
    {"DMUL", floating_point},
    {"DFMA", floating_point},
    {"DSET", floating_point},
    {"IADD", integer},
    {"UIADD", integer},
    {"IMAD", integer},
    {"UIMAD", integer},
    {"IMUL", integer},
    {"IABS", integer},
    {"IMNMX", integer},
    {"VIMNMX", integer},
    {"VIADD", integer},
    {"VABSDIFF", integer},
    {"ISETP", integer},
    {"UISETP", integer},
    {"ISCADD", integer},
    {"LEA", integer},
    {"ULEA", integer},
    {"LOP", integer},
    {"ULOP", integer},
    {"PLOP", integer},
    {"UPLOP", integer},
    {"SHF", integer},
    {"USHF", integer},
    {"SHL", integer},
    {"SHR", integer},
    {"SEL", integer},
    {"USEL", integer},
    {"PRMT", integer},
    {"UPRMT", integer},
    {"BMSK", integer},
    {"UBMSK", integer},
    {"SGXT", integer},
    {"USGXT", integer},
    {"POPC", integer},
    {"UPOPC", integer},
    {"FLO", integer},
    {"UFLO", integer},
    {"BREV", integer},
    {"UBREV", integer},
    {"IDP", integer},
    {"VOTE", integer},
    {"VOTEU", integer},
    {"MATCH", integer},
    {"LD", global_memory},
    {"ST", global_memory},
};

/// ptxas also uses multiplications to move values.
bool is_move(const Instruction& in) {
    return in.opcode.starts_with("IMAD.MOV") ||
           (in.opcode.starts_with("IMAD.U32") && in.operands.find(", RZ, RZ, ") != std::string::npos) ||
           (in.opcode.starts_with("HFMA2") && in.operands.find("-RZ, RZ,") != std::string::npos);
}

void count(LineMix& mix, const Instruction& in) {
    ++mix.instructions;
    mix.predicated += in.is_predicated() && class_of(in) != control ? 1 : 0;
    ++mix.classes[static_cast<size_t>(class_of(in))];
}

} // namespace

std::string_view name_of(InstructionClass which) {
    static constexpr std::array<std::string_view, instruction_classes> names{
        "integer",      "floating_point", "conversion", "move",    "global_memory",   "shared_memory",
        "local_memory", "texture",        "tensor",     "control", "synchronization", "other"};
    return names[static_cast<size_t>(which)];
}

InstructionClass class_of(const Instruction& instruction) {
    if (is_move(instruction)) return move;
    const std::string_view base = instruction.base_opcode();
    const auto found = std::ranges::find_if(prefixes, [&](const Prefix& p) { return base.starts_with(p.text); });
    return found == std::end(prefixes) ? other : found->which;
}

std::vector<LineMix> mix_by_line(const Function& function) {
    std::map<std::pair<std::string, uint32_t>, LineMix> lines;
    for (const Instruction& in : function.instructions) count(lines[{in.source.file, in.source.line}], in);
    std::vector<LineMix> out;
    for (auto& [place, mix] : lines) {
        mix.file = place.first;
        mix.line = place.second;
        out.push_back(std::move(mix));
    }
    return out;
}

LineMix mix_of(const Function& function) {
    LineMix sum;
    for (const Instruction& in : function.instructions) count(sum, in);
    return sum;
}

} // namespace warpscope::sass
