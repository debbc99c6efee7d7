#include "simt/report/heap_message.hpp"

#include "simt/report/access_message.hpp"

namespace warpscope::simt {
namespace {

Message caller_message(const LaunchState& launch, const HeapCaller& by) {
    return thread_message(by.thread_index, &by.block_index, launch.code->instructions[by.pc].source);
}

Message block_message(const LaunchState& launch, const HeapBlock& block) {
    return msg("{} allocated by {}", bytes_message(block.bytes), caller_message(launch, block.taken));
}

bool holds(const HeapBlock& block, uint64_t address) { return address >= block.begin && address < block.end(); }

} // namespace

HeapFault heap_fault(LaunchState& launch, const Message& access, uint64_t address, uint32_t bytes) {
    const std::scoped_lock lock(launch.heap_lock);
    const auto block = launch.heap->nearest(address);
    if (!block)
        return {FindingKind::out_of_bounds, msg("{} is in the malloc heap, but nothing was allocated there", access)};
    if (block->freed && holds(*block, address))
        return {FindingKind::use_after_free,
                msg("{} is {} into {}: {} has freed them", access, bytes_message(address - block->begin),
                    block_message(launch, *block), caller_message(launch, *block->freed))};
    return {FindingKind::out_of_bounds,
            beside_message(access, address, bytes, block->begin, block->end(), block_message(launch, *block))};
}

Message free_fault(const LaunchState& launch, uint64_t address) {
    const std::string hex = hex_text(address);
    const auto block = launch.heap->covers(address) ? launch.heap->nearest(address) : std::nullopt;
    if (block && block->begin == address && block->freed)
        return msg("free of {}, {}: {} has already freed them", hex, block_message(launch, *block),
                   caller_message(launch, *block->freed));
    if (block && holds(*block, address))
        return msg("free of {}, which is {} into {}: free needs the address that malloc returned", hex,
                   bytes_message(address - block->begin), block_message(launch, *block));
    return msg("free of {}, which malloc did not return", hex);
}

} // namespace warpscope::simt
