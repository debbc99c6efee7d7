#include "runtime/context.hpp"
#include "runtime/device_model.hpp"

namespace warpscope::runtime {
namespace {

Error with_stream(Context& c, StreamHandle handle) {
    return c.streams.find(handle) == nullptr ? invalid_resource_handle : success;
}

Error create_stream(Context& c, StreamHandle* stream, unsigned flags, int priority) {
    if (stream == nullptr || flags > Stream::non_blocking) return invalid_value;
    *stream = c.streams.create(flags, priority);
    return success;
}

Error record(Context& c, EventHandle handle, StreamHandle stream_handle) {
    Event* const event = c.streams.find(handle);
    Stream* const stream = c.streams.find(stream_handle);
    if (event == nullptr || stream == nullptr) return invalid_resource_handle;
    c.streams.record(*event, *stream, event_ms);
    return success;
}

Error synchronize(Context& c, const Stream* stream) {
    if (stream == nullptr) return invalid_resource_handle;
    c.wait_for(*stream);
    c.report_operation({"synchronise", 0, stream->number, {}, {}});
    return success;
}

Error wait_for_event(Context& c, EventHandle handle) {
    const Event* const event = c.streams.find(handle);
    if (event == nullptr) return invalid_resource_handle;
    c.wait_for(*event);
    return success;
}

/// Unprotects results of the stream, because the host function may use them.
Error before_callback(Context& c, StreamHandle handle) {
    const Stream* const stream = c.streams.find(handle);
    if (stream == nullptr) return invalid_resource_handle;
    c.unfinished.settle(stream->known);
    return success;
}

} // namespace

WARPSCOPE_API int cudaStreamCreate(StreamHandle* stream) {
    return entry("cudaStreamCreate", [&](Context& c) { return create_stream(c, stream, 0, 0); });
}
WARPSCOPE_API int cudaStreamCreateWithFlags(StreamHandle* stream, unsigned flags) {
    return entry("cudaStreamCreateWithFlags", [&](Context& c) { return create_stream(c, stream, flags, 0); });
}
WARPSCOPE_API int cudaStreamCreateWithPriority(StreamHandle* stream, unsigned flags, int priority) {
    return entry("cudaStreamCreateWithPriority", [&](Context& c) { return create_stream(c, stream, flags, priority); });
}
WARPSCOPE_API int cudaStreamDestroy(StreamHandle stream) {
    return entry("cudaStreamDestroy",
                 [&](Context& c) { return c.streams.destroy(stream) ? success : invalid_resource_handle; });
}
WARPSCOPE_API int cudaStreamSynchronize(StreamHandle stream) {
    return entry("cudaStreamSynchronize", [&](Context& c) { return synchronize(c, c.streams.find(stream)); });
}
WARPSCOPE_API int cudaStreamQuery(StreamHandle stream) {
    return entry("cudaStreamQuery", [&](Context& c) {
        const Stream* const asked = c.streams.find(stream);
        if (asked == nullptr) return invalid_resource_handle;
        c.wait_for(*asked); // all work has already run, so a query counts as a wait
        return success;
    });
}
WARPSCOPE_API int cudaStreamGetFlags(StreamHandle handle, unsigned* flags) {
    return entry("cudaStreamGetFlags", [&](Context& c) {
        const Stream* const stream = c.streams.find(handle);
        if (stream != nullptr) *flags = stream->flags;
        return stream == nullptr ? invalid_resource_handle : success;
    });
}
WARPSCOPE_API int cudaStreamGetPriority(StreamHandle handle, int* priority) {
    return entry("cudaStreamGetPriority", [&](Context& c) {
        const Stream* const stream = c.streams.find(handle);
        if (stream != nullptr) *priority = stream->priority;
        return stream == nullptr ? invalid_resource_handle : success;
    });
}
WARPSCOPE_API int cudaStreamIsCapturing(StreamHandle stream, int* status) {
    return entry("cudaStreamIsCapturing", [&](Context& c) {
        *status = 0;
        return with_stream(c, stream);
    });
}
WARPSCOPE_API int cudaStreamWaitEvent(StreamHandle handle, EventHandle event_handle, unsigned /*flags*/) {
    return entry("cudaStreamWaitEvent", [&](Context& c) {
        Stream* const stream = c.streams.find(handle);
        const Event* const event = c.streams.find(event_handle);
        if (event == nullptr || stream == nullptr) return invalid_resource_handle;
        Streams::wait(*stream, *event);
        return success;
    });
}

// Calls the function immediately, because earlier work has already run. Holds no lock.
WARPSCOPE_API int cudaLaunchHostFunc(StreamHandle stream, void (*function)(void*), void* data) {
    const int error = entry("cudaLaunchHostFunc", [&](Context& c) { return before_callback(c, stream); });
    if (error == success) function(data);
    return error;
}
WARPSCOPE_API int cudaStreamAddCallback(StreamHandle stream, void (*function)(StreamHandle, int, void*), void* data,
                                        unsigned /*flags*/) {
    const int error = entry("cudaStreamAddCallback", [&](Context& c) { return before_callback(c, stream); });
    if (error == success) function(stream, success, data);
    return error;
}

WARPSCOPE_API int cudaEventCreateWithFlags(EventHandle* event, unsigned flags) {
    return entry("cudaEventCreateWithFlags", [&](Context& c) {
        if (event == nullptr) return invalid_value;
        *event = c.streams.create_event(flags);
        return success;
    });
}
WARPSCOPE_API int cudaEventCreate(EventHandle* event) {
    return entry("cudaEventCreate", [&](Context& c) {
        if (event == nullptr) return invalid_value;
        *event = c.streams.create_event(0);
        return success;
    });
}
WARPSCOPE_API int cudaEventDestroy(EventHandle event) {
    return entry("cudaEventDestroy",
                 [&](Context& c) { return c.streams.destroy(event) ? success : invalid_resource_handle; });
}
WARPSCOPE_API int cudaEventRecord(EventHandle event, StreamHandle stream) {
    return entry("cudaEventRecord", [&](Context& c) { return record(c, event, stream); });
}
WARPSCOPE_API int cudaEventRecordWithFlags(EventHandle event, StreamHandle stream, unsigned /*flags*/) {
    return entry("cudaEventRecordWithFlags", [&](Context& c) { return record(c, event, stream); });
}
WARPSCOPE_API int cudaEventSynchronize(EventHandle event) {
    return entry("cudaEventSynchronize", [&](Context& c) {
        const Error error = wait_for_event(c, event);
        if (error == success) c.report_operation({"synchronise", 0, std::nullopt, {}, {}});
        return error;
    });
}
WARPSCOPE_API int cudaEventQuery(EventHandle event) {
    return entry("cudaEventQuery", [&](Context& c) { return wait_for_event(c, event); });
}
WARPSCOPE_API int cudaEventElapsedTime(float* milliseconds, EventHandle start, EventHandle end) {
    return entry("cudaEventElapsedTime", [&](Context& c) {
        const Event *const first = c.streams.find(start), *const last = c.streams.find(end);
        if (first == nullptr || last == nullptr || !first->recorded || !last->recorded ||
            ((first->flags | last->flags) & Event::no_timing) != 0)
            return invalid_resource_handle;
        *milliseconds = static_cast<float>(last->at_ms - first->at_ms);
        return success;
    });
}

} // namespace warpscope::runtime
