#include "gpu/child/messages.hpp"

#include "base/message_json.hpp"

namespace warpscope::gpu {
namespace {

enum class ArgumentKind : uint8_t { scalar, buffer, structure, texture };

void put_scalar(ByteWriter& out, const ScalarArgument& scalar) {
    out.put(scalar.name);
    out.put(scalar.type);
    out.put(scalar.value);
}

ScalarArgument get_scalar(ByteReader& in) {
    ScalarArgument scalar;
    in.get(scalar.name);
    in.get(scalar.type);
    in.get(scalar.value);
    return scalar;
}

void put_argument(ByteWriter& out, const Argument& argument) {
    if (const auto* scalar = std::get_if<ScalarArgument>(&argument)) {
        out.put(ArgumentKind::scalar);
        put_scalar(out, *scalar);
    } else if (const auto* buffer = std::get_if<BufferArgument>(&argument)) {
        out.put(ArgumentKind::buffer);
        out.put(buffer->buffer);
        out.put(buffer->offset);
    } else if (const auto* texture = std::get_if<TextureArgument>(&argument)) {
        out.put(ArgumentKind::texture);
        out.put(texture->texture);
    } else {
        const auto& structure = std::get<StructArgument>(argument);
        out.put(ArgumentKind::structure);
        out.put(structure.bytes());
        out.put(structure.alignment());
        out.put(uint64_t{structure.fields().size()});
        for (const StructArgument::Field& field : structure.fields()) {
            out.put(field.offset);
            std::visit([&](const auto& value) { put_argument(out, Argument(value)); }, field.value);
        }
    }
}

BufferArgument get_pointer(ByteReader& in) {
    BufferArgument pointer;
    in.get(pointer.buffer);
    in.get(pointer.offset);
    return pointer;
}

StructArgument get_structure(ByteReader& in) {
    const auto bytes = in.get<uint64_t>();
    const auto alignment = in.get<uint32_t>();
    StructArgument made;
    uint64_t end = 0;
    const auto fill = [&](uint64_t until) {
        for (; end < until; ++end) made.add(ScalarArgument{"0", ElementType::u8, 0});
    };
    for (size_t left = in.count(1); left > 0; --left) {
        fill(in.get<uint64_t>());
        switch (in.get<ArgumentKind>()) {
        case ArgumentKind::scalar: {
            ScalarArgument scalar = get_scalar(in);
            end += size_of(scalar.type);
            made.add(std::move(scalar));
            continue;
        }
        case ArgumentKind::texture: made.add(TextureArgument{in.get<uint32_t>()}); break;
        default: made.add(get_pointer(in)); break;
        }
        end += sizeof(uint64_t);
    }
    fill(bytes);
    made.align(alignment);
    return made;
}

constexpr uint32_t no_buffer = ~0u;

Argument get_argument(ByteReader& in) {
    switch (in.get<ArgumentKind>()) {
    case ArgumentKind::scalar: return get_scalar(in);
    case ArgumentKind::buffer: return get_pointer(in);
    case ArgumentKind::texture: return TextureArgument{in.get<uint32_t>()};
    case ArgumentKind::structure: break;
    }
    return get_structure(in);
}

} // namespace

Bytes encode(const RunMessage& message) {
    ByteWriter out;
    out.put(message.ptx);
    out.put(message.repeats);
    out.put(message.unread);
    out.put(uint64_t{message.plan.buffers.size()});
    for (const PlannedBuffer& buffer : message.plan.buffers) {
        out.put(buffer.layout.name);
        out.put(buffer.layout.type);
        out.put(buffer.layout.channels);
        out.put(buffer.layout.shape);
        out.put(buffer.layout.padding);
        out.put(buffer.role);
        out.put(buffer.initial);
    }
    out.put(uint64_t{message.plan.textures.size()});
    for (const PlannedTexture& texture : message.plan.textures) {
        out.put(texture.name);
        out.put(texture.buffer);
        out.put(texture.settings);
    }
    out.put(uint64_t{message.plan.symbols.size()});
    for (const PlannedSymbol& symbol : message.plan.symbols) {
        out.put(symbol.name);
        out.put(symbol.contents);
        out.put(symbol.buffer.value_or(no_buffer));
    }
    out.put(uint64_t{message.plan.launches.size()});
    for (const PlannedLaunch& launch : message.plan.launches) {
        out.put(launch.kernel);
        out.put(launch.config);
        out.put(launch.device);
        out.put(launch.awaited);
        out.put(uint64_t{launch.arguments.size()});
        for (const Argument& argument : launch.arguments) put_argument(out, argument);
    }
    out.put(message.plan.copies);
    out.put(message.plan.devices);
    return out.take();
}

RunMessage decode_run(const Bytes& bytes) {
    ByteReader in(bytes);
    RunMessage message;
    in.get(message.ptx);
    in.get(message.repeats);
    in.get(message.unread);
    message.plan.buffers.resize(in.count(1));
    for (PlannedBuffer& buffer : message.plan.buffers) {
        in.get(buffer.layout.name);
        in.get(buffer.layout.type);
        in.get(buffer.layout.channels);
        in.get(buffer.layout.shape);
        in.get(buffer.layout.padding);
        in.get(buffer.role);
        in.get(buffer.initial);
    }
    message.plan.textures.resize(in.count(1));
    for (PlannedTexture& texture : message.plan.textures) {
        in.get(texture.name);
        in.get(texture.buffer);
        in.get(texture.settings);
    }
    message.plan.symbols.resize(in.count(1));
    for (PlannedSymbol& symbol : message.plan.symbols) {
        in.get(symbol.name);
        in.get(symbol.contents);
        if (!symbol.contents) symbol.contents = std::make_shared<Bytes>();
        uint32_t buffer = no_buffer;
        in.get(buffer);
        if (buffer != no_buffer) symbol.buffer = buffer;
    }
    message.plan.launches.resize(in.count(1));
    for (PlannedLaunch& launch : message.plan.launches) {
        in.get(launch.kernel);
        in.get(launch.config);
        in.get(launch.device);
        in.get(launch.awaited);
        for (size_t left = in.count(1); left > 0; --left) launch.arguments.push_back(get_argument(in));
    }
    in.get(message.plan.copies);
    in.get(message.plan.devices);
    return message;
}

Bytes encode(const GpuRun& run) {
    ByteWriter out;
    out.put(run.kernel_ms);
    out.put(run.times_ms);
    out.put(run.compile_ms);
    out.put(run.transfer_ms);
    out.put(run.kernel);
    out.put(run.blocks_per_multiprocessor);
    out.put(run.device);
    out.put(json_text_of(run.note));
    for (const HostBuffer& buffer : run.buffers) out.put(buffer.bytes);
    return out.take();
}

namespace {

/// Reads a message that a fault may have damaged. Returns an empty message if invalid.
Message get_message(ByteReader& in) {
    std::string text;
    in.get(text);
    return message_from_text(text).value_or(Message());
}

} // namespace

GpuRun decode_result(const Bytes& bytes, const ExecutionPlan& plan) {
    ByteReader in(bytes);
    GpuRun run;
    in.get(run.kernel_ms);
    in.get(run.times_ms);
    in.get(run.compile_ms);
    in.get(run.transfer_ms);
    in.get(run.kernel);
    in.get(run.blocks_per_multiprocessor);
    in.get(run.device);
    run.note = get_message(in);
    for (const PlannedBuffer& planned : plan.buffers) {
        HostBuffer& buffer = run.buffers.emplace_back();
        buffer.layout = planned.layout;
        in.get(buffer.bytes);
    }
    return run;
}

Bytes encode(const FailureMessage& failure) {
    ByteWriter out;
    out.put(failure.diagnostic.kind);
    out.put(json_text_of(failure.diagnostic.message));
    out.put(json_text_of(failure.diagnostic.hint));
    out.put(failure.lost);
    return out.take();
}

FailureMessage decode_failure(const Bytes& bytes) {
    ByteReader in(bytes);
    FailureMessage failure;
    in.get(failure.diagnostic.kind);
    failure.diagnostic.message = get_message(in);
    failure.diagnostic.hint = get_message(in);
    in.get(failure.lost);
    return failure;
}

} // namespace warpscope::gpu
