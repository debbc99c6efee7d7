// Runs requests (experiment, settings, input): compiles, measures, and publishes immutable results. Only the newest
// request waits.
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
    std::string variant; // default: the first
    catalog::Settings settings;
    input::InputSpec input;
    DeviceChoice device = DeviceChoice::automatic;
    compile::CompilerChoice compiler = compile::CompilerChoice::automatic;
    uint64_t seed = 0;                    // schedule
    std::optional<std::string> text = {}; // edited kernel
    /// Used if it belongs to this kernel and differs from local output. Runs on the GPU only if `device` is gpu.
    std::shared_ptr<const compile::GivenPtx> ptx = nullptr;
};

struct Timing {
    double input_ms = 0, compile_ms = 0, decode_ms = 0, execute_ms = 0, analyse_ms = 0, total_ms = 0;
    double gpu_kernel_ms = 0; // time by CUDA events; 0: no GPU run
};

/// A finished run. Immutable.
struct RunResult {
    Request request;
    std::string source;
    uint64_t headers_hash = 0; // hash of compile::own_headers()
    compile::CompileResult compiled;
    std::string kernel_checksum; // empty for PTX sources
    bool has_scenes_ptx = false;
    Message scene_ptx_error; // error of the local compiler, if it cannot compile the kernel
    catalog::Prepared prepared;
    HostBuffer input; // main input or first input buffer
    std::shared_ptr<const metrics::Measured> measured;
    HostBuffer output; // contents of prepared.output_buffer
    std::string device;
    Message device_note; // why this device: "no NVIDIA driver found", …
    std::string printed; // printf output in order
    /// Reason why only the GPU runs the kernels (RunOptions::gpu_alone). `measured` is then of empty kernels.
    Message not_emulated;
    bool checked_races = false;
    /// Measured: blocks read other input cells than they own in the output, as in a transposition.
    bool input_apart = false;
    bool stores_nothing = false; // no visible store, and zero output
    std::string recorded_on;     // GPU whose recording replaces measurements
    Timing timing;
    Memo derived; // values derived by others

    [[nodiscard]] const catalog::Variant& variant() const { return *request.experiment->find(request.variant); }
    [[nodiscard]] const metrics::LaunchMeasurement& shown() const { return measured->launches().back(); }
    /// Returns 0 if earlier launches or initial contents may fill the cells, or the launch was refused.
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

/// Progress of a run, written by the running thread only.
struct RunProgress {
    std::atomic<Stage> stage{Stage::idle};
    std::atomic<uint64_t> blocks_done{0}, blocks_total{0};
};

struct FocusKey {
    uint32_t launch = 0;
    uint64_t block = 0;
    friend bool operator==(const FocusKey&, const FocusKey&) = default;
};

/// Returns the block that the window shows, if any.
using BlockOf = std::function<std::optional<FocusKey>(const RunResult&)>;

/// Output of a running launch: finished blocks over the previous run, which has the same kernel and input.
struct PartialOutput {
    std::shared_ptr<const RunResult> before;
    HostBuffer output;
    /// nonzero for written bytes; null: all
    SharedBytes written;
    float share = 0; // share of the last launch
    /// The followed block in the new run; null if not recorded, or if the blocks differ.
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
    /// The window uses interop::LiveOutput instead.
    bool gpu_output = true;
    /// See RunResult::not_emulated.
    bool gpu_alone = false;
    uint32_t workers = 0; // 0: one per core
    /// Called on a thread of the emulator.
    std::function<void(const PartialOutput&)> partial = nullptr;
    /// Required for PartialOutput. Equal buffer contents are shared.
    std::shared_ptr<const RunResult> before = nullptr;
    /// Their blocks run first if the order does not matter.
    std::optional<CellRectangle> in_sight = std::nullopt;
    BlockOf followed = nullptr; // block for PartialOutput::trace
};

/// Runs a request on this thread, for command line and tests.
[[nodiscard]] Result<std::shared_ptr<const RunResult>> run(const Request& request, const RunOptions& options = {});

struct Progress {
    Stage stage = Stage::idle;
    float fraction = 0;      // 0: unknown
    double milliseconds = 0; // since the request began
};

/// Runs requests on its own thread. All members may be called from the UI thread and return immediately.
class Session {
public:
    Session();
    ~Session();

    /// Replaces the waiting request. The running one finishes if it is fast, so that the picture follows a slider.
    void submit(Request request);
    void cancel();
    /// After a large result, waits for note_shown(), so that memory never holds three of them.
    void wait_until_shown();
    void note_shown(const RunResult& result);
    [[nodiscard]] Progress progress() const;
    /// Returns the newest output of the running launch or null. Only for up to largest_partial_output bytes, or half as
    /// many other cells.
    [[nodiscard]] std::shared_ptr<const PartialOutput> partial() const;
    static constexpr uint64_t largest_partial_output = uint64_t{1} << 20;
    /// Sets the visible cells, whose blocks run first.
    void set_visible_cells(std::optional<CellRectangle> cells);
    /// Enables partial outputs; initially on.
    void make_partial(bool on);
    [[nodiscard]] bool busy() const;
    [[nodiscard]] bool running() const;

    [[nodiscard]] std::shared_ptr<const RunResult> result() const;
    /// Returns the newest request's error, if any. The last good result stays.
    [[nodiscard]] std::optional<Diagnostic> failure() const;
    /// Counts changes of result() and failure().
    [[nodiscard]] uint64_t revision() const;

    /// Requests the trace of a block; the newest request wins. trace() returns null until it is ready.
    void focus(std::shared_ptr<const RunResult> result, FocusKey key);
    [[nodiscard]] std::shared_ptr<const metrics::BlockTrace> trace(const RunResult& result, FocusKey key) const;

    /// Makes later runs record that block if it is cheap, so that drawings stay while a slider moves. Called on the
    /// running thread.
    void follow(BlockOf block_of);

    /// Returns nullopt while the trace may still come.
    [[nodiscard]] std::optional<Diagnostic> trace_failure(const RunResult& result, FocusKey key) const;

    /// Measures missing requests in order. Cancels those no longer wanted, and drops them once another result is
    /// probed.
    void want(std::shared_ptr<const RunResult> result, std::vector<metrics::ProbeRequest> wanted);
    struct ProbeAnswer {
        std::shared_ptr<const metrics::Probe> probe; // null while pending or failed
        Message failure;                             // why it cannot be measured; empty otherwise
    };
    [[nodiscard]] ProbeAnswer probe(const RunResult& result, const metrics::ProbeRequest& request) const;

    /// Called on a worker thread after changes.
    void on_change(std::function<void()> wake);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::session
