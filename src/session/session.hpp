// The worker behind window and command line: takes a request (experiment, settings, input), compiles, runs, measures,
// and publishes an immutable result. Requests do not queue up: only the newest waits. The old result stays until the
// new one is ready.
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

/// All that determines a run. Equal requests give equal results (and come from the cache).
struct Request {
    std::shared_ptr<const catalog::Experiment> experiment;
    std::string variant; // name; empty: the first
    catalog::Settings settings;
    input::InputSpec input;
    DeviceChoice device = DeviceChoice::automatic;
    compile::CompilerChoice compiler = compile::CompilerChoice::automatic;
    uint64_t seed = 0;                    // schedule
    std::optional<std::string> text = {}; // of the kernel, in place of its file's
    /// Of a scene: run where it is of this very kernel, unless the compiler here makes the same. It reaches the GPU
    /// only where `device` is.
    std::shared_ptr<const compile::GivenPtx> ptx = nullptr;
};

struct Timing {
    double input_ms = 0, compile_ms = 0, decode_ms = 0, execute_ms = 0, analyse_ms = 0, total_ms = 0;
    double gpu_kernel_ms = 0; // by CUDA events; 0 when the GPU did not run
};

/// One finished run. Immutable.
struct RunResult {
    Request request;
    std::string source;        // kernel text
    uint64_t headers_hash = 0; // of compile::own_headers()
    compile::CompileResult compiled;
    std::string kernel_checksum; // compile::kernel_checksum(); empty where the source is PTX
    bool has_scenes_ptx = false; // `compiled` is Request::ptx
    std::string why_scenes_ptx;  // what the compiler here says, where it cannot compile the kernel
    catalog::Prepared prepared;
    HostBuffer input; // the main input as given to the kernel; without one the first buffer of role input, if any
    std::shared_ptr<const metrics::Measured> measured; // emulator's run and measurements
    HostBuffer output;       // plan buffer prepared.output_buffer after the run, from `device`
    std::string device;      // "emulator" or the GPU's name
    std::string device_note; // why this device: "no NVIDIA driver found", …
    std::string printed;     // by the kernels' printf on the emulator, in the order in which their warps ran
    /// Why the emulator cannot run the kernels. Then the GPU alone has run them, or is to (RunOptions::gpu_alone), and
    /// nothing is known of them: `measured` is of the same launches of empty kernels. Empty as a rule.
    std::string not_emulated;
    bool looked_for_races = false; // of every text that is not the catalogue's; else where the variant asks for it
    /// Measured: a block reads other cells of the input than those at the places that it owns of an output of the same
    /// shape, as in a transposition. Where that was not looked for: false.
    bool input_apart = false;
    bool stores_nothing = false; // the launch has run and left the output as it was, and no store to it was seen
    std::string recorded_on; // the GPU whose recording took the place of measurements; empty: all are the emulator's
    Timing timing;
    Memo derived; // what others have worked out of it; a window forgets it with the run it no longer shows

    [[nodiscard]] const catalog::Variant& variant() const { return *request.experiment->find(request.variant); }
    /// Measurement of the launch that views show: the last one.
    [[nodiscard]] const metrics::LaunchMeasurement& shown() const { return measured->launches().back(); }
    /// Cells of the output that no thread wrote. 0 where that is no mistake, because earlier launches or initial
    /// contents may have filled them, and where the launch was refused.
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

/// How far a run is; written by the thread that runs, read by others.
struct RunProgress {
    std::atomic<Stage> stage{Stage::idle};
    std::atomic<uint64_t> blocks_done{0}, blocks_total{0}; // of stage running
};

struct FocusKey {
    uint32_t launch = 0;
    uint64_t block = 0;
    friend bool operator==(const FocusKey&, const FocusKey&) = default;
};

/// The block of a result that the window asks for, or none.
using BlockOf = std::function<std::optional<FocusKey>(const RunResult&)>;

/// A run's output while it is under way: what the blocks that have run wrote, over the output of the run before, which
/// is of the same kernel and input with other settings.
struct PartialOutput {
    std::shared_ptr<const RunResult> before; // of which the rest is
    HostBuffer output;
    /// For each byte of the output, not 0 where a block that has run wrote it; null: all of it is new.
    SharedBytes written;
    float share = 0; // of the last launch's blocks that have run
    /// What the block that is followed does in the new run; null where that was not looked at, or where the old run
    /// does not have the same blocks.
    std::shared_ptr<const metrics::BlockTrace> trace = nullptr;
};

/// Cells of the output, as it lies: from the upper left one up to but without `right` and `bottom`.
struct CellRectangle {
    int64_t left = 0, top = 0, right = 0, bottom = 0;
    friend bool operator==(const CellRectangle&, const CellRectangle&) = default;
};

struct RunOptions {
    const std::atomic<bool>* cancel = nullptr;
    RunProgress* progress = nullptr;
    /// Take the output from the GPU when the request wants one and there is one. The window leaves this off: it shows
    /// the GPU's picture through interop::LiveOutput.
    bool gpu_output = true;
    /// Where the request insists on the GPU, kernels that the emulator cannot run are no error: see
    /// RunResult::not_emulated.
    bool gpu_alone = false;
    uint32_t workers = 0; // host threads of the emulator; 0: as many as there are cores
    /// Told of the output every so often while a launch is under way that takes long; on one of the emulator's threads.
    std::function<void(const PartialOutput&)> partial = nullptr;
    /// For PartialOutput, without it there is none; and contents of buffers are shared with it where they are the same.
    std::shared_ptr<const RunResult> before = nullptr;
    /// What is looked at: where it makes no difference, blocks that write there run first.
    std::optional<CellRectangle> in_sight = std::nullopt;
    BlockOf followed = nullptr; // see PartialOutput::trace
};

/// Compiles, runs and measures on the calling thread: what the command line and the tests use.
[[nodiscard]] Result<std::shared_ptr<const RunResult>> run(const Request& request, const RunOptions& options = {});

struct Progress {
    Stage stage = Stage::idle;
    float fraction = 0;      // of the stage; 0 when unknown
    double milliseconds = 0; // since the present request began
};

/// Runs requests on its own thread. All members may be called from the UI thread and return at once.
class Session {
public:
    Session();
    ~Session(); // cancels and joins

    /// Replaces whatever is waiting. What runs may still finish and be shown, so that the picture follows a dragged
    /// slider; it is cancelled when it takes long.
    void submit(Request request);
    void cancel();
    /// For a window, which takes several frames to show a large result: from now on the run after such a result begins
    /// only when note_shown() has said that it is on the screen. So there are never three of them, the one on the
    /// screen, the one that is to take its place, and the one being made.
    void wait_until_shown();
    void note_shown(const RunResult& result);
    [[nodiscard]] Progress progress() const;
    /// The newest output of the run that is under way; null while there is none. Only of outputs of up to
    /// largest_partial_output cells of bytes, or half as many of others: one frame brings them to the screen.
    [[nodiscard]] std::shared_ptr<const PartialOutput> partial() const;
    static constexpr uint64_t largest_partial_output = uint64_t{1} << 20;
    /// The part of the output that can be seen, whose blocks come first in runs from now on; none where it is not
    /// known.
    void look_at(std::optional<CellRectangle> cells);
    /// Sets whether runs from now on have such outputs; at first they have.
    void make_partial(bool on);
    /// Returns whether a request is being answered or waits.
    [[nodiscard]] bool busy() const;
    /// Returns whether a run is under way.
    [[nodiscard]] bool running() const;

    /// Newest good result; null before the first.
    [[nodiscard]] std::shared_ptr<const RunResult> result() const;
    /// Why the newest finished request failed; empty when it succeeded. The last good result stays.
    [[nodiscard]] std::optional<Diagnostic> failure() const;
    /// Grows by one whenever result() or failure() changes.
    [[nodiscard]] uint64_t revision() const;

    /// Asks for the trace of a block of `result`; the newest wish wins. trace() is it once ready, else null.
    void focus(std::shared_ptr<const RunResult> result, FocusKey key);
    [[nodiscard]] std::shared_ptr<const metrics::BlockTrace> trace(const RunResult& result, FocusKey key) const;

    /// From now on results come with the trace of that block where it costs little, so that what is drawn of it does
    /// not vanish while a slider moves. Called on the thread that runs; empty: no trace.
    void follow(BlockOf block_of);

    /// Why there will be no such trace; nothing while it may still come.
    [[nodiscard]] std::optional<Diagnostic> trace_failure(const RunResult& result, FocusKey key) const;

    /// Says which extra measurements of `result` are wanted now. Missing ones are made one after the other on a thread
    /// of their own; what is no longer wanted is given up, and forgotten once another result's are wanted.
    void want(std::shared_ptr<const RunResult> result, std::vector<metrics::ProbeRequest> wanted);
    struct ProbeAnswer {
        std::shared_ptr<const metrics::Probe> probe; // null while it is being measured, or when that failed
        std::string failure;                         // why it cannot be measured; empty otherwise
    };
    [[nodiscard]] ProbeAnswer probe(const RunResult& result, const metrics::ProbeRequest& request) const;

    /// Called on the worker thread whenever something changed, to wake an event loop that sleeps.
    void on_change(std::function<void()> wake);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::session
