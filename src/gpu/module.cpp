#include "gpu/module.hpp"

#include <fmt/format.h>

#include "gpu/contraction.hpp"
#include "gpu/error.hpp"
#include "gpu/ptx_version.hpp"
#include "ptx/parser.hpp"
#include "ptx/rewrite/rounding.hpp"

namespace warpscope::gpu {

struct Module::Names {
    ptx::Module module;
};

Module::Module(Runtime& runtime, std::unique_ptr<const Names> names)
    : runtime_(runtime)
    , names_(std::move(names)) {}

Module::~Module() {
    if (library_.value) runtime_.unload(library_);
}

Code Module::try_load(const std::string& ptx) {
    kernels_.clear();
    if (library_.value) runtime_.unload(library_);
    library_ = {};
    if (const Code error = runtime_.load(ptx, library_); error != code::success) return error;
    for (const ptx::Function& function : names_->module.functions) {
        if (!function.is_entry || function.is_declaration) continue;
        Kernel kernel;
        kernel.name = function.name;
        for (const ptx::Variable& parameter : function.parameters)
            kernel.parameters.push_back({parameter.bytes, parameter.alignment});
        if (const Code error = runtime_.find_kernel(library_, function.name.c_str(), kernel.handle);
            error != code::success)
            return error;
        if (const Code error = runtime_.attributes(kernel.handle, kernel.attributes); error != code::success)
            return error;
        kernels_.emplace(kernel.name, std::move(kernel));
    }
    return code::success;
}

Result<std::shared_ptr<const Module>> Module::load(Runtime& runtime, const std::string& ptx, int driver_version) {
    auto parsed = ptx::parse(ptx, "kernel.ptx");
    if (!parsed) return tl::unexpected(parsed.error());
    std::shared_ptr<Module> module(new Module(runtime, std::make_unique<Names>(Names{std::move(*parsed)})));

    const std::string given = contracts() ? ptx : ptx::without_contraction(ptx).text;
    Code error = module->try_load(given);
    const auto declared = ptx_version(ptx);
    const auto newest = newest_ptx_version(driver_version);
    if (error == code::unsupported_ptx_version && declared && newest && *newest < *declared) {
        error = module->try_load(declare_ptx_version(given, *newest));
        module->note_ = msg("PTX {}.{} declared as {}.{} for this driver", declared->major, declared->minor,
                            newest->major, newest->minor);
    }
    if (error == code::success) return module;
    Diagnostic diagnostic = explain(runtime, error, msg("compiling the PTX for the GPU"));
    if (module->library_.value)
        if (const std::string log = runtime.log(module->library_); !log.empty())
            diagnostic.message = diagnostic.message.with_log(log);
    return tl::unexpected(diagnostic);
}

Result<const Kernel*> Module::kernel(std::string_view name) const {
    const ptx::Function* entry = names_->module.find_entry(name);
    const auto found = entry ? kernels_.find(entry->name) : kernels_.end();
    if (found == kernels_.end()) return tl::unexpected(names_->module.missing_entry_error(name));
    return &found->second;
}

Result<Symbol> Module::symbol(const std::string& name) const {
    Symbol symbol;
    const ptx::Variable* const variable = names_->module.find_variable(name);
    const std::string& mangled = variable != nullptr ? variable->name : name;
    const Code error = runtime_.find_symbol(library_, mangled.c_str(), symbol.memory, symbol.bytes);
    if (error == code::success) return symbol;
    return tl::unexpected(explain(runtime_, error, msg("looking for the variable '{}'", name)));
}

} // namespace warpscope::gpu
