#pragma once

#include <array>
#include <cstring>
#include <span>

#include "base/page_memory.hpp"

namespace warpscope::simt {

/// Requires at most page_bytes.
[[nodiscard]] inline bool is_zero_page(std::span<const std::byte> page) {
    static constexpr std::array<std::byte, page_bytes> zeros{};
    return std::memcmp(page.data(), zeros.data(), page.size()) == 0;
}

} // namespace warpscope::simt
