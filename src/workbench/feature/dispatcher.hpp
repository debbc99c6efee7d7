#pragma once

#include <vector>

#include "workbench/feature/feature.hpp"

namespace warpscope::workbench {

class Dispatcher {
public:
    /// Features must outlive the dispatcher. Features added earlier get actions first.
    void add(Feature& feature) { features_.push_back(&feature); }
    [[nodiscard]] const std::vector<Feature*>& features() const { return features_; }
    void send(const Command& command) const;
    void connect(Document& document) const;

private:
    std::vector<Feature*> features_;
};

} // namespace warpscope::workbench
