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
    std::string name;
    std::vector<ParameterSize> parameters;
    KernelAttributes attributes;
};

struct Symbol {
    void* memory = nullptr;
    uint64_t bytes = 0;
};

/// Thread-safe.
class Module {
public:
    /// Compiles PTX, by default without contraction (contraction.hpp). For an old driver, may declare an older PTX
    /// version; note() says so. Errors contain the driver's log.
    [[nodiscard]] static Result<std::shared_ptr<const Module>> load(Runtime& runtime, const std::string& ptx,
                                                                    int driver_version);
    Module(const Module&) = delete;
    Module& operator=(const Module&) = delete;
    ~Module();

    /// Accepts a symbol, or an unambiguous name such as "image::blur".
    [[nodiscard]] Result<const Kernel*> kernel(std::string_view name) const;
    [[nodiscard]] Result<Symbol> symbol(const std::string& name) const;
    [[nodiscard]] const Message& note() const { return note_; }

private:
    struct Names;
    Module(Runtime& runtime, std::unique_ptr<const Names> names);
    [[nodiscard]] Code try_load(const std::string& ptx);

    Runtime& runtime_;
    std::unique_ptr<const Names> names_;
    LibraryHandle library_;
    std::map<std::string, Kernel, std::less<>> kernels_;
    Message note_;
};

} // namespace warpscope::gpu
