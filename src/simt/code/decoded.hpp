// What a decoded program consists of, for the decoder and the executor. Immutable once built.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "simt/code/instruction.hpp"
#include "simt/code/matrix.hpp"
#include "simt/program.hpp"

namespace warpscope::simt {

/// A slot whose value is the same for all lanes during a launch: immediates, addresses of variables, kernel parameters.
struct ConstantSlot {
    enum class Kind : uint8_t { bits, variable, shared, local, function, parameter };
    Kind kind = Kind::bits;
    uint8_t bytes = 4; // per lane
    uint32_t offset = 0;
    uint64_t bits = 0;  // the value, or what is added to the address; parameter: bytes to read, 0x100 for signed
    uint32_t index = 0; // variable of the module, shared variable, function; parameter: offset in the parameter block
};

/// A special register that some instruction reads.
struct SpecialSlot {
    ptx::Special which{};
    uint8_t component = 0;
    uint32_t offset = 0;
};

/// Instructions [first_pc, end_pc) run under one mask: entered at the top, left at the bottom.
struct BasicBlock {
    uint32_t first_pc = 0, end_pc = 0;
};

struct ElementOps; // access.hpp

/// What a load, store or atomic needs beyond its Inst.
struct MemorySite {
    ptx::Space space{};
    uint8_t elements = 1;
    uint8_t register_bytes = 4;     // per lane and element, of a load or store
    uint32_t values[8]{};           // slots of the elements, destination or source
    uint32_t results[8]{};          // likewise, of an atomic on a vector: where the old values go
    uint32_t bytes = 0;             // per lane, all elements together
    uint32_t shared_variable = ~0u; // that it is certainly meant for; ~0: not known
    const ElementOps* ops = nullptr;
    bool whole = false; // of strong accesses: all elements of a lane go at once
};

/// A video instruction: on one value of up to 32 bits (vadd), or on two or four parts of words (vadd2, vadd4).
struct VideoSite {
    /// Which bits of b:a, taken as one word of 64 bits, are an operand's parts.
    struct Pick {
        uint8_t first[4]{};
        uint8_t bits = 32;
        bool is_signed = false;
    };
    ptx::Opcode operation{}; // that on one value
    ptx::Compare compare{};
    ptx::AtomicOp second{}; // what is done with c: add, min, max; none: parts are merged into it
    Pick a, b;
    uint8_t parts = 1, part_bits = 32; // of the result
    uint8_t mask = 1;                  // which of them are written
    uint8_t merge_at = 0;              // bit of c where a single part goes
    bool is_signed = false, saturates = false, wraps = false;
    bool negates_product = false, negates_c = false, plus_one = false, any_signed = false; // vmad
    uint8_t shift = 0;                                                                     // vmad
};

struct CallSite {
    uint32_t callee = ~0u;           // function of the module; ~0: taken from `pointer`
    uint32_t pointer = 0;            // slot of the function's address
    std::vector<uint32_t> arguments; // caller's local offsets, in order
    std::vector<uint32_t> results;
    std::string extern_name; // vprintf and the like
};

struct DecodedFunction {
    std::vector<Inst> code;
    std::vector<ConstantSlot> constants;
    std::vector<SpecialSlot> specials;
    uint32_t frame_bytes = 0; // registers, constants and temporaries
    struct Range {
        uint32_t offset = 0, bytes = 0;
    };
    std::vector<Range> registers;      // by register of the PTX
    std::vector<Range> cleared;        // registers that must be zero when the function is entered
    std::vector<Range> timeless;       // registers that hold no times: see ptx/analysis/clock_values.hpp
    uint32_t local_bytes = 0;          // per lane: local variables, call parameters, own parameters
    std::optional<uint32_t> allocated; // slot of what it has taken of the stack beyond that, see local_stack.hpp
    std::optional<uint64_t> stack;     // of the deepest chain of calls from here, where that is known beforehand
    std::vector<uint32_t> parameter_offsets, result_offsets; // device functions: in the local frame
    std::vector<uint32_t> parameter_bytes, result_bytes;
    std::vector<uint32_t> callees; // direct ones
    bool has_indirect_call = false;
    std::vector<uint32_t> shared_variables; // used here: indices into Impl::shared_variables
    uint32_t first_pc = 0;
    std::unordered_map<std::string, uint32_t> stack_offsets; // of variables, by name
};

/// What the system keeps for itself of a block's shared memory: that of GPUs since sm_80.
inline constexpr uint32_t reserved_shared_bytes = 1024;

struct SharedVariable {
    std::string name;
    uint32_t function = ~0u; // ~0: module scope
    uint32_t alignment = 1;
    uint64_t bytes = 0;
    bool is_extern = false;

    /// Returns whether a launch gives it what bytes it has.
    [[nodiscard]] bool dynamic() const { return is_extern && bytes == 0; }
};

struct Kernel {
    uint32_t function = 0;
    std::vector<ParameterInfo> parameters;
    uint64_t parameter_bytes = 0;
    std::vector<uint32_t> shared_offsets; // by shared variable; ~0 when this kernel does not reach it
    uint32_t static_shared_bytes = 0;
    uint64_t stack_bytes = 0; // per lane, calls included
    Resources resources;
    std::vector<SharedVariableInfo> shared; // by offset
};

struct Program::Impl {
    std::shared_ptr<const ptx::Module> module;
    std::vector<InstructionInfo> instructions;
    std::vector<BasicBlock> blocks;
    std::vector<uint32_t> predicated; // pcs counted by lanes switched off, by index
    std::vector<MemorySite> sites;
    std::vector<CallSite> calls;
    std::vector<VideoSite> videos;
    std::vector<MatrixProduct> matrix_products;
    std::vector<MatrixAddresses> matrix_addresses;
    std::vector<std::vector<uint32_t>> tables; // brx.idx targets, as instruction numbers in the function's code
    std::vector<SharedVariable> shared_variables;
    std::vector<DecodedFunction> functions; // by module function
    std::vector<Kernel> kernels;
    std::vector<uint32_t> waiting_blocks; // basic blocks with accesses by which a thread can wait for another one
    bool reads_grid_workspace = false;    // what a cooperative launch hands over, see cooperative_workspace.hpp
    bool has_releases = false;            // see yield_before_release.hpp
    bool for_stepping = false;
    bool reads_clocks = false;
    bool blocks_can_wait = false; // by atomics, or by loads that another block's stores must reach
};

} // namespace warpscope::simt
