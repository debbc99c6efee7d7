// Random legal settings of a variant: parameters, block, and a small input of unusual size.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>

#include "catalog/experiment.hpp"
#include "input/input.hpp"

namespace warpscope::catalog::references {

struct Draw {
    Settings settings;
    input::InputSpec spec; // of the main input, if the variant has one
    HostBuffer input;
    Prepared prepared;

    [[nodiscard]] std::string text() const;
};

class Drawer {
public:
    explicit Drawer(uint64_t seed)
        : random_(seed) {}

    /// Returns settings of a moderate launch, or nullopt if a hundred attempts gave only illegal or large launches.
    [[nodiscard]] std::optional<Draw> draw(const Experiment& experiment, const Variant& variant);

private:
    [[nodiscard]] uint64_t below(uint64_t count) { return random_() % count; } // the same on every machine
    [[nodiscard]] double value_of(const Parameter& parameter);
    [[nodiscard]] uint32_t small(uint32_t max);
    [[nodiscard]] Dim3 block_of(const Variant& variant);
    [[nodiscard]] input::InputSpec input_of(const Experiment& experiment);

    std::mt19937_64 random_;
};

} // namespace warpscope::catalog::references
