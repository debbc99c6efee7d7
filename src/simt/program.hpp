// Decoded module, immutable and shared by workers.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "ptx/module.hpp"

namespace warpscope::simt {

struct InstructionInfo {
    uint32_t function = 0;
    uint32_t ptx_line = 0;
    SourceLocation source; // empty without line information
    /// Line in the user's file: `source`, or the call if `source` is in an inlined compiler header. Without such a
    /// line, a load gets the line of a use, and a store the line that computed its value.
    SourceLocation user_source;
    std::string text;
    uint32_t float_operations = 0;   // per active lane; an fma counts 2
    uint32_t reconvergence_pc = ~0u; // for branches; ~0 means the function's end
    uint32_t access_bytes = 0;
    bool branches = false; // flow depends on a predicate or index
};

struct Resources {
    uint32_t shared_bytes = 0; // static shared memory
    uint32_t local_bytes = 0;  // per thread, without called functions
    uint32_t registers = 0;
    uint32_t max_threads = 0; // 0: no __launch_bounds__
};

struct ParameterInfo {
    ptx::Type type{};
    uint64_t offset = 0, bytes = 0;
    uint32_t alignment = 1;
};

struct SharedVariableInfo {
    std::string name;
    uint32_t offset = 0;
    uint64_t bytes = 0; // 0 for `extern __shared__`
};

enum class Purpose : uint8_t { running, stepping };

class Program {
public:
    /// Fails with one Diagnostic that lists up to ten kinds of unsupported forms.
    [[nodiscard]] static Result<std::shared_ptr<const Program>> build(std::shared_ptr<const ptx::Module> module,
                                                                      Purpose purpose = Purpose::running);
    ~Program();

    [[nodiscard]] const ptx::Module& module() const;
    [[nodiscard]] const std::vector<InstructionInfo>& instructions() const;
    /// Returns an index as in LaunchContext::kernel. Accepts the same names as ptx::Module::find_entry().
    [[nodiscard]] std::optional<uint32_t> find_kernel(std::string_view name) const;
    [[nodiscard]] std::vector<std::string> kernel_names() const;
    [[nodiscard]] Resources resources(uint32_t kernel) const;
    [[nodiscard]] const std::vector<ParameterInfo>& parameters(uint32_t kernel) const;
    /// Returns ~0 if the function has no body.
    [[nodiscard]] uint32_t first_pc(uint32_t function) const;
    [[nodiscard]] std::optional<uint32_t> stack_offset(uint32_t function, std::string_view variable) const;
    [[nodiscard]] const std::vector<SharedVariableInfo>& shared_variables(uint32_t kernel) const;

    /// Returns whether behavior can depend on timing, by atomics or by loads that must see other threads' stores.
    [[nodiscard]] bool threads_can_wait() const;
    [[nodiscard]] bool blocks_can_wait() const;

    struct Impl;
    [[nodiscard]] const Impl& impl() const { return *impl_; }

private:
    explicit Program(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

[[nodiscard]] std::vector<Diagnostic> unsupported_forms(const ptx::Module& module);
/// Returns the reason of an unsupported form or, without one, its opcode.
[[nodiscard]] std::string kind_of_form(const Diagnostic& form);

/// Recognizes free, operator delete and operator delete[].
[[nodiscard]] bool takes_memory(std::string_view name);

} // namespace warpscope::simt
