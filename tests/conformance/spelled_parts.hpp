// Functions that make kernels, by group of opcodes. Only for spelled_form().
#pragma once

#include "conformance/kernel_text.hpp"
#include "ptx/opcodes.hpp"

namespace warpscope::conformance {

/// Returns PTX that sets %ptr to the thread's 32 bytes of a space.
[[nodiscard]] std::string place_in(std::string_view space);
/// Reads `words` times eight bytes at %ptr and appends them to `results`.
[[nodiscard]] std::vector<std::string> read_back(KernelText& k, uint32_t words, std::vector<std::string> results = {});

[[nodiscard]] Form atomic(KernelText k, ptx::Opcode opcode);
[[nodiscard]] Form asynchronous_copy(KernelText k);
[[nodiscard]] Form barrier_object(KernelText k);
/// Makes kernels of getctarank and mapa for the thread's own block.
[[nodiscard]] Form cluster_address(KernelText k, ptx::Opcode opcode);
[[nodiscard]] Form cluster_barrier(KernelText k);
[[nodiscard]] Form matrix(KernelText k, ptx::Opcode opcode);

} // namespace warpscope::conformance
