// The device code of a program: its modules, loaded when something of them is first needed, and their kernels, decoded
// when they are first launched. Private to src/runtime.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "metrics/live_launch.hpp"
#include "runtime/abi.hpp"
#include "runtime/allocations.hpp"
#include "simt/executor.hpp"

namespace warpscope::runtime {

class LoadedModule;

struct Kernel {
    LoadedModule* module = nullptr;
    std::string symbol, name; // as in the PTX, as the source has it
    std::string json_name;    // the latter as JSON has it, once it was needed
    uint32_t most_dynamic_shared_bytes = 48 * 1024;
    std::optional<simt::Device> device; // made when it is first launched
    uint32_t index = 0;                 // in the device's program
    std::optional<Diagnostic> why_not;  // it cannot be launched
    std::shared_ptr<const simt::Program> program;
    std::unique_ptr<metrics::LiveKernel> checks; // made when a launch is first checked
    /// Parameters of which it was noted what a launch may write to, as long as no memory was allocated or freed.
    std::vector<std::byte> noted;
    uint64_t noted_at = 0;
};

class LoadedModule {
public:
    /// `number`: of those of the program.
    LoadedModule(const FatBinaryWrapper& binary, uint32_t number)
        : binary_(binary)
        , number_(number) {}

    [[nodiscard]] bool is_of(const FatBinaryWrapper& binary) const { return !gone_ && &binary == &binary_; }
    /// Its library is being unloaded: what lies at the same address later is another module. For any thread.
    void set_gone() { gone_ = true; }
    /// Reads the device code and makes its variables, once.
    [[nodiscard]] Result<void> load(Allocations& allocations);
    [[nodiscard]] Kernel* add_kernel(std::string symbol);
    /// Decodes a kernel, once.
    [[nodiscard]] Result<void> prepare(Kernel& kernel);
    [[nodiscard]] uint32_t number() const { return number_; }
    /// The text of its device code, read anew.
    [[nodiscard]] Result<std::string> ptx() const;
    /// What a thread of the kernel needs of registers on the device that is seen: by ptxas where there is one, else
    /// assumed_registers. Starts a process the first time.
    [[nodiscard]] int registers(const Kernel& kernel);
    /// A variable of the loaded module: its allocation in the device's memory.
    [[nodiscard]] std::optional<uint32_t> variable(const std::string& symbol) const;

private:
    [[nodiscard]] Result<void> load_now(Allocations& allocations);

    const FatBinaryWrapper& binary_; // the program's own
    uint32_t number_ = 0;
    std::atomic<bool> gone_ = false;
    std::optional<Result<void>> loaded_;
    std::shared_ptr<const ptx::Module> text_;
    std::optional<simt::Device> variables_;
    std::map<std::string, std::unique_ptr<Kernel>> kernels_; // by symbol
    std::optional<std::map<std::string, int>> registers_;    // by symbol, once they were asked for
};

} // namespace warpscope::runtime
