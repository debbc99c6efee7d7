// Kernels by groups of opcodes, and what several of them need. Private to spelled_form().
#pragma once

#include "conformance/kernel_text.hpp"
#include "ptx/opcodes.hpp"

namespace warpscope::conformance {

/// PTX that makes %ptr the thread's own 32 bytes of a space.
[[nodiscard]] std::string place_in(std::string_view space);
/// Reads back `words` times eight bytes at %ptr, behind what is in `results`.
[[nodiscard]] std::vector<std::string> read_back(KernelText& k, uint32_t words, std::vector<std::string> results = {});

/// atom and red.
[[nodiscard]] Form atomic(KernelText k, ptx::Opcode opcode);
/// cp.async.
[[nodiscard]] Form asynchronous_copy(KernelText k);
[[nodiscard]] Form barrier_object(KernelText k);
/// getctarank and mapa, of the thread's own block.
[[nodiscard]] Form cluster_address(KernelText k, ptx::Opcode opcode);
[[nodiscard]] Form cluster_barrier(KernelText k);
/// ldmatrix, movmatrix, mma and wmma.
[[nodiscard]] Form matrix(KernelText k, ptx::Opcode opcode);

} // namespace warpscope::conformance
