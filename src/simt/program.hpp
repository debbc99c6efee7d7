// A PTX module decoded for execution: registers are slots, labels are instruction indices, every opcode form is a
// handler. Immutable and shared by all workers.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "ptx/module.hpp"

namespace warpscope::simt {

/// Facts about one instruction, for observers and messages. `pc` counts over the whole program.
struct InstructionInfo {
    uint32_t function = 0; // index into Program::module().functions
    uint32_t ptx_line = 0;
    SourceLocation source; // empty file if the compiler gave none
    /// Line in the user's files: `source` itself, the line into which compiler headers were inlined, or, for a load
    /// without a line, the use of its value. Empty file if there is none.
    SourceLocation user_source;
    std::string text;
    uint32_t float_operations = 0;   // per active lane; an fma counts 2
    uint32_t reconvergence_pc = ~0u; // branches only; ~0 at the function's end
    uint32_t access_bytes = 0;       // per lane, of a memory instruction
    bool branches = false;           // the branch depends on a predicate or an index
};

struct Resources {
    uint32_t shared_bytes = 0; // static
    uint32_t local_bytes = 0;  // per thread, without calls
    uint32_t registers = 0;    // virtual registers of the PTX
    uint32_t max_threads = 0;  // from __launch_bounds__; 0 if absent
};

struct ParameterInfo {
    ptx::Type type{};
    uint64_t offset = 0, bytes = 0; // offset in the kernel's parameter block
    uint32_t alignment = 1;
};

struct SharedVariableInfo {
    std::string name; // name in the PTX
    uint32_t offset = 0;
    uint64_t bytes = 0; // 0 for `extern __shared__`, whose size comes with the launch
};

/// Use that a program is built for. A stepping program reports each instruction and is slower even without observers.
enum class Purpose : uint8_t { running, stepping };

class Program {
public:
    /// Decodes every function of the module. Fails with one Diagnostic whose message names *all* unsupported forms by
    /// opcode, PTX line and source line.
    [[nodiscard]] static Result<std::shared_ptr<const Program>> build(std::shared_ptr<const ptx::Module> module,
                                                                      Purpose purpose = Purpose::running);
    ~Program();

    [[nodiscard]] const ptx::Module& module() const;
    [[nodiscard]] const std::vector<InstructionInfo>& instructions() const; // indexed by pc
    /// Returns the index of an entry, as in LaunchContext::kernel; names as in ptx::Module::find_entry.
    [[nodiscard]] std::optional<uint32_t> find_kernel(std::string_view name) const;
    [[nodiscard]] std::vector<std::string> kernel_names() const;
    [[nodiscard]] Resources resources(uint32_t kernel) const;
    [[nodiscard]] const std::vector<ParameterInfo>& parameters(uint32_t kernel) const;
    /// Returns the pc of a function's first instruction, or ~0 if it has no body.
    [[nodiscard]] uint32_t first_pc(uint32_t function) const;
    /// Returns a .local or .param variable's offset from the start of the function's stack frame.
    [[nodiscard]] std::optional<uint32_t> stack_offset(uint32_t function, std::string_view variable) const;
    /// Returns the kernel's shared variables by offset.
    [[nodiscard]] const std::vector<SharedVariableInfo>& shared_variables(uint32_t kernel) const;

    /// Returns whether a thread's behavior can depend on timing: on the result of an atomic, or on loads that must see
    /// another thread's stores.
    [[nodiscard]] bool threads_can_wait() const;
    /// Returns the same for threads of different blocks.
    [[nodiscard]] bool blocks_can_wait() const;

    struct Impl;
    [[nodiscard]] const Impl& impl() const { return *impl_; }

private:
    explicit Program(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Returns one Diagnostic for each form in `module` that the emulator cannot run.
[[nodiscard]] std::vector<Diagnostic> unsupported_forms(const ptx::Module& module);

/// Returns whether the function `name` frees memory: free, or operator delete or delete[] with or without a size.
[[nodiscard]] bool takes_memory(std::string_view name);

} // namespace warpscope::simt
