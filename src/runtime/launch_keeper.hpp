// Launches that are written down whole, so that they can be run again apart from their program: kernel, arguments, and
// the memory that they reach as it was before. Private to src/runtime; capture/kept_launch.cpp reads it.
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
    /// `folder`: of the record. $WARPSCOPE_KEEP_BYTES says how much may be kept of a whole run, and without it nothing
    /// is; $WARPSCOPE_KEEP_ONLY names one launch, behind which nothing more is wanted of the program.
    explicit LaunchKeeper(std::string folder);

    [[nodiscard]] bool active() const { return budget_ != 0; }
    /// Writes the launch down if there is room for it: the first of each kernel, and all as long as half of the budget
    /// is left. `what` is memory of the program's; call it right before the launch. Returns whether it was kept.
    [[nodiscard]] bool keep(uint32_t launch, const Kernel& kernel, const LaunchConfig& config,
                            std::span<const std::byte> parameters, const Allocations& allocations,
                            const RegisteredMemory& registered);
    /// Returns whether nothing more is wanted of the program: the only launch came, kept or not.
    [[nodiscard]] bool done() const { return done_; }

private:
    [[nodiscard]] bool write_launch(uint32_t launch, const Kernel& kernel, const LaunchConfig& config,
                                    std::span<const std::byte> parameters, const Allocations& allocations,
                                    const RegisteredMemory& registered);
    /// Leaves nothing where it fails.
    [[nodiscard]] bool write_file(const std::string& name, std::span<const std::byte> bytes) const;
    void remove(const std::string& name) const;

    std::string folder_;
    uint64_t budget_ = 0, kept_ = 0;
    uint32_t launches_kept_ = 0;
    std::optional<uint32_t> only_;
    std::map<const Kernel*, std::vector<const ptx::Variable*>> named_; // variables that each kernel names
    std::set<const Kernel*> kept_kernels_;                             // of which a launch was kept
    std::set<uint32_t> modules_;                                       // whose PTX is written
    bool done_ = false;
};

/// Where in the block of parameters an address of device memory stands: words that lie in one parameter, and where its
/// type has them aligned; two numbers side by side are none.
[[nodiscard]] std::vector<uint32_t> pointers_in(const Kernel& kernel, std::span<const std::byte> parameters,
                                                const Allocations& allocations);
/// A texture object among them, by where it stands.
struct GivenTexture {
    uint32_t at = 0;
    const simt::Texture* texture = nullptr;
};
[[nodiscard]] std::vector<GivenTexture> textures_in(const Kernel& kernel, std::span<const std::byte> parameters,
                                                    const Allocations& allocations);
[[nodiscard]] nlohmann::ordered_json json_of(const GivenTexture& given);
/// Allocations that the kernel's parameters point into or show as textures, each once, by address.
[[nodiscard]] std::vector<const Allocated*> reached_by(const Kernel& kernel, std::span<const std::byte> parameters,
                                                       const Allocations& allocations);

} // namespace warpscope::runtime
