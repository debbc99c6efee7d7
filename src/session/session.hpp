// Runs requests (experiment, settings, input) for window and command line: compiles, runs, measures, and publishes an
// immutable result. Only the newest request waits. The old result stays until the next is ready.
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

/// Everything that determines a run. Equal requests have equal results, which are cached.
struct Request {
    std::shared_ptr<const catalog::Experiment> experiment;
    std::string variant; // empty: the first
    catalog::Settings settings;
    input::InputSpec input;
    DeviceChoice device = DeviceChoice::automatic;
    compile::CompilerChoice compiler = compile::CompilerChoice::automatic;
    uint64_t seed = 0;                    // schedule
    std::optional<std::string> text = {}; // kernel text instead of the file's
    /// PTX of a scene, used if it belongs to this kernel and differs from local output. Uses the GPU only if `device`
    /// is gpu.
    std::shared_ptr<const compile::GivenPtx> ptx = nullptr;
};

struct Timing {
    double input_ms = 0, compile_ms = 0, decode_ms = 0, execute_ms = 0, analyse_ms = 0, total_ms = 0;
    double gpu_kernel_ms = 0; // by CUDA events; 0: no GPU run
};

/// A finished run. Immutable.
struct RunResult {
    Request request;
    std::string source;
    uint64_t headers_hash = 0; // hash of compile::own_headers()
    compile::CompileResult compiled;
    std::string kernel_checksum; // compile::kernel_checksum(); empty for PTX sources
    bool has_scenes_ptx = false;
    std::string why_scenes_ptx; // local compiler's error, if any
    catalog::Prepared prepared;
    HostBuffer input;                                  // main input, else the first input buffer, if any
    std::shared_ptr<const metrics::Measured> measured; // by the emulator
    HostBuffer output;                                 // final prepared.output_buffer
    std::string device;                                // "emulator" or the GPU's name
    std::string device_note;                           // reason: "no NVIDIA driver found", …
    std::string printed;                               // printf output on the emulator in execution order
    /// Reason why the emulator cannot run the kernels; usually empty. Then only the GPU runs them
    /// (RunOptions::gpu_alone), and `measured` is of empty kernels.
    std::string not_emulated;
    bool looked_for_races = false;
    /// Measured: blocks read other input cells than those they own in an output of the same shape, as in a
    /// transposition. False if not checked.
    bool input_apart = false;
    bool stores_nothing = false; // ran without a visible store and left the output zero
    std::string recorded_on;     // GPU whose recording replaces measurements
    Timing timing;
    Memo derived; // values derived by others

    [[nodiscard]] const catalog::Variant& variant() const { return *request.experiment->find(request.variant); }
    /// Returns the launch that views show: the last one.
    [[nodiscard]] const metrics::LaunchMeasurement& shown() const { return measured->launches().back(); }
    /// Returns the number of output cells that no thread wrote; 0 if earlier launches or initial contents may have
    /// filled them or the launch was refused.
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

/// Progress of a run; written by the running thread only.
struct RunProgress {
    std::atomic<Stage> stage{Stage::idle};
    std::atomic<uint64_t> blocks_done{0}, blocks_total{0}; // in the running stage
};

struct FocusKey {
    uint32_t launch = 0;
    uint64_t block = 0;
    friend bool operator==(const FocusKey&, const FocusKey&) = default;
};

/// Returns the block of a result that the window shows, or none.
using BlockOf = std::function<std::optional<FocusKey>(const RunResult&)>;

/// A running launch's output: finished blocks over the previous run, which has the same kernel and input.
struct PartialOutput {
    std::shared_ptr<const RunResult> before; // source of the remaining cells
    HostBuffer output;
    /// Nonzero for bytes that a finished block wrote; null: all.
    SharedBytes written;
    float share = 0; // finished share of the last launch
    /// Trace of the followed block in the new run; null if not recorded, or if the blocks differ.
    std::shared_ptr<const metrics::BlockTrace> trace = nullptr;
};

/// Output cells; `right` and `bottom` are exclusive.
struct CellRectangle {
    int64_t left = 0, top = 0, right = 0, bottom = 0;
    friend bool operator==(const CellRectangle&, const CellRectangle&) = default;
};

struct RunOptions {
    const std::atomic<bool>* cancel = nullptr;
    RunProgress* progress = nullptr;
    /// Takes the output from the GPU if requested and available. The window uses interop::LiveOutput instead.
    bool gpu_output = true;
    /// Accepts kernels that the emulator cannot run if the GPU is requested: see RunResult::not_emulated.
    bool gpu_alone = false;
    uint32_t workers = 0; // host threads of the emulator; 0: one per core
    /// Receives partial output of long launches, on a thread of the emulator.
    std::function<void(const PartialOutput&)> partial = nullptr;
    /// Previous run, required for PartialOutput. Equal buffer contents are shared with it.
    std::shared_ptr<const RunResult> before = nullptr;
    /// Visible cells; their blocks run first if the order does not matter.
    std::optional<CellRectangle> in_sight = std::nullopt;
    BlockOf followed = nullptr; // for PartialOutput::trace
};

/// Runs on the calling thread, for command line and tests.
[[nodiscard]] Result<std::shared_ptr<const RunResult>> run(const Request& request, const RunOptions& options = {});

struct Progress {
    Stage stage = Stage::idle;
    float fraction = 0;      // 0: unknown
    double milliseconds = 0; // since the current request began
};

/// Runs requests on its own thread. All members may be called from the UI thread and return immediately.
class Session {
public:
    Session();
    ~Session();

    /// Replaces a waiting request. The running one may finish, so that the picture follows a slider, but is canceled if
    /// it takes long.
    void submit(Request request);
    void cancel();
    /// After a large result, starts the next run only once note_shown() reports it on screen, so that there are never
    /// three of them in memory. For windows, which need several frames to show it.
    void wait_until_shown();
    void note_shown(const RunResult& result);
    [[nodiscard]] Progress progress() const;
    /// Returns the running launch's newest output or null. Only for outputs of up to largest_partial_output bytes, or
    /// half as many other cells, which one frame can show.
    [[nodiscard]] std::shared_ptr<const PartialOutput> partial() const;
    static constexpr uint64_t largest_partial_output = uint64_t{1} << 20;
    /// Sets the visible part of the output, whose blocks run first; nullopt: unknown.
    void look_at(std::optional<CellRectangle> cells);
    /// Enables partial outputs; initially on.
    void make_partial(bool on);
    /// Returns whether a request runs or waits.
    [[nodiscard]] bool busy() const;
    [[nodiscard]] bool running() const;

    /// Returns the newest good result; null before the first.
    [[nodiscard]] std::shared_ptr<const RunResult> result() const;
    /// Returns the error of the newest finished request, if it failed. The last good result stays.
    [[nodiscard]] std::optional<Diagnostic> failure() const;
    /// Counts changes of result() and failure().
    [[nodiscard]] uint64_t revision() const;

    /// Requests the trace of a block; the newest request wins. trace() returns null until it is ready.
    void focus(std::shared_ptr<const RunResult> result, FocusKey key);
    [[nodiscard]] std::shared_ptr<const metrics::BlockTrace> trace(const RunResult& result, FocusKey key) const;

    /// Makes later runs record that block if it is cheap, so that drawings stay while a slider moves. Called on the
    /// running thread; empty: off.
    void follow(BlockOf block_of);

    /// Returns why the trace failed; empty if it may still come.
    [[nodiscard]] std::optional<Diagnostic> trace_failure(const RunResult& result, FocusKey key) const;

    /// Requests extra measurements of `result`. A thread makes missing ones in order; those no longer requested are
    /// canceled, and dropped once another result is probed.
    void want(std::shared_ptr<const RunResult> result, std::vector<metrics::ProbeRequest> wanted);
    struct ProbeAnswer {
        std::shared_ptr<const metrics::Probe> probe; // null while pending or if failed
        std::string failure;                         // reason of a failure
    };
    [[nodiscard]] ProbeAnswer probe(const RunResult& result, const metrics::ProbeRequest& request) const;

    /// Called on a worker thread after changes, to wake an event loop.
    void on_change(std::function<void()> wake);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::session
