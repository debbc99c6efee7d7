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
#include "runtime/launch_watch.hpp"
#include "runtime/module.hpp"
#include "runtime/record/recorder.hpp"
#include "runtime/registered_memory.hpp"
#include "runtime/stream.hpp"
#include "runtime/unfinished.hpp"
#include "runtime/unwritten_read.hpp"

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

struct Operation {
    const char* kind = ""; // copy, fill, free or synchronize
    uint64_t bytes = 0;
    std::optional<uint32_t> stream;
    std::string from{}, to{}; // allocations, or "host"

    auto operator<=>(const Operation&) const = default;
};

class Context {
public:
    /// Never destroyed: static destructors may call CUDA.
    static Context& get();

    std::mutex mutex;
    Recorder recorder;
    Streams streams;
    RegisteredMemory registered;
    Unfinished unfinished{recorder.records()};
    UnwrittenReads unwritten_reads;

    [[nodiscard]] Allocations& allocations();

    [[nodiscard]] LoadedModule* add_module(const FatBinaryWrapper& binary);
    void add_kernel(LoadedModule* module, const void* host_function, const char* symbol);
    void add_variable(LoadedModule* module, const void* host_variable, const char* symbol);
    void add_managed(LoadedModule* module, void** pointer, const char* symbol);
    void place_managed(LoadedModule* module);

    [[nodiscard]] Kernel* kernel(const void* host_function, Error& error);
    struct Variable {
        uint64_t address = 0, bytes = 0;
    };
    [[nodiscard]] std::optional<Variable> variable(const void* host_variable, Error& error);

    [[nodiscard]] Error launch(const LaunchRequest& request);

    /// Returns the error of a failed kernel, which later calls repeat.
    [[nodiscard]] Error sticky() const { return sticky_; }
    /// Reports a finding unless the program checks the error.
    void failed(const char* call, int error);
    void error_was_seen();
    void report(HostFinding finding);
    void wait_for_all();
    template<class Waited>
    void wait_for(const Waited& waited) {
        streams.wait_for(waited);
        settle();
    }
    void settle();
    void report_allocation(const Allocated& made);
    void report_operation(const Operation& operation);
    [[nodiscard]] Error unsupported(const char* call);
    void reset();
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
    [[nodiscard]] static nlohmann::ordered_json event_of(const HostFinding& finding);
    [[nodiscard]] std::vector<HostFinding> unseen_findings() const;
    /// Records unseen failures in case of a crash.
    void note_unseen();
    void report_finding(const simt::Finding& finding, const LaunchRequest& request);
    /// After too many findings, refers to an earlier one of the same `place`.
    void write_finding(nlohmann::ordered_json event, const std::string& place);
    [[nodiscard]] Error error_of(const simt::Finding& finding) const;

    bool checks_ = false;
    LaunchKeeper keeper_;
    LaunchWatch watch_;
    std::unique_ptr<Allocations> allocations_;
    std::vector<std::unique_ptr<LoadedModule>> modules_;
    std::map<const void*, Kernel*> kernels_; // key: host function
    struct VariableName {
        LoadedModule* module = nullptr;
        std::string symbol;
    };
    std::map<const void*, VariableName> variables_; // key: host variable
    struct Managed {
        LoadedModule* module = nullptr;
        void** pointer = nullptr;
        std::string symbol;
        bool placed = false;
    };
    std::vector<Managed> managed_;
    Error sticky_ = success;
    uint32_t launches_ = 0;
    struct LaunchShape {
        const Kernel* kernel = nullptr;
        GridSize grid, block;
        size_t shared_bytes = 0;
        uint32_t stream = 0;
        bool cooperative = false;
        uint64_t place = 0;

        auto operator<=>(const LaunchShape&) const = default;
    };
    std::map<LaunchShape, uint64_t> launch_shapes_; // ids of recorded shapes
    std::map<std::pair<Operation, Frames>, uint64_t> operation_shapes_;
    uint64_t findings_ = 0, operations_ = 0;
    std::map<std::string, uint64_t> finding_shapes_;
    struct Unseen {
        std::string call;
        int error = 0;
        Frames frames;
        bool is_of_kernel = false; // repeated by later calls
        bool may_be_seen = false;  // the program may have checked the error
    };
    std::vector<Unseen> unseen_;
    uint32_t unseen_notes_ = 0;
    bool kernel_error_is_seen_ = false; // the program queried it, or it was reported once
};

/// Next result of cudaGetLastError() in this thread
int& last_error();

/// Call stack of this thread's next failure, set by compiler-generated code. failed() resets it.
Frames& place_of_failure();

/// Locks, counts the call, runs `call`, and records its failure. After a kernel's error, calls `refused` instead and
/// returns that error.
template<class Call, class Refused>
[[gnu::always_inline]] inline int entry(const char* name, Call&& call, Refused&& refused) {
    const CallScope place(__builtin_frame_address(0));
    Context& context = Context::get();
    static std::atomic<uint64_t>& count = context.recorder.counter(name);
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

#define WARPSCOPE_API extern "C" __attribute__((visibility("default")))
