// Syntax tree. Reference: NVIDIA, Parallel Thread Execution ISA.
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

/// Parts of a register in a video instruction: .b0, .h1, .b3210. `digits` is 0x3210 for .b3210.
struct RegisterPart {
    uint8_t bits = 0; // 8 for .b, 16 for .h, 0 for a whole register
    uint8_t count = 0;
    uint16_t digits = 0;
    bool minus = false; // -%r of vmad

    friend bool operator==(const RegisterPart&, const RegisterPart&) = default;
};
struct Register {
    uint32_t index = 0;   // index in Function::registers
    bool negated = false; // !%p as a source
    RegisterPart part{};

    friend bool operator==(const Register&, const Register&) = default;
};
struct Immediate {
    uint64_t bits = 0; // integers sign-extended; floating-point numbers as f64 bits
    bool floating = false;
    bool single = false; // 0fXXXXXXXX: `bits` holds an f32

    friend bool operator==(const Immediate&, const Immediate&) = default;
};
struct SpecialRegister {
    Special which = Special::tid;
    uint8_t component = 0; // x, y, z, w

    friend bool operator==(const SpecialRegister&, const SpecialRegister&) = default;
};
/// Address of a symbol. Names in nested scopes are unique ("param0$1"). A name that begins with '%' is an unknown
/// special register.
struct SymbolRef {
    std::string name;
    int64_t offset = 0;

    friend bool operator==(const SymbolRef&, const SymbolRef&) = default;
};
struct Address {
    std::variant<Register, SymbolRef, Immediate> base; // a SymbolRef here has offset 0
    int64_t offset = 0;

    friend bool operator==(const Address&, const Address&) = default;
};
struct LabelRef {
    uint32_t target = 0; // instruction of the same function

    friend bool operator==(const LabelRef&, const LabelRef&) = default;
};
struct Sink { // the operand "_"
    friend bool operator==(const Sink&, const Sink&) = default;
};
struct Operand;
struct VectorOperand {
    std::vector<Operand> elements;
};
/// Operand. A register vector (.reg .v4 .f32 v) is a VectorOperand; its element v.x is a Register.
struct Operand {
    std::variant<Register, Immediate, SpecialRegister, SymbolRef, Address, LabelRef, Sink, VectorOperand> value;
};
[[nodiscard]] bool operator==(const Operand& a, const Operand& b);
[[nodiscard]] bool operator==(const VectorOperand& a, const VectorOperand& b);

struct CallOperands {
    std::vector<Operand> results;
    Operand callee;
    std::vector<Operand> arguments;
    std::string prototype;
    bool noreturn = false; // __assertfail or .noreturn

    friend bool operator==(const CallOperands&, const CallOperands&) = default;
};

/// Tensor-map copies and opcodes that are not `emulated` have `text`, but no operands.
struct Instruction {
    Opcode opcode{};
    Modifiers modifiers;
    std::vector<Operand> operands;        // destination first; "p|q" are two operands
    std::vector<CallOperands> call;       // one for call, else empty
    std::vector<uint32_t> branch_targets; // targets of brx.idx
    bool predicated = false;
    Register predicate;    // `negated` for @!p
    uint32_t ptx_line = 0; // 1-based
    SourceLocation source; // from .loc; innermost for inlined code
    /// Call sites of inlined code, innermost first.
    std::vector<SourceLocation> inlined_at;
    uint32_t used_bytes = ~0u; // mask of used loaded bytes (.pragma "used_bytes_mask")
    std::string text;          // without label and semicolon, white space normalized

    friend bool operator==(const Instruction&, const Instruction&) = default;
};

/// Returns opcode and suffixes: "ld.global.nc.f32".
[[nodiscard]] std::string_view mnemonic_of(const Instruction& instruction);

struct RegisterDecl {
    std::string name;
    Type type = Type::b32;

    friend bool operator==(const RegisterDecl&, const RegisterDecl&) = default;
};

struct Variable {
    std::string name;
    Space space = Space::global;
    Type type = Type::b8;
    uint32_t alignment = 1;
    uint64_t bytes = 0; // 0 for `extern .shared x[]`
    bool is_extern = false;
    std::vector<std::byte> initial; // empty, or `bytes` long
    /// Place in `initial` for a symbol's address.
    struct Relocation {
        uint64_t offset = 0;
        std::string symbol;
        int64_t addend = 0;
        bool generic = false;
        uint32_t bytes = 8; // length of the stored part of the address
        uint32_t shift = 0; // first stored address bit: 8 for 0xff00(symbol)

        friend bool operator==(const Relocation&, const Relocation&) = default;
    };
    std::vector<Relocation> relocations;
    uint32_t ptx_line = 0;

    friend bool operator==(const Variable&, const Variable&) = default;
};

struct CallPrototype {
    std::string name;
    std::vector<Variable> results, parameters;
    std::vector<std::string> targets; // only for .calltargets

    friend bool operator==(const CallPrototype&, const CallPrototype&) = default;
};

struct Function {
    std::string name;
    bool is_entry = false;
    bool is_declaration = false; // e.g. vprintf, __assertfail, malloc
    std::vector<Variable> results, parameters;
    std::vector<RegisterDecl> registers;
    std::vector<Variable> variables; // .shared, .local and .param inside
    std::vector<CallPrototype> prototypes;
    std::vector<Instruction> body;            // never falls off the end; the parser may append `ret`
    uint32_t max_threads = 0;                 // product of .maxntid or .reqntid; 0 if absent
    std::array<uint32_t, 3> required_block{}; // .reqntid; 0 if absent
    bool noreturn = false;
    uint32_t ptx_line = 0;

    friend bool operator==(const Function&, const Function&) = default;
};

struct Alias {
    std::string name, target;

    friend bool operator==(const Alias&, const Alias&) = default;
};

struct Note {
    uint32_t ptx_line = 0;
    Message message;

    friend bool operator==(const Note&, const Note&) = default;
};

struct Module {
    std::string version; // "9.0"
    std::string target;  // "sm_75"
    uint32_t address_size = 64;
    std::vector<std::string> files; // by .file number
    std::vector<Variable> variables;
    std::vector<Function> functions;
    std::vector<Alias> aliases;
    std::vector<Note> notes;

    /// Finds a symbol, or the only entry matching "blur", "image::blur", "blur<float, 3>" or "blur(float*, int)".
    [[nodiscard]] const Function* find_entry(std::string_view name) const;
    [[nodiscard]] Diagnostic missing_entry_error(std::string_view name) const;
    [[nodiscard]] const Function* find_function(std::string_view name) const;
    /// Finds a symbol, or the only matching `__device__` or `__constant__` variable.
    [[nodiscard]] const Variable* find_variable(std::string_view name) const;

    friend bool operator==(const Module&, const Module&) = default;
};

} // namespace warpscope::ptx
