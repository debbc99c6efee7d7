// Kernel arguments: scalars, pointers to buffers, and structs of them that are passed by value.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/buffer.hpp"

namespace warpscope {

/// A kernel argument that is passed by value. `name` is the value as a person reads it.
struct ScalarArgument {
    std::string name;
    ElementType type = ElementType::s32;
    double value = 0;
};

/// A pointer into one of the plan's buffers, as a rule to its start.
struct BufferArgument {
    uint32_t buffer = 0; // index into ExecutionPlan::buffers
    uint64_t offset = 0; // in bytes; of a buffer in parts: where the device's own part begins
};

/// One of the plan's textures: a number that the kernel fetches by.
struct TextureArgument {
    uint32_t texture = 0; // index into ExecutionPlan::textures
};

/// A struct or a vector such as float3: its scalars and pointers, laid out as C++ does on the GPU.
class StructArgument {
public:
    struct Field {
        uint64_t offset = 0;
        std::variant<ScalarArgument, BufferArgument, TextureArgument> value;
    };

    void add(ScalarArgument value);
    void add(BufferArgument pointer);
    void add(TextureArgument texture);
    void add(const StructArgument& inner);
    /// A larger alignment than the fields have, such as float4's.
    void align(uint32_t bytes) { alignment_ = std::max(alignment_, bytes); }

    [[nodiscard]] const std::vector<Field>& fields() const { return fields_; }
    /// With the padding that brings it to a multiple of the alignment.
    [[nodiscard]] uint64_t bytes() const { return rounded(end_, alignment_); }
    [[nodiscard]] uint32_t alignment() const { return alignment_; }
    /// Returns whether some bytes belong to no field.
    [[nodiscard]] bool is_padded() const { return bytes() != field_bytes_; }

private:
    static uint64_t rounded(uint64_t bytes, uint64_t multiple) { return (bytes + multiple - 1) / multiple * multiple; }
    [[nodiscard]] uint64_t next(uint64_t bytes, uint32_t alignment);

    std::vector<Field> fields_;
    uint64_t end_ = 0, field_bytes_ = 0;
    uint32_t alignment_ = 1;
};

using Argument = std::variant<ScalarArgument, BufferArgument, StructArgument, TextureArgument>;

/// A kernel's parameter as the PTX declares it.
struct ParameterSize {
    uint64_t bytes = 0;
    uint32_t alignment = 1;
};

/// Writes `argument` to `to`, which has room for the parameter. A sentence about the argument when it does not fit, and
/// nothing is written then. `texture_handle`: of every texture of the plan.
[[nodiscard]] std::optional<std::string> write_argument(const Argument& argument, const ParameterSize& parameter,
                                                        std::span<const uint64_t> buffer_address, std::byte* to,
                                                        std::span<const uint64_t> texture_handle = {});

} // namespace warpscope
