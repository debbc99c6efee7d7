#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "metrics/live_launch.hpp"
#include "runtime/abi.hpp"
#include "runtime/allocations.hpp"
#include "runtime/host_flags.hpp"
#include "simt/executor.hpp"

namespace warpscope::runtime {

class LoadedModule;

struct Kernel {
    LoadedModule* module = nullptr;
    std::string symbol, name; // names in PTX and source
    std::string json_name;    // `name` as a JSON string, set on first use
    uint32_t max_dynamic_shared_bytes = 48 * 1024;
    std::optional<simt::Device> device;
    uint32_t index = 0;
    std::optional<Diagnostic> launch_error;
    std::shared_ptr<const simt::Program> program;
    std::unique_ptr<metrics::LiveKernel> checks; // created on first checked launch
    std::optional<FlagWrites> flag_writes;
    /// Parameters and Allocations::changes() at the last Context::note_reached(). If both are unchanged, a launch
    /// reaches the same memory.
    std::vector<std::byte> noted;
    uint64_t noted_at = 0;
};

class LoadedModule {
public:
    LoadedModule(const FatBinaryWrapper& binary, uint32_t number)
        : binary_(binary)
        , number_(number) {}

    [[nodiscard]] bool is_of(const FatBinaryWrapper& binary) const { return !is_unloaded_ && &binary == &binary_; }
    /// Thread-safe.
    void mark_unloaded() { is_unloaded_ = true; }
    [[nodiscard]] Result<void> load(Allocations& allocations);
    [[nodiscard]] Kernel* add_kernel(std::string symbol);
    [[nodiscard]] Result<void> prepare(Kernel& kernel, Allocations& allocations);
    [[nodiscard]] uint32_t number() const { return number_; }
    [[nodiscard]] Result<std::string> ptx() const;
    /// Returns registers per thread from ptxas, or assumed_registers. The first call runs ptxas.
    [[nodiscard]] int registers(const Kernel& kernel);
    [[nodiscard]] std::optional<uint32_t> variable(const std::string& symbol) const;

private:
    [[nodiscard]] Result<void> load_now(Allocations& allocations);

    const FatBinaryWrapper& binary_;
    uint32_t number_ = 0;
    std::atomic<bool> is_unloaded_ = false;
    std::optional<Result<void>> loaded_;
    std::shared_ptr<const ptx::Module> text_;
    std::optional<simt::Device> variables_;
    std::map<std::string, std::unique_ptr<Kernel>> kernels_;
    std::optional<std::map<std::string, int>> registers_;
};

} // namespace warpscope::runtime
