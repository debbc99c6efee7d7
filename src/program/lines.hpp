#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::program {

/// Maps machine code offsets to source lines, innermost inlined call first. Omits system headers. Needs addr2line or
/// llvm-symbolizer. After `cancel` is set, the result is incomplete.
[[nodiscard]] std::map<uint64_t, std::vector<SourceLocation>> find_lines(const std::filesystem::path& executable,
                                                                         const std::set<uint64_t>& offsets,
                                                                         const std::atomic<bool>* cancel = nullptr);

} // namespace warpscope::program
