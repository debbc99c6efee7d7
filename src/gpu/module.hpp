// PTX loaded on the GPU: kernels and variables.
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
    std::string name; // name in the PTX
    std::vector<ParameterSize> parameters;
    KernelAttributes attributes;
};

struct Symbol {
    void* memory = nullptr;
    uint64_t bytes = 0;
};

/// A module compiled for one device. Thread-safe.
class Module {
public:
    /// Compiles all kernels, without fusing unless contracts(). If the driver does not know the declared PTX version,
    /// declares its newest one instead (see note()). Fails with the driver's log.
    [[nodiscard]] static Result<std::shared_ptr<const Module>> load(Runtime& runtime, const std::string& ptx,
                                                                    int driver_version);
    Module(const Module&) = delete;
    Module& operator=(const Module&) = delete;
    ~Module();

    /// Returns a kernel by name (see ptx::Module::find_entry).
    [[nodiscard]] Result<const Kernel*> kernel(std::string_view name) const;
    [[nodiscard]] Result<Symbol> symbol(const std::string& name) const;
    /// Returns the changes made to the PTX for the driver, or "".
    [[nodiscard]] const std::string& note() const { return note_; }

private:
    struct Names;
    Module(Runtime& runtime, std::unique_ptr<const Names> names);
    [[nodiscard]] Code try_load(const std::string& ptx);

    Runtime& runtime_;
    std::unique_ptr<const Names> names_; // parsed text
    LibraryHandle library_;
    std::map<std::string, Kernel, std::less<>> kernels_;
    std::string note_;
};

} // namespace warpscope::gpu
