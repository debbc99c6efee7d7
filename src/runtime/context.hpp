// The one device context of the process: everything that the calls of the runtime work on. Private to src/runtime.
#pragma once

#include <chrono>
#include <compare>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/abi.hpp"
#include "runtime/allocations.hpp"
#include "runtime/launch_keeper.hpp"
#include "runtime/module.hpp"
#include "runtime/record/recorder.hpp"
#include "runtime/registered_memory.hpp"
#include "runtime/stream.hpp"
#include "runtime/unfinished.hpp"

namespace warpscope::runtime {

struct LaunchRequest {
    Kernel* kernel = nullptr;
    GridSize grid, block;
    size_t shared_bytes = 0;
    StreamHandle stream = nullptr;
    void** arguments = nullptr;
    bool cooperative = false;
    Frames frames;
};

/// Something that a program asked for besides launches, for those who look at what it did in which order.
struct Operation {
    const char* kind = ""; // copy, fill, free, synchronise
    uint64_t bytes = 0;
    std::optional<uint32_t> stream;
    std::string from{}, to{}; // what a copy is between: allocations by name, or "host"

    auto operator<=>(const Operation&) const = default;
};

class Context {
public:
    /// Made by the first call, and never destroyed: programs call from destructors of their own.
    static Context& get();

    std::mutex mutex; // held during every call
    Recorder recorder;
    Streams streams;
    RegisteredMemory registered;
    Unfinished unfinished{recorder.records()};

    [[nodiscard]] Allocations& allocations();

    // Registration, by the code that compilers put into programs.
    [[nodiscard]] LoadedModule* add_module(const FatBinaryWrapper& binary);
    void add_kernel(LoadedModule* module, const void* host_function, const char* symbol);
    void add_variable(LoadedModule* module, const void* host_variable, const char* symbol);
    void add_managed(LoadedModule* module, void** pointer, const char* symbol);
    /// Gives pointers to managed variables their values.
    void place_managed(LoadedModule* module);

    /// nullptr with `error` set where there is none, or it cannot be launched.
    [[nodiscard]] Kernel* kernel(const void* host_function, Error& error);
    struct Variable {
        uint64_t address = 0, bytes = 0;
    };
    [[nodiscard]] std::optional<Variable> variable(const void* host_variable, Error& error);

    [[nodiscard]] Error launch(const LaunchRequest& request);

    /// What every call returns once a kernel has failed.
    [[nodiscard]] Error sticky() const { return sticky_; }
    /// A call has failed; it is a finding unless the program asks for the error.
    void failed(const char* call, int error);
    void error_was_seen();
    void report(HostFinding finding);
    /// The host waits for all that there is, for a stream or for an event, and may use what those were busy with.
    void wait_for_all();
    template<class Waited>
    void wait_for(const Waited& waited) {
        streams.wait_for(waited);
        unfinished.settle(streams.known_to_host());
    }
    void report_allocation(const Allocated& made);
    void report_operation(const Operation& operation);
    /// A call that is not there.
    [[nodiscard]] Error unsupported(const char* call);
    /// All is given back, and the device as good as new: cudaDeviceReset().
    void reset();
    /// The program ends.
    void finish();

private:
    Context();
    [[nodiscard]] std::optional<Error> refuse(const LaunchRequest& request, const LaunchConfig& config);
    void report_plain_launch(const LaunchRequest& request, const simt::LaunchOutcome& outcome,
                             std::chrono::nanoseconds took, bool kept);
    void report_launch(const LaunchRequest& request, const simt::LaunchOutcome& outcome,
                       const metrics::LaunchMeasurement* measured, std::chrono::nanoseconds took, bool kept);
    void note_reached(Kernel& kernel, const std::vector<std::byte>& parameters);
    void report_leaks();
    void report_finding(const simt::Finding& finding, const LaunchRequest& request);
    [[nodiscard]] Error error_of(const simt::Finding& finding) const;

    bool checks_ = false;
    LaunchKeeper keeper_;
    std::unique_ptr<Allocations> allocations_;
    std::vector<std::unique_ptr<LoadedModule>> modules_;
    std::map<const void*, Kernel*> kernels_; // by host function
    struct VariableName {
        LoadedModule* module = nullptr;
        std::string symbol;
    };
    std::map<const void*, VariableName> variables_; // by host variable
    struct Managed {
        LoadedModule* module = nullptr;
        void** pointer = nullptr;
        std::string symbol;
        bool placed = false;
    };
    std::vector<Managed> managed_;
    Error sticky_ = success;
    uint32_t launches_ = 0;
    /// What a plain launch is told of but for its number and its time.
    struct LaunchShape {
        const Kernel* kernel = nullptr;
        GridSize grid, block;
        size_t shared_bytes = 0;
        uint32_t stream = 0;
        bool cooperative = false;
        uint64_t place = 0;

        auto operator<=>(const LaunchShape&) const = default;
    };
    std::map<LaunchShape, uint64_t> launch_shapes_; // those of which a launch was told whole
    std::map<std::pair<Operation, Frames>, uint64_t> operation_shapes_;
    uint64_t findings_ = 0, operations_ = 0;
    struct Unseen {
        std::string call;
        int error = 0;
        Frames frames;
        bool is_of_kernel = false; // a kernel's error, which every later call returns, too
        bool may_be_seen = false;  // by what the call returned
    };
    std::vector<Unseen> unseen_;        // errors that the program has not asked for
    bool kernel_error_is_seen_ = false; // or of which one is enough
};

/// The error that this thread's next cudaGetLastError() returns.
int& last_error();

/// Where the call stands that fails next in this thread, if not where it comes from: a launch is called by a function
/// of the compiler's, in the kernel's line. Taken by failed().
Frames& place_of_failure();

/// Returns whether the calling function is to be done at all: counts it, holds the lock, returns the error that a
/// kernel has left, and notes when it fails. `call` returns an Error.
/// `refused`: done instead of it where a kernel has left an error.
template<class Call, class Refused>
[[gnu::always_inline]] inline int entry(const char* name, Call&& call, Refused&& refused) {
    const CallPlace place(__builtin_frame_address(0)); // of the function that this is part of
    Context& context = Context::get();
    static std::atomic<uint64_t>& count = context.recorder.counter(name); // one for each function: Call is its own
    count.fetch_add(1, std::memory_order_relaxed);
    const std::lock_guard lock(context.mutex);
    const Error left = context.sticky();
    if (left != success) refused(context);
    const Error error = left != success ? left : call(context);
    if (error != success && error != not_ready) context.failed(name, error);
    return error;
}
template<class Call>
[[gnu::always_inline]] inline int entry(const char* name, Call&& call) {
    return entry(name, std::forward<Call>(call), [](Context&) {});
}

} // namespace warpscope::runtime

/// A function that programs may call.
#define WARPSCOPE_API extern "C" __attribute__((visibility("default")))
