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

/// Slot with one value for all lanes.
struct ConstantSlot {
    enum class Kind : uint8_t { bits, variable, shared, local, function, parameter };
    Kind kind = Kind::bits;
    uint8_t bytes = 4; // per lane
    uint32_t offset = 0;
    uint64_t bits = 0;  // value, or addend of an address; for Kind::parameter: bytes to read, plus 0x100 if signed
    uint32_t index = 0; // number of the variable or function; for Kind::parameter: offset in the parameter block
};

struct SpecialSlot {
    ptx::Special which{};
    uint8_t component = 0;
    uint32_t offset = 0;
};

/// Instructions that run under one lane mask.
struct BasicBlock {
    uint32_t first_pc = 0, end_pc = 0;
};

struct ElementOps;

struct MemorySite {
    ptx::Space space{};
    uint8_t elements = 1;
    uint8_t register_bytes = 4;
    uint32_t values[8]{};
    uint32_t results[8]{}; // old values, for an atomic on a vector
    uint32_t bytes = 0;
    uint32_t shared_variable = ~0u; // number of the only variable that the access can reach; ~0: unknown
    const ElementOps* ops = nullptr;
    bool whole = false; // moves all elements of a lane at once
};

struct VideoSite {
    /// Bits of the 64-bit word `b:a` that form an operand's parts.
    struct Pick {
        uint8_t first[4]{};
        uint8_t bits = 32;
        bool is_signed = false;
    };
    ptx::Opcode operation{};
    ptx::Compare compare{};
    ptx::AtomicOp second{}; // operation on result and c; with AtomicOp::none, result parts replace parts of c
    Pick a, b;
    uint8_t parts = 1, part_bits = 32;
    uint8_t mask = 1;
    uint8_t merge_at = 0; // lowest bit of c that the result replaces, if there is one part
    bool is_signed = false, saturates = false, wraps = false;
    bool negates_product = false, negates_c = false, plus_one = false, any_signed = false; // for vmad only
    uint8_t shift = 0;                                                                     // for vmad only
};

struct CallSite {
    uint32_t callee = ~0u;
    uint32_t pointer = 0;
    std::vector<uint32_t> arguments; // offsets in the caller's local frame
    std::vector<uint32_t> results;
    std::string extern_name;
};

struct DecodedFunction {
    std::vector<Inst> code;
    std::vector<ConstantSlot> constants;
    std::vector<SpecialSlot> specials;
    uint32_t frame_bytes = 0;
    struct Range {
        uint32_t offset = 0, bytes = 0;
    };
    std::vector<Range> registers;      // by PTX register
    std::vector<Range> cleared;        // zeroed on entry
    std::vector<Range> timeless;       // registers without clock values (ptx/analysis/clock_values.hpp)
    uint32_t local_bytes = 0;          // per lane, for variables and parameters
    std::optional<uint32_t> allocated; // slot that counts the bytes of alloca (local_stack.hpp)
    std::optional<uint64_t> stack;     // bytes for the deepest chain of calls, if known
    std::vector<uint32_t> parameter_offsets, result_offsets; // in the local frame
    std::vector<uint32_t> parameter_bytes, result_bytes;
    std::vector<uint32_t> callees;
    bool has_indirect_call = false;
    std::vector<uint32_t> shared_variables;
    uint32_t first_pc = 0;
    std::unordered_map<std::string, uint32_t> stack_offsets;
};

/// System-reserved shared memory per block, since sm_80.
inline constexpr uint32_t reserved_shared_bytes = 1024;

struct SharedVariable {
    std::string name;
    uint32_t function = ~0u; // ~0: variable at module scope
    uint32_t alignment = 1;
    uint64_t bytes = 0;
    bool is_extern = false;

    [[nodiscard]] bool is_dynamic() const { return is_extern && bytes == 0; }
};

struct Kernel {
    uint32_t function = 0;
    std::vector<ParameterInfo> parameters;
    uint64_t parameter_bytes = 0;
    std::vector<uint32_t> shared_offsets; // by shared variable; 0 if not reached
    uint32_t static_shared_bytes = 0;
    uint64_t stack_bytes = 0;
    Resources resources;
    std::vector<SharedVariableInfo> shared;
};

struct Program::Impl {
    std::shared_ptr<const ptx::Module> module;
    std::vector<InstructionInfo> instructions;
    std::vector<BasicBlock> blocks;
    std::vector<uint32_t> predicated; // pcs of instructions between predicate_begin() and predicate_end()
    std::vector<MemorySite> sites;
    std::vector<CallSite> calls;
    std::vector<VideoSite> videos;
    std::vector<MatrixProduct> matrix_products;
    std::vector<MatrixAddresses> matrix_addresses;
    std::vector<std::vector<uint32_t>> tables; // brx.idx targets: instruction indices in the function
    std::vector<SharedVariable> shared_variables;
    std::vector<DecodedFunction> functions;
    std::vector<Kernel> kernels;
    std::vector<uint32_t> waiting_blocks; // basic blocks that can wait for another thread
    bool reads_grid_workspace = false;    // cooperative_workspace.hpp
    bool has_releases = false;
    bool for_stepping = false;
    bool reads_clocks = false;
    bool blocks_can_wait = false;
};

} // namespace warpscope::simt
