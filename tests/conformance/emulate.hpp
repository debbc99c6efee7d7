// Opcode forms on the emulator.
#pragma once

#include <memory>

#include "conformance/forms.hpp"
#include "simt/executor.hpp"

namespace warpscope::conformance {

/// Answers of the form on the tables of inputs.
[[nodiscard]] Result<Bytes> emulate_table(const Form& form);

/// Sweeps over all inputs in launches of sweep_size, on all cores.
class Sweep {
public:
    [[nodiscard]] static Result<Sweep> create(const Form& form);
    /// Answers for inputs first to first + sweep_size - 1; valid until the next call.
    [[nodiscard]] Result<const std::byte*> run(uint32_t first);

private:
    Sweep(simt::Device device, uint32_t allocation)
        : device_(std::move(device))
        , allocation_(allocation) {}

    simt::Device device_;
    uint32_t allocation_;
};

} // namespace warpscope::conformance
