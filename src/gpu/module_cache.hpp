#pragma once

#include <deque>
#include <memory>
#include <string>

#include "gpu/module.hpp"

namespace warpscope::gpu {

/// Recently compiled modules, found by PTX. Not thread-safe.
class ModuleCache {
public:
    explicit ModuleCache(size_t limit = 16)
        : limit_(limit) {}

    [[nodiscard]] Result<std::shared_ptr<const Module>> get(Runtime& runtime, const std::string& ptx,
                                                            int driver_version);

    [[nodiscard]] bool has(const std::string& ptx) const;

private:
    struct Entry {
        std::string ptx;
        std::shared_ptr<const Module> module;
    };
    size_t limit_;
    std::deque<Entry> entries_; // newest first
};

} // namespace warpscope::gpu
