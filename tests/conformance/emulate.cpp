#include "conformance/emulate.hpp"

#include "ptx/parser.hpp"

namespace warpscope::conformance {
namespace {

Result<std::shared_ptr<const simt::Program>> program_of(const std::string& ptx) {
    auto module = ptx::parse(ptx, "form.ptx");
    if (!module) return tl::unexpected(module.error());
    return simt::Program::build(std::make_shared<const ptx::Module>(std::move(*module)));
}

Result<simt::LaunchOutcome> launch(simt::Device& device, uint32_t threads, std::span<const Argument> arguments,
                                   std::span<const uint64_t> addresses, uint32_t workers) {
    const auto parameters = simt::pack_parameters(device.program(), 0, arguments, addresses);
    if (!parameters) return tl::unexpected(parameters.error());
    simt::LaunchOptions options;
    options.workers = workers;
    LaunchConfig config;
    config.grid.x = threads / block_size;
    config.block.x = block_size;
    return simt::launch(device, 0, config, *parameters, {}, options);
}

} // namespace

Result<Bytes> emulate_table(const Form& form) {
    auto program = program_of(table_module(std::span(&form, 1)));
    if (!program) return tl::unexpected(program.error());
    simt::GlobalMemory memory;
    std::vector<uint64_t> addresses;
    std::vector<Argument> arguments;
    const uint32_t sizes[] = {form.d, form.a, form.b, form.c};
    for (uint32_t k = 0; k < 4; ++k) {
        const auto allocation = memory.allocate("operand", uint64_t{table_size} * sizes[k]);
        if (!allocation) return tl::unexpected(allocation.error());
        if (k > 0) memory.upload(*allocation, 0, *table_inputs(sizes[k], k - 1));
        addresses.push_back(memory.allocations()[*allocation].begin);
        arguments.emplace_back(BufferArgument{k});
    }
    arguments.emplace_back(ScalarArgument{"passed", ElementType::u64, passed_value});
    auto device = simt::Device::create(*program, std::move(memory));
    if (!device) return tl::unexpected(device.error());
    const auto outcome = launch(*device, table_size, arguments, addresses, 1);
    if (!outcome) return tl::unexpected(outcome.error());
    // Ignores findings for the forms of forms.txt, because some of them divide by zero.
    if (!form.spelling.empty() && !outcome->findings.empty())
        return fail(ErrorKind::failed, outcome->findings.front().message);
    Bytes answers(size_t{table_size} * form.d);
    device->memory().download(0, 0, answers);
    return answers;
}

Result<Sweep> Sweep::create(const Form& form) {
    auto program = program_of(sweep_module(form));
    if (!program) return tl::unexpected(program.error());
    simt::GlobalMemory memory;
    const auto allocation = memory.allocate("answers", uint64_t{sweep_size} * form.d);
    if (!allocation) return tl::unexpected(allocation.error());
    auto device = simt::Device::create(*program, std::move(memory));
    if (!device) return tl::unexpected(device.error());
    return Sweep(std::move(*device), *allocation);
}

Result<const std::byte*> Sweep::run(uint32_t first) {
    const uint64_t address = device_.memory().allocations()[allocation_].begin;
    const Argument arguments[] = {BufferArgument{0},
                                  ScalarArgument{"first", ElementType::u32, static_cast<double>(first)}};
    const auto outcome = launch(device_, sweep_size, arguments, std::span(&address, 1), 0);
    if (!outcome) return tl::unexpected(outcome.error());
    return device_.memory().host(address);
}

} // namespace warpscope::conformance
