#include "runtime/copy.hpp"

#include <cstring>
#include <string_view>

#include "runtime/array.hpp"
#include "runtime/device_model.hpp"
#include "runtime/record/crash.hpp"
#include "runtime/unwritten_report.hpp"
#include "simt/message_parts.hpp"

namespace warpscope::runtime {
namespace {

uint64_t end_of(const Region& region, const RegionSize& size) {
    uint64_t layers = 0, rows = 0, end = 0;
    const bool none = __builtin_mul_overflow(size.depth - 1, region.layer, &layers) ||
                      __builtin_mul_overflow(size.height - 1, region.pitch, &rows) ||
                      __builtin_add_overflow(layers, rows, &end) || __builtin_add_overflow(end, size.width, &end) ||
                      __builtin_add_overflow(end, region.address, &end);
    return none ? UINT64_MAX : end;
}

/// Translates a region of a device alias to its host memory.
Region where_contents_are(const Context& context, Region region, const RegionSize& size) {
    const uint64_t host = context.registered.address_for_host(region.address);
    if (host == region.address || size.empty()) return region;
    const uint64_t bytes = end_of(region, size) - region.address;
    if (context.registered.address_for_host(region.address + bytes - 1) == host + bytes - 1) region.address = host;
    return region;
}

Message array_message(const Message& role, const Array& array, const Message& name) {
    return array.dimensions() == 3
               ? msg("{} is a cudaArray ({}), which cudaMemcpy3D fills and reads", role, name)
               : msg("{} is a cudaArray ({}), which cudaMemcpy2DToArray fills and cudaMemcpy2DFromArray reads", role,
                     name);
}

struct Side {
    bool device = false;
    bool host = false;
    const Allocated* in = nullptr;
};

class Checker {
public:
    Checker(Context& context, const char* call)
        : context_(context)
        , call_(call) {}

    [[nodiscard]] std::optional<Side> find_side(const Region& region, const RegionSize& size, const Message& role) {
        Allocations& all = context_.allocations();
        if (const Array* const array = find_array(reinterpret_cast<const void*>(region.address))) {
            const Allocated* const in = all.find(array->address);
            say("invalid_pointer",
                array_message(role, *array, warpscope::quoted(in == nullptr ? "unknown" : all.name_of(*in))));
            return std::nullopt;
        }
        if (!all.covers(region.address)) {
            constexpr uint64_t small = uint64_t{16} << 10; // a check costs a system call
            const uint64_t bytes = end_of(region, size) - region.address;
            if (bytes <= small || is_mapped(region.address, bytes)) return Side{false, true, nullptr};
            say("copy_size", msg("{}: {} in host memory is smaller than the copied {} bytes", call_, role, bytes));
            return std::nullopt;
        }
        const Allocated* const in = all.find(region.address);
        if (in == nullptr) {
            const Allocated* const gone = all.freed(region.address);
            if (gone != nullptr)
                say("use_after_free",
                    msg("{}: {} is in {}, which has been freed", call_, role, warpscope::quoted(all.name_of(*gone))));
            else
                say("invalid_pointer",
                    msg("{}: {}, {}, is in no allocation", call_, role, simt::hex_text(region.address)));
            return std::nullopt;
        }
        if (const uint64_t end = end_of(region, size); end > in->end()) {
            say("copy_size", msg("{}: {} extends {} bytes past the end of {} ({} bytes)", call_, role, end - in->end(),
                                 warpscope::quoted(all.name_of(*in)), in->bytes));
            return std::nullopt;
        }
        return Side{!in->for_host(), false, in};
    }
    void say(const char* kind, Message message) { context_.report({kind, "error", std::move(message), {}}); }

private:
    Context& context_;
    const char* call_;
};

const char* name_of(int kind) {
    switch (kind) {
    case host_to_host: return "cudaMemcpyHostToHost";
    case host_to_device: return "cudaMemcpyHostToDevice";
    case device_to_host: return "cudaMemcpyDeviceToHost";
    default: return "cudaMemcpyDeviceToDevice";
    }
}

} // namespace

Error copy(Context& context, const char* call, const Region& wanted_to, const Region& wanted_from,
           const RegionSize& size, int kind, StreamHandle handle) {
    const Region to = where_contents_are(context, wanted_to, size);
    const Region from = where_contents_are(context, wanted_from, size);
    Stream* const stream = context.streams.find(handle);
    if (stream == nullptr) return invalid_resource_handle;
    if (kind < host_to_host || kind > any_direction) return static_cast<Error>(21);
    if (size.empty()) return success;
    if (size.height > 1 && (to.pitch < size.width || from.pitch < size.width)) return invalid_pitch;
    if (to.address == 0 || from.address == 0) return invalid_value;
    Checker checker(context, call);
    const auto target = checker.find_side(to, size, msg("its destination"));
    const auto source = target ? checker.find_side(from, size, msg("its source")) : std::nullopt;
    if (!source) return invalid_value;
    const bool wants_device_target = kind == host_to_device || kind == device_to_device;
    const bool wants_device_source = kind == device_to_host || kind == device_to_device;
    const auto wrong = [](const Side& side, bool wants_device) { return wants_device ? side.host : side.device; };
    if (kind != any_direction) {
        const bool target_wrong = wrong(*target, wants_device_target);
        if (target_wrong || wrong(*source, wants_device_source)) {
            const bool is_host = (target_wrong ? *target : *source).host;
            const char* const asked = name_of(kind);
            checker.say("copy_direction",
                        target_wrong
                            ? is_host ? msg("{}: {} was requested, but its destination is host memory", call, asked)
                                      : msg("{}: {} was requested, but its destination is device memory", call, asked)
                        : is_host ? msg("{}: {} was requested, but its source is host memory", call, asked)
                                  : msg("{}: {} was requested, but its source is device memory", call, asked));
            return invalid_value;
        }
    }
    if (source->device && !target->device) report_unwritten(context, call, *source->in, from, size);
    Allocations& all = context.allocations();
    const auto place = [&](const Side& side, uint64_t address) {
        return side.host ? reinterpret_cast<std::byte*>(address) : all.memory()->host(address);
    };
    for (uint64_t z = 0; z < size.depth; ++z)
        for (uint64_t y = 0; y < size.height; ++y) {
            const uint64_t into = to.address + z * to.layer + y * to.pitch;
            const uint64_t out_of = from.address + z * from.layer + y * from.pitch;
            std::memmove(place(*target, into), place(*source, out_of), size.width);
            if (target->device && source->device)
                all.copy_written(into, out_of, size.width);
            else if (target->device)
                all.mark_written(into, size.width);
        }
    const uint64_t bytes = size.width * size.height * size.depth;
    context.streams.add_work(*stream, copy_ms(bytes, !(target->device && source->device)));
    if (!std::string_view(call).ends_with("Async") || (target->host && !source->host)) {
        context.wait_for(*stream); // asynchronous copies to pageable memory wait too
    } else {
        if (target->in != nullptr && target->in->for_host())
            context.unfinished.note_copy(*stream, call, to.address, end_of(to, size) - to.address, true);
        if (source->in != nullptr && source->in->for_host())
            context.unfinished.note_copy(*stream, call, from.address, end_of(from, size) - from.address, false);
    }
    const auto name = [&](const Side& side) { return side.in == nullptr ? "host" : all.name_of(*side.in); };
    context.report_operation({"copy", bytes, stream->number, name(*source), name(*target)});
    return success;
}

Error fill(Context& context, const char* call, const Region& wanted, int value, const RegionSize& size,
           StreamHandle handle) {
    const Region region = where_contents_are(context, wanted, size);
    Stream* const stream = context.streams.find(handle);
    if (stream == nullptr) return invalid_resource_handle;
    if (size.empty()) return success;
    if (size.height > 1 && region.pitch < size.width) return invalid_pitch;
    Checker checker(context, call);
    const auto side = checker.find_side(region, size, msg("its destination"));
    if (!side) return invalid_value;
    const bool registered = side->host && context.registered.holds(region.address);
    if (side->host && !registered) {
        checker.say("copy_direction", msg("{}: its destination is host memory", call));
        return invalid_value;
    }
    Allocations& all = context.allocations();
    for (uint64_t z = 0; z < size.depth; ++z)
        for (uint64_t y = 0; y < size.height; ++y) {
            const uint64_t row = region.address + z * region.layer + y * region.pitch;
            std::memset(registered ? reinterpret_cast<std::byte*>(row) : all.memory()->host(row), value, size.width);
            if (!registered) all.mark_written(row, size.width);
        }
    const uint64_t bytes = size.width * size.height * size.depth;
    context.streams.add_work(*stream, copy_ms(bytes, registered));
    context.report_operation({"fill", bytes, stream->number, {}, registered ? "host" : all.name_of(*side->in)});
    return success;
}

} // namespace warpscope::runtime
