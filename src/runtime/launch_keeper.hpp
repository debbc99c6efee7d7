// Saves launches for capture/kept_launch.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/launch.hpp"
#include "runtime/allocations.hpp"
#include "runtime/module.hpp"
#include "runtime/registered_memory.hpp"

namespace warpscope::runtime {

class LaunchKeeper {
public:
    /// $WARPSCOPE_KEEP_BYTES: limit for all saved launches (default 0). $WARPSCOPE_KEEP_ONLY: the only launch to save.
    explicit LaunchKeeper(std::string folder);

    [[nodiscard]] bool active() const { return budget_ != 0; }
    /// Saves each kernel's first launch, and later launches until half the limit is used. Call right before the launch.
    /// Returns whether it was saved.
    [[nodiscard]] bool keep(uint32_t launch, const Kernel& kernel, const LaunchConfig& config,
                            std::span<const std::byte> parameters, const Allocations& allocations,
                            const RegisteredMemory& registered);
    /// Returns whether the launch of $WARPSCOPE_KEEP_ONLY was reached.
    [[nodiscard]] bool done() const { return done_; }

private:
    [[nodiscard]] bool write_launch(uint32_t launch, const Kernel& kernel, const LaunchConfig& config,
                                    std::span<const std::byte> parameters, const Allocations& allocations,
                                    const RegisteredMemory& registered);
    /// Removes a partial file on failure.
    [[nodiscard]] bool write_file(const std::string& name, std::span<const std::byte> bytes) const;
    void remove(const std::string& name) const;

    std::string folder_;
    uint64_t budget_ = 0, kept_ = 0;
    uint32_t launches_kept_ = 0;
    std::optional<uint32_t> only_;
    std::map<const Kernel*, std::vector<const ptx::Variable*>> named_;
    std::set<const Kernel*> kept_kernels_;
    std::set<uint32_t> modules_;
    bool done_ = false;
};

[[nodiscard]] std::vector<uint32_t> pointers_in(const Kernel& kernel, std::span<const std::byte> parameters,
                                                const Allocations& allocations);
struct GivenTexture {
    uint32_t at = 0;
    const simt::Texture* texture = nullptr;
};
[[nodiscard]] std::vector<GivenTexture> textures_in(const Kernel& kernel, std::span<const std::byte> parameters,
                                                    const Allocations& allocations);
[[nodiscard]] nlohmann::ordered_json json_of(const GivenTexture& given);
/// Returns allocations that the parameters reach, even through textures, sorted by address.
[[nodiscard]] std::vector<const Allocated*> reached_by(const Kernel& kernel, std::span<const std::byte> parameters,
                                                       const Allocations& allocations);

} // namespace warpscope::runtime
