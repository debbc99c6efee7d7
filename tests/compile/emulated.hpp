// Runs this folder's kernels on the emulator with each compiler and compares them with recorded numbers.
#pragma once

#include <functional>

#include "compile/compiler.hpp"
#include "simt/harness.hpp"

namespace warpscope::compile {

/// Compiles kernels/`name`. Returns null if the compiler is missing, or for NVRTC without the toolkit's headers.
[[nodiscard]] std::shared_ptr<const simt::Program>
emulated(const std::string& name, CompilerChoice compiler, const std::string& arch,
         std::vector<std::pair<std::string, std::string>> defines = {}, int optimization = 3);

/// Returns the word that each of `threads` threads writes.
[[nodiscard]] std::vector<uint32_t> words_of(const std::shared_ptr<const simt::Program>& program,
                                             const std::string& kernel, uint32_t threads);

/// Compares the output of every kernel with golden/`name`.txt, which was recorded with NVRTC and the toolkit's headers.
/// WARPSCOPE_REBASE=1 records it again.
void compare_with_recorded(const std::shared_ptr<const simt::Program>& program, CompilerChoice compiler,
                           const std::string& name, const std::function<uint32_t(const std::string&)>& threads_of);

} // namespace warpscope::compile
