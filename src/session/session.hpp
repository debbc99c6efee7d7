// Runs requests: compiles, measures, publishes immutable results. Only the newest request waits.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/memo.hpp"
#include "catalog/experiment.hpp"
#include "compile/compiler.hpp"
#include "compile/given_ptx.hpp"
#include "input/input.hpp"
#include "metrics/measure.hpp"

namespace warpscope::session {

enum class DeviceChoice { automatic, gpu, emulator };

/// Inputs of a run. Equal requests have equal results, which are cached.
struct Request {
    std::shared_ptr<const catalog::Experiment> experiment;
    std::string variant; // "": the first
    catalog::Settings settings;
    input::InputSpec input;
    DeviceChoice device = DeviceChoice::automatic;
    compile::CompilerChoice compiler = compile::CompilerChoice::automatic;
    uint64_t seed = 0;                    // order in which the emulator runs blocks and warps
    std::optional<std::string> text = {}; // edited kernel
    /// PTX from a scene, used if it belongs to this kernel and differs from the local compiler's. Only
    /// DeviceChoice::gpu runs it on the GPU.
    std::shared_ptr<const compile::GivenPtx> ptx = nullptr;
    bool checks_races = false;
};

struct Timing {
    double input_ms = 0, compile_ms = 0, decode_ms = 0, execute_ms = 0, analyze_ms = 0, total_ms = 0;
    double gpu_kernel_ms = 0; // by CUDA events; 0: no GPU run
};

struct RunResult {
    Request request;
    std::string source;
    uint64_t headers_hash = 0; // hash of compile::own_headers()
    compile::CompileResult compiled;
    std::string kernel_checksum; // empty for PTX sources
    bool has_scenes_ptx = false;
    Message scene_ptx_error; // why the local compiler failed
    catalog::Prepared prepared;
    HostBuffer input; // main input or first input buffer
    std::shared_ptr<const metrics::Measured> measured;
    HostBuffer output; // of prepared.output_buffer
    std::string device;
    Message device_note; // why this device: "no NVIDIA driver found", …
    std::string printed;
    /// Reason if only the GPU ran the kernels (RunOptions::gpu_alone); `measured` then describes empty kernels.
    Message not_emulated;
    bool checked_races = false;
    /// Blocks mostly read input at other positions than they write (reads_input_apart()).
    bool input_apart = false;
    bool stores_nothing = false; // zero output without a known store
    std::string recorded_on;     // GPU that made the recording, or ""
    Timing timing;
    Memo derived;

    [[nodiscard]] const catalog::Variant& variant() const { return *request.experiment->find(request.variant); }
    [[nodiscard]] const metrics::LaunchMeasurement& shown() const { return measured->launches().back(); }
    /// Returns 0 if the emulator did not run the launch, or if other launches or initial contents may fill the cells.
    [[nodiscard]] uint64_t unwritten_cells() const {
        const ExecutionPlan& plan = prepared.plan;
        if (plan.launches.size() != 1 || !not_emulated.empty() || plan.buffers[prepared.output_buffer].initial)
            return 0;
        if (stores_nothing) return output.layout.seen().cells();
        for (const metrics::CellMaps& maps : shown().maps)
            if (maps.buffer == prepared.output_buffer) return maps.unowned;
        return 0;
    }
};

enum class Stage : uint8_t { idle, loading, compiling, running };

/// Progress that only the run writes.
struct RunProgress {
    std::atomic<Stage> stage{Stage::idle};
    std::atomic<uint64_t> blocks_done{0}, blocks_total{0};
};

struct FocusKey {
    uint32_t launch = 0;
    uint64_t block = 0;
    friend bool operator==(const FocusKey&, const FocusKey&) = default;
};

using BlockOf = std::function<std::optional<FocusKey>(const RunResult&)>;

/// Output of a running launch's finished blocks, over the output of `before`, a run with the same kernel and input.
struct PartialOutput {
    std::shared_ptr<const RunResult> before;
    HostBuffer output;
    /// Nonzero for each written byte; null if all are written.
    SharedBytes written;
    float share = 0; // finished share of the last launch
    /// Trace of the followed block; may be null.
    std::shared_ptr<const metrics::BlockTrace> trace = nullptr;
};

/// Cells of a buffer; `right` and `bottom` are exclusive.
struct CellRectangle {
    int64_t left = 0, top = 0, right = 0, bottom = 0;
    friend bool operator==(const CellRectangle&, const CellRectangle&) = default;
};

struct RunOptions {
    const std::atomic<bool>* cancel = nullptr;
    RunProgress* progress = nullptr;
    /// A GPU may compute the output. The window uses interop::LiveOutput instead.
    bool gpu_output = true;
    /// The GPU may run kernels that the emulator cannot.
    bool gpu_alone = false;
    uint32_t workers = 0; // 0: one per core
    /// May run on emulator threads.
    std::function<void(const PartialOutput&)> partial = nullptr;
    /// Previous run, for PartialOutput and to share equal contents.
    std::shared_ptr<const RunResult> before = nullptr;
    /// Blocks of these cells run first if order does not matter.
    std::optional<CellRectangle> in_sight = std::nullopt;
    BlockOf followed = nullptr; // for PartialOutput::trace
};

[[nodiscard]] Result<std::shared_ptr<const RunResult>> run(const Request& request, const RunOptions& options = {});

struct Progress {
    Stage stage = Stage::idle;
    float fraction = 0;
    double milliseconds = 0; // since the request began
};

/// Runs requests on its own thread. All functions return immediately; the UI thread may call them.
class Session {
public:
    Session();
    ~Session();

    /// Replaces the waiting request. A running request finishes first if it is fast, so that pictures follow a slider.
    void submit(Request request);
    void cancel();
    /// Makes the session wait for note_shown() after a large result, so that memory never holds three results.
    void wait_until_shown();
    void note_shown(const RunResult& result);
    [[nodiscard]] Progress progress() const;
    /// Returns the running launch's newest output, or null. Always null above largest_partial_output cells (half as
    /// many if cells are not bytes).
    [[nodiscard]] std::shared_ptr<const PartialOutput> partial() const;
    static constexpr uint64_t largest_partial_output = uint64_t{1} << 20;
    void set_visible_cells(std::optional<CellRectangle> cells);
    void make_partial(bool on);
    [[nodiscard]] bool busy() const;
    [[nodiscard]] bool running() const;

    [[nodiscard]] std::shared_ptr<const RunResult> result() const;
    /// Returns the newest request's error. result() keeps the last good result.
    [[nodiscard]] std::optional<Diagnostic> failure() const;
    /// Returns how often result() and failure() changed.
    [[nodiscard]] uint64_t revision() const;

    /// Requests a block's trace; the newest request wins. trace() returns null until it is made.
    void focus(std::shared_ptr<const RunResult> result, FocusKey key);
    [[nodiscard]] std::shared_ptr<const metrics::BlockTrace> trace(const RunResult& result, FocusKey key) const;

    /// Makes later runs trace a block if that is cheap, so that the block's drawings stay while a slider moves. The
    /// run's thread calls `block_of`.
    void follow(BlockOf block_of);

    /// Returns why the trace failed; nullopt while pending.
    [[nodiscard]] std::optional<Diagnostic> trace_failure(const RunResult& result, FocusKey key) const;

    struct WantedProbes {
        std::shared_ptr<const RunResult> result;
        std::vector<metrics::ProbeRequest> requests;
        friend bool operator==(const WantedProbes&, const WantedProbes&) = default;
    };
    /// Measures missing probes in order, cancels others, and drops those of other results.
    void want(std::vector<WantedProbes> wanted);
    struct ProbeAnswer {
        std::shared_ptr<const metrics::Probe> probe; // null while pending or failed
        Message failure;                             // why it failed, or ""
    };
    [[nodiscard]] ProbeAnswer probe(const RunResult& result, const metrics::ProbeRequest& request) const;

    /// Calls `wake` on a worker thread after changes.
    void on_change(std::function<void()> wake);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::session
