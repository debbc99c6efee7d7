// Old drivers reject a new `.version` even if the PTX uses nothing new.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpscope::gpu {

struct PtxVersion {
    int major = 0, minor = 0;
    friend constexpr auto operator<=>(const PtxVersion&, const PtxVersion&) = default;
};

[[nodiscard]] std::optional<PtxVersion> ptx_version(std::string_view ptx);

/// Returns the newest PTX version that the driver accepts; nullopt before CUDA 11.0.
[[nodiscard]] std::optional<PtxVersion> newest_ptx_version(int driver_version);

/// Replaces the declared version. Drivers still reject newer instructions.
[[nodiscard]] std::string declare_ptx_version(std::string_view ptx, PtxVersion version);

} // namespace warpscope::gpu
