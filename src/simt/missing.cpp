#include "simt/calls.hpp"
#include "simt/form.hpp"
namespace warpscope::simt {
Handler find_carry(const Form&) { return nullptr; }
Handler find_half(const Form&) { return nullptr; }
Handler find_half_convert(const Form&) { return nullptr; }
Handler find_rounded(const Form&) { return nullptr; }
Handler find_approximate(const Form&) { return nullptr; }
Handler find_warp(const Form&) { return nullptr; }
Handler find_atomic(const AtomicForm&) { return nullptr; }
bool is_known_extern(std::string_view) { return false; }
const Inst* call_extern(Warp&, const Inst*, const CallSite&, const Inst* next) { return next; }
} // namespace warpscope::simt
