// Lines of source for places in a program's machine code. Private to src/program.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::program {

/// By offset in the program's file; the places that are in no header of the system's or the compiler's, innermost
/// first: of code that was inlined there are several. Found by addr2line or llvm-symbolizer; without these there are
/// none, with `cancel` fewer.
[[nodiscard]] std::map<uint64_t, std::vector<SourceLocation>> find_lines(const std::filesystem::path& executable,
                                                                         const std::set<uint64_t>& offsets,
                                                                         const std::atomic<bool>* cancel = nullptr);

} // namespace warpscope::program
