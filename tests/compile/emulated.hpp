// Kernels of this folder on the emulator, as each compiler makes them, and the numbers that were recorded of them.
#pragma once

#include <functional>

#include "compile/compiler.hpp"
#include "simt/harness.hpp"

namespace warpscope::compile {

/// Compiles kernels/`name`. Null when this compiler is not on this machine, or is NVRTC without the toolkit's headers.
[[nodiscard]] std::shared_ptr<const simt::Program>
emulated(const std::string& name, CompilerChoice compiler, const std::string& arch,
         std::vector<std::pair<std::string, std::string>> defines = {}, int optimisation = 3);

/// What `kernel` writes, a word for each of `threads` threads.
[[nodiscard]] std::vector<uint32_t> words_of(const std::shared_ptr<const simt::Program>& program,
                                             const std::string& kernel, uint32_t threads);

/// What every kernel of `program` writes with so many threads, as a number. They are compared with golden/`name`.txt,
/// which holds what NVRTC's code writes with the toolkit's headers; WARPSCOPE_REBASE=1 has NVRTC write it anew.
void compare_with_recorded(const std::shared_ptr<const simt::Program>& program, CompilerChoice compiler,
                           const std::string& name, const std::function<uint32_t(const std::string&)>& threads_of);

} // namespace warpscope::compile
