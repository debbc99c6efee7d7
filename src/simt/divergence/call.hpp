#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Returns ~0 for an invalid pointer.
[[nodiscard]] uint32_t function_at(const Warp& warp, uint64_t pointer);
[[nodiscard]] const Inst* enter_function(Warp& warp, const Inst* call, const CallSite& site, uint32_t callee);
/// Returns to the caller, even if all the caller's lanes have exited.
[[nodiscard]] const Inst* leave_function(Warp& warp);

/// Reports to observers a stack write that no store instruction made.
void report_stack_store(Warp& warp, const Inst* call, uint64_t offset, uint32_t bytes);

[[nodiscard]] bool is_known_extern(std::string_view name);
/// Recognizes malloc, operator new and operator new[].
[[nodiscard]] bool gives_memory(std::string_view name);
/// Returns `next`, or another instruction if lanes ended.
[[nodiscard]] const Inst* call_extern(Warp& warp, const Inst* call, const CallSite& site, const Inst* next);

/// Returns at most `limit` bytes; "" if unreadable.
[[nodiscard]] std::string text_at(const Warp& warp, uint32_t lane, uint64_t address, size_t limit = 4096);
/// Returns false if some bytes are unreadable.
[[nodiscard]] bool peek(const Warp& warp, uint32_t lane, uint64_t address, void* to, size_t bytes);

} // namespace warpscope::simt
