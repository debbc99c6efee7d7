#pragma once

#include <memory>

#include "conformance/forms.hpp"
#include "simt/executor.hpp"

namespace warpscope::conformance {

/// Returns the form's results for the tables of inputs.
[[nodiscard]] Result<Bytes> emulate_table(const Form& form);

/// Runs a form on all inputs, in launches of sweep_size threads on all cores.
class Sweep {
public:
    [[nodiscard]] static Result<Sweep> create(const Form& form);
    /// Returns the results for inputs [first, first + sweep_size), valid until the next call.
    [[nodiscard]] Result<const std::byte*> run(uint32_t first);

private:
    Sweep(simt::Device device, uint32_t allocation)
        : device_(std::move(device))
        , allocation_(allocation) {}

    simt::Device device_;
    uint32_t allocation_;
};

} // namespace warpscope::conformance
