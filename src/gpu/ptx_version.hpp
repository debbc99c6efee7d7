// The `.version` line of PTX text, and what a driver understands. NVRTC always writes the version of its own toolkit,
// which an older driver refuses even when the kernel uses nothing new.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpscope::gpu {

struct PtxVersion {
    int major = 0, minor = 0;
    friend constexpr auto operator<=>(const PtxVersion&, const PtxVersion&) = default;
};

/// Version that `ptx` declares; nullopt when it declares none.
[[nodiscard]] std::optional<PtxVersion> ptx_version(std::string_view ptx);

/// Newest version that a driver of CUDA version `driver_version` (13000 for 13.0) is known to understand; nullopt for
/// drivers older than CUDA 11.0.
[[nodiscard]] std::optional<PtxVersion> newest_ptx_version(int driver_version);

/// `ptx` declared as `version`, otherwise unchanged. The driver's compiler still checks every instruction against the
/// declared version, so a kernel that needs the newer one is refused and never miscompiled.
[[nodiscard]] std::string declare_ptx_version(std::string_view ptx, PtxVersion version);

} // namespace warpscope::gpu
