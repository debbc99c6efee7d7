#include "gpu/module_cache.hpp"

#include <algorithm>

namespace warpscope::gpu {

Result<std::shared_ptr<const Module>> ModuleCache::get(Runtime& runtime, const std::string& ptx, int driver_version) {
    const auto known = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.ptx == ptx; });
    if (known != entries_.end()) {
        std::rotate(entries_.begin(), known, known + 1);
        return entries_.front().module;
    }
    auto module = Module::load(runtime, ptx, driver_version);
    if (!module) return module;
    entries_.push_front({ptx, *module});
    if (entries_.size() > limit_) entries_.pop_back();
    return module;
}

bool ModuleCache::has(const std::string& ptx) const {
    return std::ranges::any_of(entries_, [&](const Entry& entry) { return entry.ptx == ptx; });
}

} // namespace warpscope::gpu
