// Parts of a decoded program, shared by decoder and executor. Immutable once built.
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

/// A slot with one value for all lanes during a launch: immediate, variable address, kernel parameter.
struct ConstantSlot {
    enum class Kind : uint8_t { bits, variable, shared, local, function, parameter };
    Kind kind = Kind::bits;
    uint8_t bytes = 4; // per lane
    uint32_t offset = 0;
    uint64_t bits = 0;  // value or addend; parameter: bytes to read, plus 0x100 if signed
    uint32_t index = 0; // module variable, shared variable or function; parameter: offset in the parameter block
};

/// A special register in use.
struct SpecialSlot {
    ptx::Special which{};
    uint8_t component = 0;
    uint32_t offset = 0;
};

/// Instructions [first_pc, end_pc) that run under one mask: entered at the top, left at the end.
struct BasicBlock {
    uint32_t first_pc = 0, end_pc = 0;
};

struct ElementOps;

/// Operands of a load, store or atomic that do not fit into its Inst.
struct MemorySite {
    ptx::Space space{};
    uint8_t elements = 1;
    uint8_t register_bytes = 4;     // per lane and element, of a load or store
    uint32_t values[8]{};           // slots of the elements: destinations or sources
    uint32_t results[8]{};          // slots of the old values, of an atomic on a vector
    uint32_t bytes = 0;             // per lane, all elements
    uint32_t shared_variable = ~0u; // variable that the access certainly targets; ~0: unknown
    const ElementOps* ops = nullptr;
    bool whole = false; // strong accesses: all elements of a lane are accessed at once
};

/// A video instruction, on one value of up to 32 bits (vadd) or on 2 or 4 parts of words (vadd2, vadd4).
struct VideoSite {
    /// Bits of the 64-bit word b:a that form an operand's parts.
    struct Pick {
        uint8_t first[4]{};
        uint8_t bits = 32;
        bool is_signed = false;
    };
    ptx::Opcode operation{}; // equivalent operation on one value
    ptx::Compare compare{};
    ptx::AtomicOp second{}; // operation with c: add, min or max; none: merge the parts into c
    Pick a, b;
    uint8_t parts = 1, part_bits = 32; // layout of the result
    uint8_t mask = 1;                  // parts to write
    uint8_t merge_at = 0;              // bit of c at which a single part is merged
    bool is_signed = false, saturates = false, wraps = false;
    bool negates_product = false, negates_c = false, plus_one = false, any_signed = false; // vmad
    uint8_t shift = 0;                                                                     // vmad
};

struct CallSite {
    uint32_t callee = ~0u;           // function of the module; ~0: indirect, by `pointer`
    uint32_t pointer = 0;            // slot of the function's address
    std::vector<uint32_t> arguments; // offsets in the caller's local frame, in order
    std::vector<uint32_t> results;
    std::string extern_name; // such as vprintf
};

struct DecodedFunction {
    std::vector<Inst> code;
    std::vector<ConstantSlot> constants;
    std::vector<SpecialSlot> specials;
    uint32_t frame_bytes = 0; // registers, constants and temporaries
    struct Range {
        uint32_t offset = 0, bytes = 0;
    };
    std::vector<Range> registers;      // indexed by PTX register
    std::vector<Range> cleared;        // registers to zero on entry
    std::vector<Range> timeless;       // registers that hold no times (ptx/analysis/clock_values.hpp)
    uint32_t local_bytes = 0;          // per lane: local variables, call parameters, own parameters
    std::optional<uint32_t> allocated; // slot of the bytes that alloca took, see local_stack.hpp
    std::optional<uint64_t> stack;     // stack of the deepest chain of calls from here, if known statically
    std::vector<uint32_t> parameter_offsets, result_offsets; // in the local frame, of device functions
    std::vector<uint32_t> parameter_bytes, result_bytes;
    std::vector<uint32_t> callees; // direct calls only
    bool has_indirect_call = false;
    std::vector<uint32_t> shared_variables; // indices into Impl::shared_variables
    uint32_t first_pc = 0;
    std::unordered_map<std::string, uint32_t> stack_offsets; // indexed by variable name
};

/// Shared memory per block reserved by the system, on GPUs since sm_80.
inline constexpr uint32_t reserved_shared_bytes = 1024;

struct SharedVariable {
    std::string name;
    uint32_t function = ~0u; // ~0: module scope
    uint32_t alignment = 1;
    uint64_t bytes = 0;
    bool is_extern = false;

    /// Returns whether the launch decides the size.
    [[nodiscard]] bool dynamic() const { return is_extern && bytes == 0; }
};

struct Kernel {
    uint32_t function = 0;
    std::vector<ParameterInfo> parameters;
    uint64_t parameter_bytes = 0;
    std::vector<uint32_t> shared_offsets; // indexed by shared variable; ~0 if the kernel does not reach it
    uint32_t static_shared_bytes = 0;
    uint64_t stack_bytes = 0; // per lane, including calls
    Resources resources;
    std::vector<SharedVariableInfo> shared; // sorted by offset
};

struct Program::Impl {
    std::shared_ptr<const ptx::Module> module;
    std::vector<InstructionInfo> instructions;
    std::vector<BasicBlock> blocks;
    std::vector<uint32_t> predicated; // pcs of predicated groups, by counter index
    std::vector<MemorySite> sites;
    std::vector<CallSite> calls;
    std::vector<VideoSite> videos;
    std::vector<MatrixProduct> matrix_products;
    std::vector<MatrixAddresses> matrix_addresses;
    std::vector<std::vector<uint32_t>> tables; // brx.idx targets: instruction indices in the function
    std::vector<SharedVariable> shared_variables;
    std::vector<DecodedFunction> functions; // indexed by module function
    std::vector<Kernel> kernels;
    std::vector<uint32_t> waiting_blocks; // basic blocks with accesses that can wait for another thread
    bool reads_grid_workspace = false;    // the workspace of a cooperative launch, see cooperative_workspace.hpp
    bool has_releases = false;            // see yield_before_release.hpp
    bool for_stepping = false;
    bool reads_clocks = false;
    bool blocks_can_wait = false; // through atomics, or by loads that must see another block's stores
};

} // namespace warpscope::simt
