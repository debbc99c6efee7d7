// Calls and returns of device functions, and the functions that the emulator itself provides.
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Returns the index of the function that a pointer names, or ~0.
[[nodiscard]] uint32_t function_at(const Warp& warp, uint64_t pointer);
/// Calls `callee` for the active lanes. Returns its first instruction, or the next one to run if the stack is full.
[[nodiscard]] const Inst* enter_function(Warp& warp, const Inst* call, const CallSite& site, uint32_t callee);
/// Returns to the caller, whose active lanes may all have exited. Returns the next instruction.
[[nodiscard]] const Inst* leave_function(Warp& warp);

/// Reports a write of `bytes` bytes at `offset` in the active lanes' stacks that no store instruction made.
void report_stack_store(Warp& warp, const Inst* call, uint64_t offset, uint32_t bytes);

/// Returns whether the emulator provides the function `name`.
[[nodiscard]] bool is_known_extern(std::string_view name);
/// Returns whether `name` is malloc, operator new or operator new[].
[[nodiscard]] bool gives_memory(std::string_view name);
/// Runs the function for the active lanes. Returns `next`, or another instruction if lanes ended.
[[nodiscard]] const Inst* call_extern(Warp& warp, const Inst* call, const CallSite& site, const Inst* next);

/// Returns the zero-terminated text at a generic address, cut at `limit` bytes; "" if unreadable.
[[nodiscard]] std::string text_at(const Warp& warp, uint32_t lane, uint64_t address, size_t limit = 4096);
/// Copies bytes from a generic address. Returns false if some are unreadable.
[[nodiscard]] bool peek(const Warp& warp, uint32_t lane, uint64_t address, void* to, size_t bytes);

} // namespace warpscope::simt
