// Entering and leaving device functions, and the few functions that the emulator itself provides.
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// The function a function pointer names, as an index in the module; ~0 for none.
[[nodiscard]] uint32_t function_at(const Warp& warp, uint64_t pointer);
/// Starts `callee` for the active lanes and returns its first instruction (or what follows when the stack is full).
[[nodiscard]] const Inst* enter_function(Warp& warp, const Inst* call, const CallSite& site, uint32_t callee);
/// Restores the caller, whose active lanes may all have exited meanwhile, and returns where it goes on.
[[nodiscard]] const Inst* leave_function(Warp& warp);

/// Tells observers that the active lanes' stacks were written by something other than a store instruction: `bytes`
/// bytes at `offset`.
void report_stack_store(Warp& warp, const Inst* call, uint64_t offset, uint32_t bytes);

/// Returns whether the emulator provides the declared function `name`.
[[nodiscard]] bool is_known_extern(std::string_view name);
/// malloc, operator new and new[].
[[nodiscard]] bool gives_memory(std::string_view name);
/// Runs it for the active lanes; returns `next`, or another place when lanes ended.
[[nodiscard]] const Inst* call_extern(Warp& warp, const Inst* call, const CallSite& site, const Inst* next);

/// Zero-terminated text at a generic address; cut at `limit` bytes, empty when it is not readable.
[[nodiscard]] std::string text_at(const Warp& warp, uint32_t lane, uint64_t address, size_t limit = 4096);
/// Copies `bytes` bytes at a generic address; false when they are not all readable.
[[nodiscard]] bool peek(const Warp& warp, uint32_t lane, uint64_t address, void* to, size_t bytes);

} // namespace warpscope::simt
