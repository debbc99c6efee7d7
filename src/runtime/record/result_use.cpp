#include "runtime/record/result_use.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace warpscope::runtime {
namespace {

constexpr int max_instructions = 160, deepest = 6;

/// Effect of an instruction on eax (the call's result) or on control flow
enum class Step : uint8_t { passes, reads, overwrites, jumps, branches, returns, unknown };

struct Instruction {
    Step step = Step::unknown;
    size_t bytes = 0;
    int64_t distance = 0; // jump distance from the instruction's end
};

struct Operands {
    bool known = false;
    size_t bytes = 0; // size of ModRM, SIB and displacement
    int reg = 0;
    bool memory = false;
    int rm = 0;             // register, unless `memory`
    bool addressed = false; // the address contains rax
};

class Decoder {
public:
    explicit Decoder(std::span<const uint8_t> code)
        : code_(code) {}

    [[nodiscard]] Instruction decode() {
        while (is_prefix(byte(at_))) {
            if (byte(at_) == 0x66) wide_ = 2;
            ++at_;
        }
        if ((byte(at_) & 0xf0) == 0x40) rex_ = byte(at_++);
        opcode_ = byte(at_++);
        Instruction found = opcode_ == 0x0f ? two_bytes() : one_byte();
        if (at_ > code_.size()) found.step = Step::unknown;
        found.bytes = at_;
        return found;
    }

private:
    static bool is_prefix(uint8_t byte) {
        constexpr std::string_view prefixes = "\x66\xf2\xf3\x2e\x36\x3e\x26\x64\x65";
        return prefixes.find(static_cast<char>(byte)) != std::string_view::npos;
    }
    [[nodiscard]] uint8_t byte(size_t at) const { return at < code_.size() ? code_[at] : uint8_t{0xcc}; }
    [[nodiscard]] size_t immediate() const { return wide_ == 2 ? 2 : 4; }

    Operands operands() {
        Operands out;
        const uint8_t modrm = byte(at_++);
        const int mode = modrm >> 6, low = modrm & 7;
        out.reg = (modrm >> 3 & 7) | ((rex_ & 4) != 0 ? 8 : 0);
        if (mode == 3) {
            out.rm = low | ((rex_ & 1) != 0 ? 8 : 0);
            return out;
        }
        out.memory = true;
        bool displacement = mode == 2 || (mode == 0 && low == 5);
        const bool extended = (rex_ & 1) != 0;
        if (low == 4) {
            const uint8_t sib = byte(at_++);
            const int base = sib & 7, index = sib >> 3 & 7;
            const bool no_base = base == 5 && mode == 0;
            displacement = displacement || no_base;
            out.addressed = (base == 0 && !extended) || (index == 0 && (rex_ & 2) == 0);
        } else {
            out.addressed = low == 0 && !extended;
        }
        at_ += displacement ? 4 : mode == 1 ? 1 : 0;
        return out;
    }
    static bool rm_is_eax(const Operands& o) { return !o.memory && o.rm == 0; }
    static bool reg_is_eax(const Operands& o) { return o.reg == 0; }
    static Step step(bool reads, bool overwrites) {
        return reads ? Step::reads : overwrites ? Step::overwrites : Step::passes;
    }
    Instruction jump(Step kind, size_t bytes) {
        int64_t distance = 0;
        if (bytes == 1) {
            distance = static_cast<int8_t>(byte(at_));
        } else {
            uint32_t value = 0;
            for (size_t k = 0; k < 4; ++k) value |= uint32_t{byte(at_ + k)} << (8 * k);
            distance = static_cast<int32_t>(value);
        }
        at_ += bytes;
        return {kind, 0, distance};
    }

    Instruction one_byte() {
        const uint8_t op = opcode_;
        if (op < 0x40 && (op & 7) < 4) return arithmetic();
        if (op < 0x40 && (op & 7) < 6) { // operates on al or eax
            at_ += (op & 7) == 4 ? 1 : immediate();
            return {Step::reads};
        }
        if (op >= 0x50 && op < 0x58) return {Step::passes}; // pushing rax may only align the stack
        if (op >= 0x58 && op < 0x60) return {step(false, op == 0x58 && (rex_ & 1) == 0)};
        if (op >= 0x70 && op < 0x80) return jump(Step::branches, 1);
        if (op >= 0xb0 && op < 0xb8) return at_ += 1, Instruction{Step::passes};
        if (op >= 0xb8 && op < 0xc0) {
            at_ += (rex_ & 8) != 0 ? 8 : immediate();
            return {step(false, op == 0xb8 && (rex_ & 1) == 0)};
        }
        switch (op) {
        case 0x63:
        case 0x8a:
        case 0x8b: return load();
        case 0x68: return at_ += 4, Instruction{Step::passes};
        case 0x6a: return at_ += 1, Instruction{Step::passes};
        case 0x69:
        case 0x6b: {
            const Instruction loaded = load();
            at_ += op == 0x6b ? 1 : immediate();
            return loaded;
        }
        case 0x80:
        case 0x83:
        case 0x81:
        case 0xc0:
        case 0xc1:
        case 0xd0:
        case 0xd1:
        case 0xd2:
        case 0xd3: {
            const Operands o = operands();
            at_ += op == 0x81 ? immediate() : op < 0xd0 ? 1 : 0;
            return {step(rm_is_eax(o) || o.addressed, false)};
        }
        case 0x84:
        case 0x85:
        case 0x86:
        case 0x87: {
            const Operands o = operands();
            return {step(rm_is_eax(o) || reg_is_eax(o) || o.addressed, false)};
        }
        case 0x88:
        case 0x89: {
            const Operands o = operands();
            return {step(reg_is_eax(o) || o.addressed, rm_is_eax(o) && op == 0x89)};
        }
        case 0x8d: { // lea
            const Operands o = operands();
            return {step(o.addressed, reg_is_eax(o))};
        }
        case 0x90:
        case 0xc9: return {Step::passes};
        case 0x98:
        case 0x99: return {Step::reads};
        case 0xa8: return at_ += 1, Instruction{Step::reads};
        case 0xa9: return at_ += immediate(), Instruction{Step::reads};
        case 0xc2: return at_ += 2, Instruction{Step::returns};
        case 0xc3: return {Step::returns};
        case 0xc6:
        case 0xc7: {
            const Operands o = operands();
            at_ += op == 0xc6 ? 1 : immediate();
            return {step(o.addressed, rm_is_eax(o) && op == 0xc7)};
        }
        case 0xe8: return at_ += 4, Instruction{Step::overwrites}; // call: its result replaces eax
        case 0xe9: return jump(Step::jumps, 4);
        case 0xeb: return jump(Step::jumps, 1);
        case 0xf6:
        case 0xf7: {
            const Operands o = operands();
            const int kind = o.reg & 7;
            at_ += kind > 1 ? 0 : op == 0xf6 ? 1 : immediate();
            return {step(rm_is_eax(o) || o.addressed || kind >= 4, false)};
        }
        case 0xfe:
        case 0xff: {
            const Operands o = operands();
            const int kind = o.reg & 7;
            const bool leaves = op == 0xff && (kind == 2 || kind == 4); // indirect call or jump
            return {step(rm_is_eax(o) || o.addressed, leaves)};
        }
        default: return {Step::unknown};
        }
    }

    Instruction arithmetic() {
        const Operands o = operands();
        const int kind = opcode_ >> 3;
        const bool clears = (kind == 6 || kind == 5) && !o.memory && o.rm == o.reg; // for example, xor eax, eax
        if (clears) return {step(false, o.rm == 0 && (opcode_ & 1) != 0)};
        return {step(rm_is_eax(o) || reg_is_eax(o) || o.addressed, false)};
    }
    Instruction load() {
        const Operands o = operands();
        return {step(rm_is_eax(o) || o.addressed, reg_is_eax(o) && opcode_ != 0x8a)};
    }

    Instruction two_bytes() {
        const uint8_t op = byte(at_++);
        if (op == 0x0b) return {Step::overwrites}; // ud2 after a call that does not return
        if (op >= 0x80 && op < 0x90) return jump(Step::branches, 4);
        const bool loads = (op >= 0x40 && op < 0x50) || op == 0xaf || op == 0xb6 || op == 0xb7 || op == 0xbe ||
                           op == 0xbf || op == 0x2c || op == 0x2d;
        const bool moves = op == 0x10 || op == 0x11 || (op >= 0x12 && op <= 0x17) || op == 0x28 || op == 0x29 ||
                           op == 0x2a || op == 0x2e || op == 0x2f || (op >= 0x51 && op <= 0x7f) || op == 0xc6 ||
                           op == 0xd6 || (op >= 0xd4 && op != 0xd7 && op != 0xff) || op == 0x18 || op == 0x1e ||
                           op == 0x1f || (op >= 0x90 && op < 0xa0);
        if (!loads && !moves) return {Step::unknown};
        const Operands o = operands();
        if (loads) {
            const bool vector = op == 0x2c || op == 0x2d; // float to integer
            const bool also_old = (op >= 0x40 && op < 0x50) || op == 0xaf;
            return {step((rm_is_eax(o) && !vector) || o.addressed || (also_old && reg_is_eax(o)), reg_is_eax(o))};
        }
        if (op == 0xc6 || (op >= 0x70 && op <= 0x73)) at_ += 1;
        const bool hint = op == 0x18 || op == 0x1e || op == 0x1f;
        const bool of_integer = op == 0x2a || op == 0x6e; // reads an integer register
        return {step(!hint && ((of_integer && rm_is_eax(o)) || o.addressed), op == 0x7e && rm_is_eax(o))};
    }

    std::span<const uint8_t> code_;
    size_t at_ = 0;
    uint8_t rex_ = 0, opcode_ = 0;
    int wide_ = 4;
};

class Walk {
public:
    Walk(std::span<const uint8_t> code, std::span<const size_t> callers)
        : code_(code)
        , callers_(callers) {}

    ResultUse follow(size_t at, size_t caller, int depth) {
        while (left_-- > 0 && at < code_.size()) {
            const Instruction next = Decoder(code_.subspan(at)).decode();
            const size_t after = at + next.bytes;
            const auto target = static_cast<size_t>(static_cast<int64_t>(after) + next.distance);
            switch (next.step) {
            case Step::unknown: return ResultUse::unknown;
            case Step::reads: return ResultUse::used;
            case Step::overwrites: return ResultUse::ignored;
            case Step::passes: at = after; break;
            case Step::jumps: at = target; break;
            case Step::returns:
                if (caller >= callers_.size()) return ResultUse::unknown; // main() has returned
                at = callers_[caller++];
                break;
            case Step::branches: {
                if (depth >= deepest) return ResultUse::unknown;
                const ResultUse one = follow(after, caller, depth + 1);
                if (one == ResultUse::used) return one;
                const ResultUse other = follow(target, caller, depth + 1);
                return other == ResultUse::used || one == other ? other : ResultUse::unknown;
            }
            }
        }
        return ResultUse::unknown;
    }

private:
    std::span<const uint8_t> code_;
    std::span<const size_t> callers_;
    int left_ = max_instructions;
};

} // namespace

ResultUse use_in_code(std::span<const uint8_t> code, size_t after, std::span<const size_t> callers) {
    return Walk(code, callers).follow(after, 0, 0);
}

ResultUse use_of_result([[maybe_unused]] const Frames& frames) {
#ifdef __x86_64__
    const auto place = place_in_program(return_address_here());
    if (frames.empty() || !place || *place != frames.front()) return ResultUse::unknown;
    const ProgramCode code = program_code();
    std::vector<size_t> after;
    for (const uint64_t frame : frames) after.push_back(frame + 1 - code.place);
    return use_in_code(code.bytes, after.front(), std::span(after).subspan(1));
#else
    return ResultUse::unknown;
#endif
}

} // namespace warpscope::runtime
