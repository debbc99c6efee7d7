#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/buffer.hpp"
#include "base/message.hpp"

namespace warpscope {

struct ScalarArgument {
    std::string name;
    ElementType type = ElementType::s32;
    double value = 0;
};

struct BufferArgument {
    uint32_t buffer = 0; // index in ExecutionPlan::buffers
    uint64_t offset = 0; // in bytes
};

struct TextureArgument {
    uint32_t texture = 0; // index in ExecutionPlan::textures
};

/// Argument of a struct or vector type such as float3, laid out as in C++.
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
    void align(uint32_t bytes) { alignment_ = std::max(alignment_, bytes); }

    [[nodiscard]] const std::vector<Field>& fields() const { return fields_; }
    /// Includes tail padding.
    [[nodiscard]] uint64_t bytes() const { return rounded(end_, alignment_); }
    [[nodiscard]] uint32_t alignment() const { return alignment_; }
    [[nodiscard]] bool is_padded() const { return bytes() != field_bytes_; }

private:
    static uint64_t rounded(uint64_t bytes, uint64_t multiple) { return (bytes + multiple - 1) / multiple * multiple; }
    [[nodiscard]] uint64_t next(uint64_t bytes, uint32_t alignment);

    std::vector<Field> fields_;
    uint64_t end_ = 0, field_bytes_ = 0;
    uint32_t alignment_ = 1;
};

using Argument = std::variant<ScalarArgument, BufferArgument, StructArgument, TextureArgument>;

struct ParameterSize {
    uint64_t bytes = 0;
    uint32_t alignment = 1;
};

[[nodiscard]] std::optional<Message> write_argument(const Argument& argument, const ParameterSize& parameter,
                                                    std::span<const uint64_t> buffer_address, std::byte* to,
                                                    std::span<const uint64_t> texture_handle = {});

} // namespace warpscope
