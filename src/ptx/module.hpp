// A PTX module as text says it: directives, functions, instructions with parsed operands. No semantics, no execution.
//
// Produced by parse() (ptx/parser.hpp), consumed by the control-flow graph (ptx/cfg.hpp) and by the emulator's decoder
// (simt/program.hpp). Reference: NVIDIA, Parallel Thread Execution ISA.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/diagnostic.hpp"
#include "ptx/opcodes.hpp"
#include "ptx/words.hpp"

namespace warpscope::ptx {

/// How a video instruction takes a register: .b0, .h1, .b3210. Digits in hexadecimal, the first one written highest.
struct RegisterPart {
    uint8_t bits = 0; // 8 of .b, 16 of .h, 0 of a whole register
    uint8_t count = 0;
    uint16_t digits = 0;
    bool minus = false; // -%r of vmad

    friend bool operator==(const RegisterPart&, const RegisterPart&) = default;
};
struct Register {
    uint32_t index = 0;   // into Function::registers
    bool negated = false; // !%p as a source
    RegisterPart part{};

    friend bool operator==(const Register&, const Register&) = default;
};
struct Immediate {
    uint64_t bits = 0; // integers sign-extended to 64 bits; 0f and 0d literals and decimal floats as the bits of an f64
    bool floating = false;
    bool single = false; // written as 0fXXXXXXXX; `bits` then holds that f32's own 32 bits

    friend bool operator==(const Immediate&, const Immediate&) = default;
};
struct SpecialRegister {
    Special which = Special::tid;
    uint8_t component = 0; // 0 x, 1 y, 2 z, 3 w

    friend bool operator==(const SpecialRegister&, const SpecialRegister&) = default;
};
/// A variable, parameter or function used by name: its address. Names are looked up in the function first, then in the
/// module. Variables and registers of nested scopes are renamed ("param0$1") so that a name means one thing in a
/// function. The parser has checked that the name exists, unless it begins with '%': those are special registers which
/// are not known here.
struct SymbolRef {
    std::string name;
    int64_t offset = 0;

    friend bool operator==(const SymbolRef&, const SymbolRef&) = default;
};
/// [base + offset] where base is a register, a symbol, or an absolute number.
struct Address {
    std::variant<Register, SymbolRef, Immediate> base; // a SymbolRef here has offset 0: it is all in `offset`
    int64_t offset = 0;

    friend bool operator==(const Address&, const Address&) = default;
};
struct LabelRef {
    uint32_t target = 0; // instruction index in the same function

    friend bool operator==(const LabelRef&, const LabelRef&) = default;
};
struct Sink { // _
    friend bool operator==(const Sink&, const Sink&) = default;
};
struct Operand;
struct VectorOperand {
    std::vector<Operand> elements; // never vectors themselves
};
/// One operand. A register vector (.reg .v4 .f32 v) is split into registers: v.x is one, v is a VectorOperand.
struct Operand {
    std::variant<Register, Immediate, SpecialRegister, SymbolRef, Address, LabelRef, Sink, VectorOperand> value;
};
[[nodiscard]] bool operator==(const Operand& a, const Operand& b);
[[nodiscard]] bool operator==(const VectorOperand& a, const VectorOperand& b);

/// Arguments of a call, in order.
struct CallOperands {
    std::vector<Operand> results;
    Operand callee;
    std::vector<Operand> arguments;
    std::string prototype; // of an indirect call
    bool noreturn = false; // the callee never returns: __assertfail, or declared .noreturn

    friend bool operator==(const CallOperands&, const CallOperands&) = default;
};

/// Operands are parsed for every opcode whose row in opcodes.def says `emulated`, but for bulk copies; for the others
/// there is only `text`.
struct Instruction {
    Opcode opcode{};
    Modifiers modifiers;
    std::vector<Operand> operands;        // destination first; "p|q" destinations are two operands
    std::vector<CallOperands> call;       // one element for call, else empty
    std::vector<uint32_t> branch_targets; // brx.idx: the label table, resolved
    bool predicated = false;
    Register predicate;    // valid when predicated; `negated` for @!p
    uint32_t ptx_line = 0; // 1-based line in the PTX text
    SourceLocation source; // from .loc; file empty when unknown. Inlined code names the innermost place.
    /// Of inlined code: the calls that brought it here, innermost first; the last is in the function's own text.
    std::vector<SourceLocation> inlined_at;
    uint32_t used_bytes = ~0u; // of a load: bytes that are used of what it brings (.pragma "used_bytes_mask")
    std::string text;          // the instruction as written, without label and semicolon, white space made single

    friend bool operator==(const Instruction&, const Instruction&) = default;
};

/// The opcode with its suffixes as written, "ld.global.nc.f32".
[[nodiscard]] std::string_view mnemonic_of(const Instruction& instruction);

struct RegisterDecl {
    std::string name; // with %
    Type type = Type::b32;

    friend bool operator==(const RegisterDecl&, const RegisterDecl&) = default;
};

/// A variable in any space: module scope, function scope (.shared, .local, .param, .const), or a parameter.
struct Variable {
    std::string name;
    Space space = Space::global;
    Type type = Type::b8;
    uint32_t alignment = 1; // bytes
    uint64_t bytes = 0;     // whole size; 0 for `extern .shared x[]`
    bool is_extern = false;
    std::vector<std::byte> initial; // empty, or `bytes` long
    /// Addresses of other symbols inside `initial` (tables of pointers).
    struct Relocation {
        uint64_t offset = 0;
        std::string symbol;
        int64_t addend = 0;
        bool generic = false;
        uint32_t bytes = 8; // how much of the address is stored, its lowest bit being address bit `shift`:
        uint32_t shift = 0; // 0xff00(symbol) in a table of bytes is one byte, shift 8

        friend bool operator==(const Relocation&, const Relocation&) = default;
    };
    std::vector<Relocation> relocations;
    uint32_t ptx_line = 0;

    friend bool operator==(const Variable&, const Variable&) = default;
};

/// What an indirect call may reach: a signature (.callprototype) or a list of functions (.calltargets).
struct CallPrototype {
    std::string name;
    std::vector<Variable> results, parameters;
    std::vector<std::string> targets; // of .calltargets; empty for .callprototype

    friend bool operator==(const CallPrototype&, const CallPrototype&) = default;
};

struct Function {
    std::string name;
    bool is_entry = false;
    bool is_declaration = false; // no body (extern: vprintf, __assertfail, malloc, free)
    std::vector<Variable> results, parameters;
    std::vector<RegisterDecl> registers; // those that instructions use
    std::vector<Variable> variables;     // .shared, .local and .param declared inside
    std::vector<CallPrototype> prototypes;
    std::vector<Instruction> body;            // never runs off its end: the parser adds a `ret` where it would
    uint32_t max_threads = 0;                 // .maxntid or .reqntid product, 0 when absent
    std::array<uint32_t, 3> required_block{}; // .reqntid, all 0 when absent
    bool noreturn = false;
    uint32_t ptx_line = 0;

    friend bool operator==(const Function&, const Function&) = default;
};

/// A second name for a function.
struct Alias {
    std::string name, target;

    friend bool operator==(const Alias&, const Alias&) = default;
};

struct Note {
    uint32_t ptx_line = 0;
    std::string message; // e.g. "directive .foo skipped"

    friend bool operator==(const Note&, const Note&) = default;
};

struct Module {
    std::string version; // "9.0"
    std::string target;  // "sm_75"
    uint32_t address_size = 64;
    std::vector<std::string> files; // by .file index; unused indices are empty
    std::vector<Variable> variables;
    std::vector<Function> functions;
    std::vector<Alias> aliases;
    std::vector<Note> notes; // skipped directives and the like

    /// The entry with the symbol `name`, or the only one that it names as the source would: "blur", "image::blur",
    /// "blur<float, 3>", "blur(float*, int)" (see match_name); nullptr when there is none or a choice.
    [[nodiscard]] const Function* find_entry(std::string_view name) const;
    /// Why find_entry() finds none: the kernels there are, or those that `name` may mean.
    [[nodiscard]] Diagnostic why_no_entry(std::string_view name) const;
    /// Entries and other functions by exact name or alias.
    [[nodiscard]] const Function* find_function(std::string_view name) const;
    /// By symbol, or the only `__device__` or `__constant__` variable that `name` names, as in find_entry().
    [[nodiscard]] const Variable* find_variable(std::string_view name) const;

    friend bool operator==(const Module&, const Module&) = default;
};

} // namespace warpscope::ptx
