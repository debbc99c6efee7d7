// Translates one PTX function to Insts.
//
// Most PTX instructions become one Inst. Conversions of operands and results (negated predicates, wider registers,
// packed pairs) add Insts before and after it.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "ptx/cfg.hpp"
#include "simt/analysis/source_attribution.hpp"
#include "simt/code/decoded.hpp"
#include "simt/code/opcode_form.hpp"
#include "simt/state/warp_state.hpp"

namespace warpscope::simt {

/// Returns bytes per lane; 1 for a predicate, 0 for types without a slot.
[[nodiscard]] uint32_t slot_bytes(ptx::Type type);
[[nodiscard]] bool is_signed(ptx::Type type);
[[nodiscard]] bool is_half(ptx::Type type); // includes pairs
[[nodiscard]] bool is_float(ptx::Type type);
[[nodiscard]] Form form_of(const ptx::Instruction& instruction);
[[nodiscard]] bool is_narrow_conversion(const ptx::Modifiers& modifiers);
[[nodiscard]] Handler find_alu(const Form& form);
[[nodiscard]] uint32_t matrix_operations_of(const ptx::Instruction& instruction);

class FunctionDecoder {
public:
    FunctionDecoder(Program::Impl& out, uint32_t function, std::vector<Diagnostic>& problems);
    void run();

private:
    using Instruction = ptx::Instruction;
    using Operand = ptx::Operand;
    using Type = ptx::Type;

    struct AddressSlot {
        uint32_t slot = 0;
        int32_t offset = 0;
        bool wide = true;
        bool temporary = false;
    };

    // decoder.cpp
    void decode(uint32_t index);
    void decode_body(const Instruction& in);
    void layout_locals();
    void describe(const Instruction& in);
    [[nodiscard]] uint32_t line_of(const InstructionInfo& info);

    // operands.cpp
    uint32_t allocate(uint32_t bytes);
    uint32_t temporary(uint32_t bytes);
    uint32_t constant(ConstantSlot wanted);
    uint32_t constant_bits(uint32_t bytes, uint64_t bits);
    uint32_t immediate(const ptx::Immediate& value, Type type);
    uint32_t special(const ptx::SpecialRegister& which);
    uint32_t reserved_shared(uint32_t offset, uint32_t bytes);
    std::optional<uint32_t> address_of(const ptx::SymbolRef& symbol, uint32_t bytes);
    [[nodiscard]] uint32_t shared_variable(const std::string& name) const;
    uint32_t source(const Operand& operand, Type type);
    uint32_t predicate(const ptx::Register& reg);
    uint32_t resized(uint32_t slot, uint32_t from, uint32_t to, bool is_signed);
    struct Destination {
        uint32_t slot = 0;
        uint32_t final = 0, from = 0, to = 0; // if from != to, finish() resizes `slot` into `final`
        bool sign = false;
    };
    Destination destination(const Operand& operand, Type type);
    void finish(const Destination& d);
    [[nodiscard]] uint32_t register_bytes(const ptx::Register& reg) const;

    // alu.cpp
    void decode_alu(const Instruction& in);
    void decode_setp(const Instruction& in);
    void decode_set(const Instruction& in);
    void decode_mov(const Instruction& in);
    void decode_lop3(const Instruction& in);
    uint32_t compare(const Instruction& in, Type type, uint32_t a, uint32_t b);
    std::vector<uint32_t> compare_parts(const Instruction& in, Type type, const Operand& a, const Operand& b);
    std::array<uint32_t, 2> halves(const Operand& pair, Type type);
    uint32_t combined(ptx::BoolOp with, uint32_t a, uint32_t b);

    // packed.cpp
    void decode_parts(const Instruction& in, Type part);
    void decode_video(const Instruction& in);

    // wide.cpp
    std::optional<std::array<uint32_t, 2>> wide_register(const Operand& operand);
    void decode_wide_mov(const Instruction& in);
    void decode_wide_access(const Instruction& in);
    void decode_wide_atomic(const Instruction& in);

    // narrow_float.cpp
    void decode_narrow(const Instruction& in);
    void decode_pack(const Instruction& in);

    // async_copy.cpp
    void decode_copy(const Instruction& in);
    void decode_bulk_copy(const Instruction& in);
    [[nodiscard]] std::optional<uint32_t> whole_address(const Operand& operand);
    void decode_mbarrier(const Instruction& in);

    // matrix.cpp
    void decode_matrix(const Instruction& in);
    void decode_product(const Instruction& in);
    void decode_fragment_access(const Instruction& in);
    void decode_load_rows(const Instruction& in);
    void wait_for_warp();
    std::optional<MatrixProduct::Operand> fragment_slots(const Operand& operand, const Fragment& fragment,
                                                         bool written);
    uint32_t fragment_address(const MatrixAddresses& addresses, const AddressSlot& base, uint32_t stride);
    bool access_words(ptx::Space space, uint32_t address, std::span<const uint32_t> values, bool store);
    void load_rows(ptx::Space space, uint32_t address, uint32_t offset, std::span<const uint32_t> values,
                   bool transposed);

    // texture.cpp
    void decode_texture(const Instruction& in);

    // load_store.cpp
    void decode_load_store(const Instruction& in);
    void decode_atomic(const Instruction& in);
    void decode_cvta(const Instruction& in);
    void decode_isspacep(const Instruction& in);
    void decode_cluster_address(const Instruction& in);
    void load_parameter(const Instruction& in, uint64_t offset);
    uint32_t sum_of(uint32_t base, int64_t bytes);
    std::optional<AddressSlot> address(const ptx::Address& address);
    void keep_site(Inst& inst, MemorySite site);
    [[nodiscard]] bool shares_shape(Inst& inst, uint32_t bytes, bool keep);
    ptx::Space effective_space(const Instruction& in, const ptx::Address& address) const;

    // control.cpp
    void decode_branch(uint32_t index, const Instruction& in);
    void decode_leave(const Instruction& in);
    void decode_call(const Instruction& in);
    void access_stack(uint32_t value, Type type, uint32_t offset, bool store);
    std::optional<uint32_t> passed_by_stack(const Operand& operand, bool is_result);
    void transfer_registers(bool begins);
    void end_at_barrier(Inst& inst);
    void decode_barrier(const Instruction& in);
    void decode_stack(const Instruction& in);
    void end_block(Inst& last);
    void patch_targets();

    // fused.cpp
    void fuse_pairs();
    [[nodiscard]] bool is_simple(uint32_t index) const;

    // warp.cpp
    void decode_warp(const Instruction& in);

    Inst& emit(Handler handler);
    Inst& emit(Handler handler, uint32_t destination, const uint32_t (&sources)[4]);
    void unsupported(const Instruction& in, Message why = {});

    Program::Impl& out_;
    const ptx::Module& module_;
    const ptx::Function& function_;
    uint32_t function_index_;
    DecodedFunction& code_;
    std::vector<Diagnostic>& problems_;
    ptx::ControlFlowGraph flow_;
    std::string_view kernel_folder_;
    UsePlaces uses_;

    uint32_t pc_ = 0;
    uint32_t frame_bytes_ = 0, predicate_room_ = 0, predicate_next_ = 0;
    std::vector<uint32_t> register_slots_;
    std::vector<uint32_t> shared_targets_; // indexed by PTX instruction
    std::map<std::tuple<ConstantSlot::Kind, uint8_t, uint64_t, uint32_t>, uint32_t> constants_;
    std::map<std::pair<ptx::Special, uint8_t>, uint32_t> specials_;
    std::map<uint32_t, std::vector<uint32_t>> temporaries_;
    std::map<uint32_t, size_t> temporaries_used_;
    std::unordered_map<std::string, uint32_t> locals_;            // offsets in the local frame
    std::unordered_map<std::string, uint64_t> kernel_parameters_; // offsets in the parameter block
    /// Address slot whose AccessShape the warp caches.
    struct KeptShape {
        uint32_t slot = ~0u; // ~0: free
        uint32_t offset = 0, bytes = 0;
    };
    std::array<KeptShape, kept_shapes> shapes_;
    uint32_t next_shape_ = 0;
    std::map<std::pair<std::string, uint32_t>, uint32_t> lines_;
    bool predicated_ = false; // the current instruction may run for fewer lanes than its basic block

    bool block_open_ = false;
    uint32_t block_first_ = 0;
    size_t block_start_ = 0;
    std::vector<uint32_t> first_inst_; // indexed by PTX instruction
    struct Patch {
        uint32_t inst = 0, target = 0;
        bool meeting = false;
    };
    std::vector<Patch> patches_;
    std::vector<uint32_t> tables_;
    bool failed_ = false;
};

[[nodiscard]] std::vector<ParameterInfo> parameter_layout(const ptx::Function& function, uint64_t& bytes);

} // namespace warpscope::simt
