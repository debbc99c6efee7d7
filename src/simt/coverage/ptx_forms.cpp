#include "simt/coverage/ptx_forms.hpp"

#include <array>

namespace warpscope::simt {
namespace {

using ptx::Opcode;

// clang-format off
constexpr auto table = std::to_array<PtxForms>({
#include "simt/coverage/computing_forms.inc"
#include "simt/coverage/other_forms.inc"
});
// clang-format on

} // namespace

std::span<const PtxForms> forms_of_ptx() { return table; }

} // namespace warpscope::simt
