#include "capture/sampled_launch.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "base/files.hpp"
#include "ptx/parser.hpp"
#include "ptx/part.hpp"
#include "simt/executor.hpp"

namespace warpscope::capture {
namespace {

constexpr uint64_t budget_per_warp = uint64_t{1} << 20;

std::vector<uint64_t> blocks_to_see(const Dim3& grid) {
    const auto middle = [](uint32_t extent) { return extent < 2 ? 0 : std::min(extent / 2, extent - 2); };
    const Dim3 base{middle(grid.x), middle(grid.y), middle(grid.z)};
    std::vector<uint64_t> blocks{linear_index(base, grid)};
    if (grid.x > 1) blocks.push_back(linear_index({base.x + 1, base.y, base.z}, grid));
    if (grid.y > 1) blocks.push_back(linear_index({base.x, base.y + 1, base.z}, grid));
    if (grid.z > 1) blocks.push_back(linear_index({base.x, base.y, base.z + 1}, grid));
    std::ranges::sort(blocks);
    return blocks;
}

} // namespace

Result<SampledLaunch> sample(const KeptLaunch& launch, const std::atomic<bool>* cancel) {
    const auto text = read_file(launch.ptx);
    if (!text) return tl::unexpected(text.error());
    const auto whole = ptx::parse(*text, "the program's PTX");
    if (!whole) return tl::unexpected(whole.error());
    const ptx::Function* const entry = whole->find_function(launch.symbol);
    if (entry == nullptr) return fail(ErrorKind::failed, msg("The program's PTX has no kernel '{}'.", launch.kernel));
    SampledLaunch out;
    auto program = simt::Program::build(std::make_shared<const ptx::Module>(
        ptx::part_for(*whole, static_cast<uint32_t>(entry - whole->functions.data()))));
    if (!program) return tl::unexpected(program.error());
    out.program = *program;
    out.kernel = *out.program->find_kernel(launch.symbol);
    out.patterns.resize(launch.memory.size());

    simt::GlobalMemory memory;
    std::vector<std::byte> parameters = launch.parameters;
    std::map<uint32_t, size_t> by_allocation;
    for (size_t i = 0; i < launch.memory.size(); ++i) {
        const KeptMemory& kept = launch.memory[i];
        if (!kept.is_pointed_at()) continue;
        const auto index = memory.allocate(fmt::format("memory {}", i), kept.bytes);
        if (!index) return tl::unexpected(index.error());
        by_allocation[*index] = i;
        if (!kept.contents.empty()) {
            const auto bytes = read_contents(kept);
            if (!bytes) return tl::unexpected(bytes.error());
            memory.upload(*index, 0, *bytes);
        }
        const uint64_t begin = memory.allocations()[*index].begin;
        for (const uint32_t at : launch.pointers) {
            uint64_t word = 0;
            std::memcpy(&word, launch.parameters.data() + at, sizeof(word));
            if (word < kept.begin || word - kept.begin >= kept.bytes) continue;
            word = begin + (word - kept.begin);
            std::memcpy(parameters.data() + at, &word, sizeof(word));
        }
    }
    for (const KeptTexture& kept : launch.textures) {
        simt::Texture texture = kept.texture;
        for (const auto& [index, i] : by_allocation)
            if (launch.memory[i].begin == texture.address) texture.address = memory.allocations()[index].begin;
        const uint64_t handle = memory.textures().add(texture);
        std::memcpy(parameters.data() + kept.at, &handle, sizeof(handle));
    }
    auto device = simt::Device::create(out.program, std::move(memory));
    if (!device) return tl::unexpected(device.error());
    for (const KeptMemory& kept : launch.memory) {
        const auto variable = kept.variable.empty() ? std::nullopt : device->symbol(kept.variable);
        if (!variable) continue;
        if (!kept.is_pointed_at()) by_allocation[*variable] = static_cast<size_t>(&kept - launch.memory.data());
        if (kept.contents.empty()) continue;
        const auto bytes = read_contents(kept);
        if (!bytes) return tl::unexpected(bytes.error());
        device->memory().upload(*variable, 0, *bytes);
    }
    simt::LaunchOptions options;
    options.workers = 1;
    options.cancel = cancel;
    options.budget_per_warp = budget_per_warp;
    options.only_blocks = blocks_to_see(launch.config.grid);
    options.limits.max_shared_bytes =
        std::max(options.limits.max_shared_bytes,
                 launch.config.dynamic_shared_bytes + out.program->resources(out.kernel).shared_bytes);
    LaunchConfig config = launch.config;
    config.cooperative = false; // grid.sync() would wait for blocks that do not run
    PatternObserver observer;
    simt::Observer* const observers[] = {&observer};
    const auto ran = simt::launch(*device, out.kernel, config, parameters, observers, options);
    if (!ran) return tl::unexpected(ran.error());
    if (ran->canceled) return fail(ErrorKind::canceled, msg("Stopped."));
    out.crosses_bounds = std::ranges::any_of(ran->findings, [](const simt::Finding& finding) {
        return finding.kind == simt::FindingKind::out_of_bounds && finding.space == ptx::Space::global;
    });
    for (auto& [allocation, pattern] : observer.patterns(*out.program))
        if (const auto known = by_allocation.find(allocation); known != by_allocation.end())
            out.patterns[known->second] = std::move(pattern);
    return out;
}

std::filesystem::path text_of(const SampledLaunch& sampled, const std::string& symbol) {
    for (const simt::InstructionInfo& instruction : sampled.program->instructions()) {
        std::error_code error;
        const std::filesystem::path file = instruction.user_source.file;
        const bool of_kernel = sampled.program->module().functions[instruction.function].name == symbol;
        if (of_kernel && file.is_absolute() && std::filesystem::is_regular_file(file, error)) return file;
    }
    return {};
}

} // namespace warpscope::capture
