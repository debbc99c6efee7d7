// PTX text loaded on the GPU: its kernels with their parameters, and its variables.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/launch.hpp"
#include "gpu/runtime.hpp"

namespace warpscope::gpu {

struct Kernel {
    KernelHandle handle;
    std::string name; // as in the PTX text
    std::vector<ParameterSize> parameters;
    KernelAttributes attributes;
};

struct Symbol {
    void* memory = nullptr;
    uint64_t bytes = 0;
};

/// Compiled for one device by the driver. Safe to share between threads once made.
class Module {
public:
    /// Compiles every kernel, its products and sums kept apart unless contracts(). A driver that is too old for the
    /// PTX's declared version gets it declared as the newest version it understands (see note()). Fails with the
    /// driver's log.
    [[nodiscard]] static Result<std::shared_ptr<const Module>> load(Runtime& runtime, const std::string& ptx,
                                                                    int driver_version);
    Module(const Module&) = delete;
    Module& operator=(const Module&) = delete;
    ~Module();

    /// The kernel that `name` names (see ptx::Module::find_entry).
    [[nodiscard]] Result<const Kernel*> kernel(std::string_view name) const;
    [[nodiscard]] Result<Symbol> symbol(const std::string& name) const;
    /// What was done to make the driver take the PTX; empty when nothing.
    [[nodiscard]] const std::string& note() const { return note_; }

private:
    struct Names;
    Module(Runtime& runtime, std::unique_ptr<const Names> names);
    [[nodiscard]] Code try_load(const std::string& ptx);

    Runtime& runtime_;
    std::unique_ptr<const Names> names_; // the parsed text
    LibraryHandle library_;
    std::map<std::string, Kernel, std::less<>> kernels_;
    std::string note_;
};

} // namespace warpscope::gpu
