#include "simt/report/heap_message.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "simt/report/access_message.hpp"

namespace warpscope::simt {
namespace {

/// Returns "thread (3, 0, 0) of block (0, 0, 0) at sum.cu:5".
std::string caller_text(const LaunchState& launch, const HeapCaller& by) {
    const SourceLocation& source = launch.code->instructions[by.pc].source;
    return fmt::format("thread {} of block {}{}", index_text(by.thread_index), index_text(by.block_index),
                       source.line != 0 ? fmt::format(" at {}:{}", source.file, source.line) : "");
}

std::string block_text(const LaunchState& launch, const HeapBlock& block) {
    return fmt::format("{} that malloc gave {}", bytes_text(block.bytes), caller_text(launch, block.taken));
}

bool holds(const HeapBlock& block, uint64_t address) { return address >= block.begin && address < block.end(); }

} // namespace

HeapFault heap_fault(LaunchState& launch, uint64_t address, uint32_t bytes) {
    const std::scoped_lock lock(launch.heap_lock);
    const auto block = launch.heap->nearest(address);
    if (!block) return {FindingKind::out_of_bounds, "is in the heap of malloc, of which nothing was allocated"};
    if (block->freed && holds(*block, address))
        return {FindingKind::use_after_free,
                fmt::format("is {} into {}: {} has freed them", bytes_text(address - block->begin),
                            block_text(launch, *block), caller_text(launch, *block->freed))};
    return {FindingKind::out_of_bounds,
            beside_text(address, bytes, block->begin, block->end(), block_text(launch, *block))};
}

std::string free_fault(const LaunchState& launch, uint64_t address) {
    const std::string free = fmt::format("free of 0x{:x}", address);
    const auto block = launch.heap->covers(address) ? launch.heap->nearest(address) : std::nullopt;
    if (block && block->begin == address && block->freed)
        return fmt::format("{}, {}: {} has freed them already", free, block_text(launch, *block),
                           caller_text(launch, *block->freed));
    if (block && holds(*block, address))
        return fmt::format("{}, which is {} into {}: free takes what malloc gave", free,
                           bytes_text(address - block->begin), block_text(launch, *block));
    return fmt::format("{}, which malloc has not given", free);
}

} // namespace warpscope::simt
