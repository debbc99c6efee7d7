// The `.version` of PTX and driver support for it. NVRTC writes its toolkit's version, which older drivers reject even
// if the kernel uses nothing new.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpscope::gpu {

struct PtxVersion {
    int major = 0, minor = 0;
    friend constexpr auto operator<=>(const PtxVersion&, const PtxVersion&) = default;
};

/// Returns the declared version.
[[nodiscard]] std::optional<PtxVersion> ptx_version(std::string_view ptx);

/// Returns the newest version known to work with a driver (13000 for CUDA 13.0); nullopt before CUDA 11.0.
[[nodiscard]] std::optional<PtxVersion> newest_ptx_version(int driver_version);

/// Replaces the declared version. This is safe: the driver checks every instruction against it and rejects newer ones.
[[nodiscard]] std::string declare_ptx_version(std::string_view ptx, PtxVersion version);

} // namespace warpscope::gpu
