#include "runtime/module.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/devices/ptxas.hpp"
#include "base/symbol_name.hpp"
#include "ptx/parser.hpp"
#include "ptx/part.hpp"
#include "ptx/rewrite/link.hpp"
#include "runtime/device_model.hpp"
#include "runtime/fat_binary.hpp"

namespace warpscope::runtime {
namespace {

/// Recognizes the device runtime of dynamic parallelism by its calls of internal driver functions.
bool is_of_device_runtime(const std::string& ptx) {
    return std::ranges::any_of(ptx::unresolved_in(ptx), [](const std::string& name) {
        return name.starts_with("cnp") || name.starts_with("__cuda_syscall_");
    });
}

} // namespace

Result<void> LoadedModule::load(Allocations& allocations) {
    if (!loaded_) loaded_ = load_now(allocations);
    return *loaded_;
}

Result<std::string> LoadedModule::ptx() const {
    if (binary_.magic != FatBinaryWrapper::expected_magic || binary_.data == nullptr)
        return fail(ErrorKind::failed, msg("The program's device code has a form that is not known here."));
    const auto text_at = [](const std::byte* data) {
        return ptx_in({data, fat_binary_bytes(data)}, device_model().capability());
    };
    if (binary_.version != FatBinaryWrapper::of_several_files || binary_.linked == nullptr)
        return text_at(binary_.data);
    // nvcc -rdc=true links machine code, but keeps each file's PTX.
    std::vector<std::string> texts;
    std::optional<Diagnostic> launch_error;
    for (const std::byte* const* file = binary_.linked; *file != nullptr; ++file)
        if (auto text = text_at(*file); !text) {
            if (!launch_error) launch_error = text.error();
        } else if (!is_of_device_runtime(*text)) {
            texts.push_back(std::move(*text));
        }
    if (texts.empty()) return tl::unexpected(launch_error ? *launch_error : text_at(binary_.data).error());
    return ptx::link(texts);
}

Result<void> LoadedModule::load_now(Allocations& allocations) {
    auto text = ptx();
    if (!text) return tl::unexpected(text.error());
    auto module = ptx::parse(*text, "the program's PTX");
    if (!module) return tl::unexpected(module.error());
    text_ = std::make_shared<const ptx::Module>(std::move(*module));
    auto frame = simt::Program::build(std::make_shared<const ptx::Module>(ptx::without_bodies(*text_)));
    if (!frame) return tl::unexpected(frame.error());
    auto device = simt::Device::create(*frame, allocations.memory());
    if (!device) return tl::unexpected(device.error());
    variables_.emplace(std::move(*device));
    for (const ptx::Variable& variable : text_->variables)
        if (const auto index = variables_->symbol(variable.name)) allocations.add_variable(*index, false);
    return {};
}

Kernel* LoadedModule::add_kernel(std::string symbol) {
    std::unique_ptr<Kernel>& kernel = kernels_[symbol];
    if (kernel) return kernel.get();
    kernel = std::make_unique<Kernel>();
    kernel->module = this;
    kernel->name = written_name(symbol);
    kernel->symbol = std::move(symbol);
    return kernel.get();
}

Result<void> LoadedModule::prepare(Kernel& kernel, Allocations& allocations) {
    if (kernel.device) return {};
    if (kernel.launch_error) return tl::unexpected(*kernel.launch_error);
    const bool had_heap = variables_->heap_allocation().has_value();
    const auto make = [&]() -> Result<simt::Device> {
        const ptx::Function* const entry = text_->find_function(kernel.symbol);
        if (entry == nullptr || !entry->is_entry)
            return fail(ErrorKind::failed, msg("the program's PTX has no kernel '{}'", kernel.name));
        const auto index = static_cast<uint32_t>(entry - text_->functions.data());
        auto program = simt::Program::build(std::make_shared<const ptx::Module>(ptx::part_for(*text_, index)));
        if (!program) return tl::unexpected(program.error());
        kernel.program = *program;
        return variables_->with_program(*program);
    };
    auto device = make();
    if (!device) {
        kernel.launch_error = device.error();
        return tl::unexpected(device.error());
    }
    kernel.device.emplace(std::move(*device));
    if (const auto heap = kernel.device->heap_allocation(); heap && !had_heap) allocations.track_heap(*heap);
    kernel.index = *kernel.device->program().find_kernel(kernel.symbol);
    return {};
}

int LoadedModule::registers(const Kernel& kernel) {
    if (!registers_) {
        const auto text = ptx();
        registers_ = text ? registers_by_ptxas(*text, device_model().capability()) : std::map<std::string, int>();
    }
    const auto known = registers_->find(kernel.symbol);
    return known == registers_->end() ? assumed_registers : known->second;
}

std::optional<uint32_t> LoadedModule::variable(const std::string& symbol) const {
    return variables_ ? variables_->symbol(symbol) : std::nullopt;
}

} // namespace warpscope::runtime
