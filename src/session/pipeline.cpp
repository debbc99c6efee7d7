#include "session/pipeline.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

#include "base/kept_memory.hpp"
#include "base/late_files.hpp"
#include "compile/text_headers.hpp"
#include "language/tr.hpp"
#include "ptx/parser.hpp"
#include "session/argument_types.hpp"
#include "session/device.hpp"
#include "session/first_picture.hpp"
#include "session/input_place.hpp"
#include "session/painted_inputs.hpp"

namespace warpscope::session {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t inputs_kept = 3, programs_kept = 16;
/// Maximum printf output in bytes, as in CUDA.
constexpr size_t printed_kept = size_t{1} << 20;
constexpr size_t results_kept = has_little_memory ? 2 : 6;
constexpr uint64_t result_cells_kept = 8u << 20;

double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

std::filesystem::file_time_type changed(const input::InputSpec& spec) {
    if (!spec.is_file()) return {};
    std::error_code ignored; // the loader reports errors
    return std::filesystem::last_write_time(spec.file, ignored);
}

bool canceled(const RunOptions& options) {
    return options.cancel != nullptr && options.cancel->load(std::memory_order_relaxed);
}

void enter(const RunOptions& options, Stage stage) {
    if (options.progress != nullptr) options.progress->stage = stage;
}

uint64_t total_blocks(const ExecutionPlan& plan) {
    uint64_t blocks = 0;
    for (const PlannedLaunch& launch : plan.launches) blocks += launch.config.blocks();
    return blocks;
}

template<class T>
void keep_newest(std::deque<T>& cache, T entry, size_t limit) {
    cache.push_front(std::move(entry));
    if (cache.size() > limit) cache.pop_back();
}

uint64_t cells_of(const RunResult& result) {
    uint64_t cells = 0;
    for (const PlannedBuffer& buffer : result.prepared.plan.buffers) cells += buffer.layout.shape.cells();
    return cells;
}

void keep_printed(std::string& printed, std::string_view text) {
    if (printed.size() >= printed_kept) return;
    printed += text.substr(0, printed_kept - printed.size());
    if (printed.size() == printed_kept) printed += "\n(and more: the first megabyte is kept)\n";
}

bool same_run(const Request& a, const Request& b) {
    return a.experiment == b.experiment && a.variant == b.variant && a.settings == b.settings && a.input == b.input &&
           a.device == b.device && a.compiler == b.compiler && a.seed == b.seed && a.text == b.text && a.ptx == b.ptx &&
           a.checks_races == b.checks_races;
}

} // namespace

bool is_large(const RunResult& result) { return cells_of(result) > result_cells_kept; }

Result<HostBuffer> Pipeline::load_input(const Request& request, const catalog::Variant& variant) {
    const catalog::BufferSpec* wanted = catalog::main_input(variant);
    if (wanted == nullptr) return HostBuffer{};
    const auto time = changed(request.input);
    const input::InputSpec unpainted = request.input.without_painting();
    if (const input::Painting* painting = request.input.painting.find("")) {
        Request base = request;
        base.input = unpainted;
        auto loaded = load_input(base, variant);
        if (!loaded) return loaded;
        if (!painted_ || painted_->unpainted != loaded->bytes || painted_->painting != *painting)
            painted_ = {loaded->bytes, *painting, input::paint(*loaded, *painting)};
        return painted_->buffer;
    }
    for (const CachedInput& entry : inputs_)
        if (entry.spec == unpainted && entry.changed == time && entry.type == wanted->type &&
            entry.channels == wanted->channels)
            return entry.buffer;
    if (unpainted.is_file()) wait_for_late_file(unpainted.file);
    auto made = input::make_input(unpainted, wanted->type, wanted->channels);
    if (!made) return tl::unexpected(made.error());
    keep_newest(inputs_, CachedInput{unpainted, time, wanted->type, wanted->channels, *made}, inputs_kept);
    return made;
}

Result<std::shared_ptr<const simt::Program>> Pipeline::load_program(const compile::CompileResult& compiled,
                                                                    const std::string& file) {
    for (const CachedProgram& entry : programs_)
        if (entry.ptx == compiled.ptx) return entry.program;
    auto module = ptx::parse(compiled.ptx, file);
    if (!module) return tl::unexpected(module.error());
    auto program = simt::Program::build(std::make_shared<const ptx::Module>(std::move(*module)));
    if (!program) return program;
    keep_newest(programs_, CachedProgram{compiled.ptx, *program}, programs_kept);
    return program;
}

std::shared_ptr<const RunResult> Pipeline::find_result(const Request& request, const std::string& source,
                                                       uint64_t headers_hash) const {
    for (const CachedResult& entry : results_)
        if (same_run(entry.asked, request) && entry.result->source == source &&
            entry.result->headers_hash == headers_hash && entry.input_changed == changed(request.input))
            return entry.result;
    return nullptr;
}

void Pipeline::remember(const Request& asked, std::shared_ptr<const RunResult> result) {
    keep_newest(results_, CachedResult{asked, changed(asked.input), std::move(result)}, results_kept);
    uint64_t cells = 0;
    size_t fitting = 0;
    for (const CachedResult& entry : results_) {
        cells += cells_of(*entry.result);
        if (cells > result_cells_kept && fitting > 0) break;
        ++fitting;
    }
    results_.resize(fitting);
}

namespace {

Message compile_anew() { return msg("--compiler nvrtc or clang recompiles the kernel; F5 does so in the window"); }

/// Compiles the kernel, or takes Request::ptx.
Result<void> compile_or_take(const compile::CompileRequest& compile_request, RunResult& result) {
    auto compiled = compile::compile(compile_request);
    if (!compiled && compiled.error().kind == ErrorKind::canceled) return tl::unexpected(compiled.error());
    const compile::GivenPtx* const given = result.request.ptx.get();
    const bool of_it = given != nullptr && given->kernel == result.kernel_checksum;
    if (!of_it && !compiled) return tl::unexpected(compiled.error());
    result.has_scenes_ptx = of_it && !(compiled && compile::without_folders(compiled->ptx) == given->ptx);
    if (!result.has_scenes_ptx) {
        result.compiled = std::move(*compiled);
        return {};
    }
    if (!compiled) result.scene_ptx_error = compiled.error().message;
    result.compiled.ptx = given->ptx;
    result.compiled.compiler =
        given->compiler.starts_with("NVRTC") ? compile::CompilerKind::nvrtc : compile::CompilerKind::clang;
    result.compiled.compiler_name = given->compiler;
    result.compiled.instances = given->instances;
    return {};
}

/// Returns whether the output has no known store. Also requires zero output, because cell maps miss surface stores.
bool stores_nothing(const RunResult& result) {
    const metrics::LaunchMeasurement& shown = result.shown();
    const bool has_run = shown.divergence.simt_efficiency > 0;
    if (!has_run || !result.not_emulated.empty() || !result.output.bytes) return false;
    for (const metrics::CellMaps& maps : shown.maps)
        if (maps.buffer == result.prepared.output_buffer && !maps.owner.empty()) return false;
    return std::ranges::all_of(*result.output.bytes, [](std::byte b) { return b == std::byte{0}; });
}

Result<std::shared_ptr<const simt::Program>> empty_program(const std::string& ptx, const std::string& file) {
    auto module = ptx::parse(ptx, file);
    if (!module) return tl::unexpected(module.error());
    ptx::Instruction end;
    end.opcode = ptx::Opcode::ret;
    end.text = "ret";
    for (ptx::Function& function : module->functions)
        if (!function.is_declaration) function.body = {end};
    return simt::Program::build(std::make_shared<const ptx::Module>(std::move(*module)));
}

} // namespace

Result<std::shared_ptr<const RunResult>> Pipeline::run(const Request& request, const RunOptions& options) {
    const auto start = Clock::now();
    const catalog::Variant* variant = request.experiment->find(request.variant);
    if (variant == nullptr)
        return fail(ErrorKind::usage,
                    msg("Experiment '{}' has no variant '{}'.", request.experiment->name, request.variant));

    enter(options, Stage::loading);
    auto source = request.text ? Result<std::string>(*request.text) : catalog::read_source(*variant);
    if (!source) return tl::unexpected(source.error());
    const uint64_t headers_hash =
        compile::own_headers_of_text(*source, variant->source, variant->include_folders, variant->definitions).hash;
    if (auto known = find_result(request, *source, headers_hash)) return known;
    auto result = std::make_shared<RunResult>();
    result->request = request;
    result->headers_hash = headers_hash;
    result->source = std::move(*source);
    auto input = load_input(request, *variant);
    if (!input) return tl::unexpected(input.error());
    result->input = std::move(*input);
    result->timing.input_ms = milliseconds_since(start);

    Device device = choose_device(request.device, options.gpu_output);
    if (device.refused) return tl::unexpected(*device.refused);
    const RunResult* const before = options.before.get();
    const bool same_variant = before != nullptr && before->request.experiment == request.experiment &&
                              before->request.variant == request.variant;
    auto prepared = prepare_painted(*variant, request, result->input, device.limits, same_variant ? before : nullptr);
    if (!prepared) return tl::unexpected(prepared.error());
    result->prepared = std::move(*prepared);
    if (catalog::main_input(*variant) == nullptr) { // views show the first input buffer instead
        const PlannedBuffer& shown = result->prepared.plan.buffers[result->prepared.input_buffer];
        if (shown.role == BufferRole::input) result->input = {shown.layout, shown.initial};
    }
    if (canceled(options)) return fail(ErrorKind::canceled, msg("Canceled."));

    enter(options, Stage::compiling);
    const std::string file = variant->source.filename().string();
    compile::CompileRequest compile_request;
    if (variant->source.extension() == ".ptx") {
        result->compiled.ptx = result->source;
        result->compiled.compiler = compile::CompilerKind::none;
        result->compiled.compiler_name = "none (PTX file)";
    } else {
        compile_request.file = file;
        compile_request.folder = variant->source.parent_path();
        compile_request.source = result->source;
        compile_request.defines = result->prepared.defines;
        compile_request.include_folders = variant->include_folders;
        compile_request.instances = result->prepared.instances;
        compile_request.compiler = request.compiler;
        compile_request.cancel = options.cancel;
        if (!variant->arch.empty()) compile_request.arch = variant->arch;
        result->kernel_checksum = compile::kernel_checksum(compile_request);
        if (auto compiled = compile_or_take(compile_request, *result); !compiled)
            return tl::unexpected(compiled.error());
        if (result->has_scenes_ptx && request.device == DeviceChoice::automatic) {
            result->request.device = DeviceChoice::emulator;
            device.gpu = false;
            device.note = msg("the PTX came with the scene");
        }
        compile::name_kernels(result->prepared.plan, result->compiled);
        result->timing.compile_ms = result->compiled.milliseconds;
    }
    const auto decode_start = Clock::now();
    auto program = load_program(result->compiled, file);
    if (!program && options.gpu_alone)
        if (auto empty = empty_program(result->compiled.ptx, file)) {
            if (request.device == DeviceChoice::gpu) {
                result->not_emulated = program.error().whole();
                program = std::move(empty);
            } else if (device.note.empty() && program.error().hint.empty()) {
                program.error().hint = msg("--device gpu runs it only on the GPU, which measures only its time");
            }
        }
    if (!program && result->has_scenes_ptx) {
        program.error().message = msg("The PTX in the scene cannot be run: {}", program.error().message);
        program.error().hint = compile_anew();
    }
    if (!program) return tl::unexpected(program.error());
    if (auto fits = check_argument_types(result->prepared.plan, **program); !fits) return tl::unexpected(fits.error());
    if (request.experiment->guesses.empty()) // guesses come from the kernel, so they fit
        if (auto fits = check_buffer_types(result->prepared.plan, *variant, **program, compile_request); !fits)
            return tl::unexpected(fits.error());
    result->timing.decode_ms = milliseconds_since(decode_start);
    if (canceled(options)) return fail(ErrorKind::canceled, msg("Canceled."));

    metrics::MeasureOptions measuring;
    measuring.launch.seed = request.seed;
    measuring.launch.cancel = options.cancel;
    measuring.launch.workers = options.workers;
    measuring.launch.limits = device.limits;
    measuring.launch.budget_per_warp = variant->budget.value_or(measuring.launch.budget_per_warp);
    measuring.launch.print = [&printed = result->printed](std::string_view text) { keep_printed(printed, text); };
    // An edited kernel may lack a barrier, so its races are checked.
    result->checked_races = variant->races || request.text.has_value() || request.checks_races;
    measuring.races = result->checked_races;
    if (options.progress != nullptr) {
        options.progress->blocks_done = 0;
        options.progress->blocks_total = total_blocks(result->prepared.plan);
        measuring.launch.blocks_done = &options.progress->blocks_done;
    }
    enter(options, Stage::running);
    show_first(*program, *result, measuring, options);
    auto measured = metrics::measure(*program, result->prepared.plan, measuring);
    if (!measured) return tl::unexpected(measured.error());
    if ((*measured)->canceled()) return fail(ErrorKind::canceled, msg("Canceled."));
    result->measured = std::move(*measured);
    for (const metrics::LaunchMeasurement& launch : result->measured->launches()) {
        result->timing.execute_ms += launch.execute_ms;
        result->timing.analyze_ms += launch.analyze_ms;
    }

    if (auto ran = take_output(device, *result); !ran) return tl::unexpected(ran.error());
    result->stores_nothing = stores_nothing(*result);
    result->input_apart = reads_input_apart(*result, options.cancel);
    result->timing.total_ms = milliseconds_since(start);
    remember(request, result);
    return result;
}

} // namespace warpscope::session
