#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "base/symbol_name.hpp"
#include "simt/code/decoded.hpp"
#include "simt/divergence/call.hpp"
#include "simt/executor.hpp"
#include "simt/memory/cooperative_workspace.hpp"
#include "simt/state/address_map.hpp"

namespace warpscope::simt {
namespace {

std::optional<uint64_t> address_of(const ptx::Module& module, const std::vector<uint64_t>& variables,
                                   std::string_view name) {
    for (size_t k = 0; k < module.variables.size(); ++k)
        if (module.variables[k].name == name) return variables[k];
    if (const ptx::Function* const function = module.find_function(name))
        return function_base + 16 * static_cast<uint64_t>(function - module.functions.data());
    return std::nullopt;
}

} // namespace

Result<Device> Device::create(std::shared_ptr<const Program> program, GlobalMemory memory,
                              std::span<const Placed> placed) {
    return create(std::move(program), std::make_shared<GlobalMemory>(std::move(memory)), placed);
}

Result<Device> Device::create(std::shared_ptr<const Program> program, std::shared_ptr<GlobalMemory> memory,
                              std::span<const Placed> placed) {
    Device device(std::move(program), std::move(memory));
    device.heap_ = std::make_shared<DeviceHeap>();
    const ptx::Module& module = device.program_->module();
    std::vector<uint32_t> places(module.variables.size(), ~0u);
    for (const Placed& one : placed)
        if (const ptx::Variable* const variable = module.find_variable(one.variable))
            places[static_cast<size_t>(variable - module.variables.data())] = one.allocation;
    for (const ptx::Variable& variable : module.variables) {
        const bool in_memory = variable.space == ptx::Space::global || variable.space == ptx::Space::const_;
        const uint32_t place = places[device.variable_addresses_.size()];
        device.variable_addresses_.push_back(0);
        device.variable_allocations_.push_back(~0u);
        if (!in_memory) continue;
        if (place != ~0u) {
            device.variable_allocations_.back() = place;
            device.variable_addresses_.back() = device.memory_->allocations()[place].begin;
            if (variable.space == ptx::Space::const_) device.memory_->set_read_only(place);
            continue;
        }
        const auto allocation = device.memory_->allocate(variable.name, variable.bytes);
        if (!allocation) return tl::unexpected(allocation.error());
        device.variable_allocations_.back() = *allocation;
        device.variable_addresses_.back() = device.memory_->allocations()[*allocation].begin;
        std::vector<std::byte> contents = variable.initial;
        contents.resize(variable.bytes);
        device.memory_->upload(*allocation, 0, contents);
        if (variable.space == ptx::Space::const_) device.memory_->set_read_only(*allocation);
    }
    if (auto made = device.make_workspaces(); !made) return tl::unexpected(made.error());
    for (size_t k = 0; k < module.variables.size(); ++k)
        for (const ptx::Variable::Relocation& relocation : module.variables[k].relocations) {
            const auto target = address_of(module, device.variable_addresses_, relocation.symbol);
            if (!target || device.variable_allocations_[k] == ~0u)
                return fail(ErrorKind::failed, msg("'{}' refers to '{}', which is not in the module",
                                                   module.variables[k].name, relocation.symbol));
            const uint64_t value = (*target + static_cast<uint64_t>(relocation.addend)) >> relocation.shift;
            std::byte bytes[8];
            std::memcpy(bytes, &value, sizeof(bytes));
            device.memory_->upload(device.variable_allocations_[k], relocation.offset,
                                   std::span(bytes).first(std::min<uint32_t>(relocation.bytes, 8)));
        }
    return device;
}

Result<void> Device::make_workspaces() {
    const std::vector<CallSite>& calls = program_->impl().calls;
    if (!heap_allocation_ &&
        std::ranges::any_of(calls, [](const CallSite& call) { return gives_memory(call.extern_name); })) {
        const auto heap = memory_->allocate("the heap of malloc", DeviceHeap::room);
        if (!heap) return tl::unexpected(heap.error());
        heap_allocation_ = *heap;
        *heap_ = DeviceHeap(memory_->allocations()[*heap].begin);
    }
    if (program_->impl().reads_grid_workspace && !workspace_allocation_) {
        const auto workspace = memory_->allocate(grid_workspace_name, sizeof(GridWorkspace));
        if (!workspace) return tl::unexpected(workspace.error());
        workspace_allocation_ = *workspace;
    }
    return {};
}

Result<Device> Device::with_program(std::shared_ptr<const Program> program) {
    Device device(std::move(program), memory_);
    device.variable_addresses_ = variable_addresses_;
    device.variable_allocations_ = variable_allocations_;
    device.heap_ = heap_;
    device.heap_allocation_ = heap_allocation_;
    device.workspace_allocation_ = workspace_allocation_;
    if (auto made = device.make_workspaces(); !made) return tl::unexpected(made.error());
    heap_allocation_ = device.heap_allocation_;
    workspace_allocation_ = device.workspace_allocation_;
    return device;
}

std::optional<uint32_t> Device::symbol(std::string_view name) const {
    const ptx::Module& module = program_->module();
    const ptx::Variable* const variable = module.find_variable(name);
    if (variable == nullptr) return std::nullopt;
    const uint32_t allocation = variable_allocations_[static_cast<size_t>(variable - module.variables.data())];
    return allocation == ~0u ? std::nullopt : std::optional(allocation);
}

Result<Device> Device::fork_on_write(const DeviceHeap& heap) const {
    auto memory = memory_->fork_on_write();
    if (!memory) return tl::unexpected(memory.error());
    Device copy(program_, std::make_shared<GlobalMemory>(std::move(*memory)));
    copy.variable_addresses_ = variable_addresses_;
    copy.variable_allocations_ = variable_allocations_;
    copy.heap_ = std::make_shared<DeviceHeap>(heap);
    copy.heap_allocation_ = heap_allocation_;
    copy.workspace_allocation_ = workspace_allocation_;
    return copy;
}

Result<std::vector<std::byte>> pack_parameters(const Program& program, uint32_t kernel,
                                               std::span<const Argument> arguments,
                                               std::span<const uint64_t> buffer_address, uint32_t textures) {
    const Kernel& entry = program.impl().kernels[kernel];
    const auto name = [&] { return written_name(program.module().functions[entry.function].name); };
    if (arguments.size() != entry.parameters.size())
        return fail(ErrorKind::usage,
                    msg("{} takes {} arguments, not {}", name(), entry.parameters.size(), arguments.size()));
    std::vector<uint64_t> handles;
    for (uint32_t k = 0; k < textures; ++k) handles.push_back(TextureTable::handle_of(k));
    std::vector<std::byte> block(entry.parameter_bytes);
    for (size_t k = 0; k < arguments.size(); ++k) {
        const ParameterInfo& parameter = entry.parameters[k];
        const auto why = write_argument(arguments[k], {parameter.bytes, parameter.alignment}, buffer_address,
                                        block.data() + parameter.offset, handles);
        if (why) return fail(ErrorKind::usage, msg("argument {} of {}: {}", k + 1, name(), *why));
    }
    return block;
}

} // namespace warpscope::simt
