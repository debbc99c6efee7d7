// Routes each command to its feature.
#pragma once

#include <vector>

#include "workbench/feature/feature.hpp"

namespace warpscope::workbench {

class Dispatcher {
public:
    /// In this order features are offered actions. They must outlive the dispatcher.
    void add(Feature& feature) { features_.push_back(&feature); }
    [[nodiscard]] const std::vector<Feature*>& features() const { return features_; }
    /// Has the command's feature handle it, before this returns.
    void send(const Command& command) const;

private:
    std::vector<Feature*> features_;
};

} // namespace warpscope::workbench
