// A PTX module decoded for execution: registers resolved to slots, labels to instruction indices, every opcode form to
// its handler. Immutable and shared by all workers.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "ptx/module.hpp"

namespace warpscope::simt {

/// What is known about one instruction, for observers and for people. `pc` counts over the whole program.
struct InstructionInfo {
    uint32_t function = 0; // index into Program::module().functions
    uint32_t ptx_line = 0;
    SourceLocation source; // file empty when the compiler gave none
    /// The same, or where code of the compiler's own headers was inlined into a file of the user's, or of a load that
    /// belongs to no line where its value is used; file empty where there is no such place.
    SourceLocation user_source;
    std::string text;
    uint32_t float_operations = 0;   // per active lane; fma is two
    uint32_t reconvergence_pc = ~0u; // of a branch: where its lanes meet again; ~0 at the function's end
    uint32_t access_bytes = 0;       // of a memory instruction, per lane
    bool branches = false;           // a branch whose direction depends on a predicate or index
};

struct Resources {
    uint32_t shared_bytes = 0; // static
    uint32_t local_bytes = 0;  // per thread, calls not included
    uint32_t registers = 0;    // PTX virtual registers, not machine registers
    uint32_t max_threads = 0;  // from __launch_bounds__; 0 when absent
};

struct ParameterInfo {
    ptx::Type type{};
    uint64_t offset = 0, bytes = 0; // in the kernel's parameter block
    uint32_t alignment = 1;
};

/// A variable in a kernel's shared memory.
struct SharedVariableInfo {
    std::string name; // as in the PTX
    uint32_t offset = 0;
    uint64_t bytes = 0; // 0 for `extern __shared__`, which has what the launch gives it
};

/// What a program is built for. For stepping it tells observers of each instruction, which makes it slower even where
/// no observer listens.
enum class Purpose : uint8_t { running, stepping };

class Program {
public:
    /// Decodes every function of the module. Fails with *all* unsupported forms named by opcode, PTX line and source
    /// line; the first is the Diagnostic, the rest follow in its message.
    [[nodiscard]] static Result<std::shared_ptr<const Program>> build(std::shared_ptr<const ptx::Module> module,
                                                                      Purpose purpose = Purpose::running);
    ~Program();

    [[nodiscard]] const ptx::Module& module() const;
    [[nodiscard]] const std::vector<InstructionInfo>& instructions() const; // by pc
    /// Entry by name as in ptx::Module::find_entry; its index is what LaunchContext::kernel holds.
    [[nodiscard]] std::optional<uint32_t> find_kernel(std::string_view name) const;
    [[nodiscard]] std::vector<std::string> kernel_names() const;
    [[nodiscard]] Resources resources(uint32_t kernel) const;
    [[nodiscard]] const std::vector<ParameterInfo>& parameters(uint32_t kernel) const;
    /// Instruction 0 of a function of the module; pcs of its body follow. ~0 where it has no body.
    [[nodiscard]] uint32_t first_pc(uint32_t function) const;
    /// Where a function's stack holds its variable of that name (.local or .param), from where its part begins.
    [[nodiscard]] std::optional<uint32_t> stack_offset(uint32_t function, std::string_view variable) const;
    /// By offset.
    [[nodiscard]] const std::vector<SharedVariableInfo>& shared_variables(uint32_t kernel) const;

    /// Returns true if what a thread does may depend on who is faster: by the result of an atomic operation, or by
    /// loads that another thread's stores must reach.
    [[nodiscard]] bool threads_can_wait() const;
    /// The same of threads of different blocks.
    [[nodiscard]] bool blocks_can_wait() const;

    struct Impl;
    [[nodiscard]] const Impl& impl() const { return *impl_; }

private:
    explicit Program(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Every form in `module` that this emulator cannot run, one Diagnostic each; empty when all is supported.
[[nodiscard]] std::vector<Diagnostic> unsupported_forms(const ptx::Module& module);

/// Returns whether a call of the function `name` gives memory back: free, and operator delete and delete[] with and
/// without a size.
[[nodiscard]] bool takes_memory(std::string_view name);

} // namespace warpscope::simt
