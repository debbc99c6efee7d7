#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>

#include <fmt/compile.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/message_json.hpp"
#include "base/text.hpp"
#include "metrics/measurement_json.hpp"
#include "ptx/analysis/bit_semantics.hpp"
#include "runtime/context.hpp"
#include "runtime/device_model.hpp"
#include "runtime/record/crash.hpp"
#include "runtime/unwritten_report.hpp"
#include "simt/analysis/source_attribution.hpp"
#include "simt/message_parts.hpp"

namespace warpscope::runtime {
namespace {

using Json = nlohmann::ordered_json;
using simt::FindingKind;

/// Maximum number of recorded launches
constexpr uint32_t max_listed = 100'000;
constexpr uint64_t max_copied_bytes = uint64_t{256} << 20;

Dim3 dims(const GridSize& size) { return {size.x, size.y, size.z}; }
double in_ms(std::chrono::nanoseconds time) { return std::chrono::duration<double, std::milli>(time).count(); }
Json json_of(const Dim3& d) { return Json::array({d.x, d.y, d.z}); }

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

std::vector<std::byte> pack(const Kernel& kernel, void** arguments) {
    const auto& parameters = kernel.program->parameters(kernel.index);
    std::vector<std::byte> block;
    for (size_t k = 0; k < parameters.size(); ++k) {
        block.resize(parameters[k].offset + parameters[k].bytes);
        std::memcpy(block.data() + parameters[k].offset, arguments[k], parameters[k].bytes);
    }
    return block;
}

/// Returns the only parameter that points into the allocation nearest to the finding.
std::optional<size_t> parameter_of(const simt::Finding& finding, const LaunchRequest& request,
                                   const Allocations& allocations) {
    const auto meant =
        finding.space == ptx::Space::global ? allocations.memory()->nearest(finding.address) : std::nullopt;
    if (!meant) return std::nullopt;
    const Kernel& kernel = *request.kernel;
    const auto& parameters = kernel.program->parameters(kernel.index);
    std::optional<size_t> found;
    for (size_t k = 0; k < parameters.size(); ++k) {
        uint64_t value = 0;
        if (parameters[k].bytes != sizeof(value)) continue;
        std::memcpy(&value, request.arguments[k], sizeof(value));
        const Allocated* const in = allocations.covers(value) ? allocations.find(value) : nullptr;
        if (in == nullptr || in->index != *meant) continue;
        if (found) return std::nullopt;
        found = k;
    }
    return found;
}

/// Returns the memory that a deadlocked warp polls, or null if the host cannot write it.
const Allocated* polled_for_host(const simt::Finding& finding, const Allocations& allocations) {
    if (finding.kind != FindingKind::deadlock || finding.space != ptx::Space::global || finding.bytes == 0)
        return nullptr;
    const Allocated* const in = allocations.covers(finding.address) ? allocations.find(finding.address) : nullptr;
    return in != nullptr && (in->for_host() || in->kind == MemoryKind::registered) ? in : nullptr;
}

std::string opcode_of(const simt::Program& program, uint32_t pc) {
    if (pc >= program.instructions().size()) return {};
    const std::string_view head = ptx::head_of(program.instructions()[pc].text);
    return std::string(head.substr(0, head.find('.')));
}

Message unsupported_wait_message(const simt::Finding& finding, const Allocated& in, const Allocations& allocations) {
    return msg("the warp polls {} at offset {}, which no running thread changes. If the host does, the program is "
               "right, but it cannot run here: a launch ends before the host continues",
               warpscope::quoted(allocations.name_of(in)), finding.address - in.begin);
}

int resident(const LaunchRequest& request, const LaunchConfig& config) {
    const Kernel& kernel = *request.kernel;
    return resident_blocks(static_cast<int>(config.threads_per_block()),
                           kernel.program->resources(kernel.index).shared_bytes + request.shared_bytes,
                           kernel.module->registers(kernel));
}

} // namespace

std::optional<Error> Context::refuse(const LaunchRequest& request, const LaunchConfig& config) {
    const Kernel& kernel = *request.kernel;
    const simt::Resources resources = kernel.program->resources(kernel.index);
    DeviceLimits limits = device_limits;
    limits.max_shared_bytes =
        std::max(limits.max_shared_bytes, resources.shared_bytes + kernel.max_dynamic_shared_bytes);
    const auto say = [&](const Message& why, Error error) {
        report({"invalid_launch", "error", msg("{} cannot be launched: {}", kernel.name, why), request.frames});
        return error;
    };
    if (request.shared_bytes > kernel.max_dynamic_shared_bytes)
        return say(msg("It asks for {} bytes of dynamic shared memory; more than {} need "
                       "cudaFuncSetAttribute(..., cudaFuncAttributeMaxDynamicSharedMemorySize, ...).",
                       request.shared_bytes, kernel.max_dynamic_shared_bytes),
                   invalid_value);
    if (const auto why = config_error(config, limits, resources.shared_bytes)) return say(*why, invalid_value);
    if (resources.max_threads != 0 && config.threads_per_block() > resources.max_threads)
        return say(msg("It is compiled for at most {} threads per block (__launch_bounds__), not {}.",
                       resources.max_threads, config.threads_per_block()),
                   launch_out_of_resources);
    const int fit = request.cooperative ? resident(request, config) : 0;
    if (request.cooperative && config.blocks() > static_cast<uint64_t>(fit) * device_model().multiprocessors)
        return say(msg("All of its {} blocks would have to run at the same time; {} fit on the device.",
                       config.blocks(), fit * device_model().multiprocessors),
                   cooperative_launch_too_large);
    return std::nullopt;
}

void Context::note_reached(Kernel& kernel, const std::vector<std::byte>& parameters) {
    if (kernel.noted_at == allocations().changes() && kernel.noted == parameters) return;
    for (const Allocated* in : reached_by(kernel, parameters, allocations())) allocations().note_reached(in->begin);
    if (textures_in(kernel, parameters, allocations()).empty()) {
        kernel.noted = parameters;
        kernel.noted_at = allocations().changes();
    }
}

Error Context::launch(const LaunchRequest& request) {
    Kernel& kernel = *request.kernel;
    Stream* const stream = streams.find(request.stream);
    if (stream == nullptr) return invalid_resource_handle;
    LaunchConfig config{dims(request.grid), dims(request.block), static_cast<uint32_t>(request.shared_bytes),
                        request.cooperative};
    if (const auto refused = refuse(request, config)) return *refused;
    unwritten_reads.open();
    struct EndOfAccesses {
        Context& context;
        ~EndOfAccesses() { context.unwritten_reads.protect(context.allocations()); }
    } const end_of_accesses{*this};
    std::vector<std::byte> parameters = pack(kernel, request.arguments);
    registered.replace_in(kernel, parameters);
    registered.before_kernel(*allocations().memory());
    allocations().note_host_accesses();
    const bool kept =
        keeper_.active() && keeper_.keep(launches_, kernel, config, parameters, allocations(), registered);
    if (keeper_.done()) {
        recorder.write(Json{{"event", "stopped"}, {"launches", launches_}});
        std::_Exit(0); // the program ran only for this launch
    }
    if (keeper_.active()) note_reached(kernel, parameters);

    unfinished.watch_before_launch(parameters, allocations());
    std::optional<FlagObserver> flags;
    if (unfinished.watches_launch()) {
        if (!kernel.flag_writes) kernel.flag_writes = find_flag_writes(*kernel.program);
        if (kernel.flag_writes->any) flags.emplace(*kernel.flag_writes);
    }
    simt::Observer* const observer = flags ? &*flags : nullptr;
    const auto start = std::chrono::steady_clock::now();
    simt::LaunchOptions options;
    options.launch_index = launches_;
    options.limits.max_shared_bytes = static_cast<uint32_t>(device_model().max_shared_bytes_per_block);
    options.print = print;
    options.blocks_done = watch_.begin(kernel.name, config.blocks());
    struct EndOfLaunch {
        LaunchWatch& watch;
        ~EndOfLaunch() { watch.end(); }
    } const end_of_launch{watch_};
    std::optional<metrics::LaunchMeasurement> measured;
    simt::LaunchOutcome outcome;
    if (checks_) {
        if (!kernel.checks) kernel.checks = std::make_unique<metrics::LiveKernel>(kernel.program);
        note_writer(*this, kernel, parameters);
        metrics::MeasureOptions wanted;
        wanted.launch = options;
        wanted.races = true;
        // Maps speed up the search for races, but cost too much for small launches.
        constexpr uint64_t bytes_per_thread = 1024;
        wanted.maps = config.blocks() * config.threads_per_block() * bytes_per_thread >= allocations().bytes_in_use();
        PlannedLaunch planned;
        planned.kernel = kernel.symbol;
        planned.config = config;
        auto result = metrics::measure_live(*kernel.checks,
                                            {&*kernel.device, kernel.index, std::move(planned), std::move(parameters),
                                             allocations().written(), observer},
                                            wanted, max_copied_bytes);
        if (!result) {
            report({"module", "error", result.error().whole(), request.frames});
            return not_supported;
        }
        measured = std::move(*result);
        outcome.findings = measured->findings;
        outcome.finding_count = measured->finding_count;
        outcome.warp_instructions = measured->warp_instructions;
        outcome.longest_sleep_ns = measured->longest_sleep_ns;
    } else {
        auto result = simt::launch(*kernel.device, kernel.index, config, parameters,
                                   std::span(&observer, observer == nullptr ? 0u : 1u), options);
        if (!result) {
            report({"module", "error", result.error().whole(), request.frames});
            return not_supported;
        }
        outcome = std::move(*result);
    }
    const std::chrono::nanoseconds took = std::chrono::steady_clock::now() - start;
    const int fit = outcome.longest_sleep_ns > 0 ? resident(request, config) : 1;
    streams.add_work(*stream, kernel_ms(outcome.warp_instructions, outcome.longest_sleep_ns, config.blocks(), fit));
    registered.after_kernel(*allocations().memory());
    unfinished.protect_after_launch(*stream, kernel.name, allocations(),
                                    {flags ? flags->flags() : WrittenFlags(), flags && kernel.flag_writes->releases});
    report_launch(request, outcome, measured ? &*measured : nullptr, took, kept);
    for (const simt::Finding& finding : outcome.findings) {
        report_finding(finding, request);
        if (sticky_ == success) sticky_ = error_of(finding);
    }
    ++launches_;
    return success; // the next call returns the kernel's error
}

Error Context::error_of(const simt::Finding& finding) const {
    switch (finding.kind) {
    case FindingKind::null_pointer: return illegal_address;
    case FindingKind::wrong_space: return finding.space == ptx::Space::global ? illegal_address : success;
    case FindingKind::out_of_bounds:
    case FindingKind::use_after_free: {
        if (finding.space != ptx::Space::global) return success;
        // GPUs map large pages, so an access near an allocation succeeds.
        constexpr uint64_t page = uint64_t{2} << 20;
        const uint64_t begin = finding.address / page * page;
        const auto& live = allocations_->live();
        const auto after = live.lower_bound(begin + page);
        const bool mapped = after != live.begin() && std::prev(after)->second.end() > begin;
        return mapped ? success : illegal_address;
    }
    case FindingKind::misaligned: return finding.space == ptx::Space::global ? misaligned_address : success;
    case FindingKind::assertion: return assert_failed;
    case FindingKind::explicit_trap:
    case FindingKind::stack_overflow: return launch_failure;
    case FindingKind::deadlock:
    case FindingKind::instruction_budget: return launch_timeout;
    // GPUs do not detect these.
    case FindingKind::invalid_free:
    case FindingKind::uninitialized_read:
    case FindingKind::race_shared:
    case FindingKind::race_global:
    case FindingKind::race_same_value:
    case FindingKind::barrier_divergence:
    case FindingKind::missing_syncwarp:
    case FindingKind::invalid_launch:
    case FindingKind::division_by_zero:
    case FindingKind::invalid_texture: return success;
    }
    return success;
}

void Context::report_launch(const LaunchRequest& request, const simt::LaunchOutcome& outcome,
                            const metrics::LaunchMeasurement* measured, std::chrono::nanoseconds took, bool kept) {
    if (!recorder.records() || launches_ >= max_listed) return;
    if (measured == nullptr) return report_plain_launch(request, outcome, took, kept);
    Json event{{"event", "launch"},
               {"launch", launches_},
               {"kernel", request.kernel->name},
               {"grid", json_of(dims(request.grid))},
               {"block", json_of(dims(request.block))},
               {"shared_bytes_dynamic", request.shared_bytes},
               {"stream", streams.find(request.stream)->number},
               {"at", request.frames},
               {"finding_count", outcome.finding_count},
               {"execute_ms", in_ms(took)}};
    if (request.cooperative) event["cooperative"] = true;
    if (kept) event["kept"] = true;
    metrics::Totals totals;
    totals.add(*measured);
    event["measured"] = metrics::measurement_json<Json>(totals);
    recorder.write(event);
}

/// Formats text directly, because JSON trees cost as much as a small launch.
void Context::report_plain_launch(const LaunchRequest& request, const simt::LaunchOutcome& outcome,
                                  std::chrono::nanoseconds took, bool kept) {
    const uint32_t stream = streams.find(request.stream)->number;
    fmt::memory_buffer line;
    uint64_t shape = 0;
    if (request.frames.size() == 1) {
        uint64_t& known = launch_shapes_[{request.kernel, request.grid, request.block, request.shared_bytes, stream,
                                          request.cooperative, request.frames[0]}];
        if (known != 0 && !kept && outcome.finding_count == 0) {
            fmt::format_to(std::back_inserter(line),
                           FMT_COMPILE(R"({{"event":"launch","like":{},"launch":{},"execute_ns":{}}})"), known,
                           launches_, took.count());
            return recorder.write_line({line.data(), line.size()});
        }
        if (known == 0) known = shape = recorder.new_shape();
    }
    std::string& name = request.kernel->json_name;
    if (name.empty()) name = Json(request.kernel->name).dump(-1, ' ', false, Json::error_handler_t::replace);
    fmt::format_to(std::back_inserter(line),
                   R"({{"event":"launch","launch":{},"kernel":{},"grid":[{},{},{}],"block":[{},{},{}],)"
                   R"("shared_bytes_dynamic":{},"stream":{},"at":[{}],"finding_count":{},"execute_ms":{:.6f}{}{}{}}})",
                   launches_, name, request.grid.x, request.grid.y, request.grid.z, request.block.x, request.block.y,
                   request.block.z, request.shared_bytes, stream, fmt::join(request.frames, ","), outcome.finding_count,
                   in_ms(took), request.cooperative ? R"(,"cooperative":true)" : "", kept ? R"(,"kept":true)" : "",
                   shape != 0 ? fmt::format(R"(,"shape":{})", shape) : "");
    recorder.write_line({line.data(), line.size()});
}

void Context::report_finding(const simt::Finding& finding, const LaunchRequest& request) {
    const std::string& kernel = request.kernel->name;
    if (!recorder.records()) {
        fmt::print(stderr, "warpscope: {}: {}: {} [{}, block {}, thread {}]\n", finding.source.line_text(),
                   simt::name_of(finding.kind), finding.message, kernel, index_text(finding.block_index),
                   index_text(finding.thread_index));
        return;
    }
    const bool of_host = finding.kind == FindingKind::out_of_bounds && finding.space == ptx::Space::global &&
                         !allocations_->covers(finding.address) && is_mapped(finding.address);
    const Allocated* const polled = polled_for_host(finding, *allocations_);
    Json event{{"event", "finding"},
               {"kind", of_host             ? "host_pointer"
                        : polled != nullptr ? "unsupported_wait"
                                            : std::string(simt::name_of(finding.kind))},
               {"severity", finding.is_note ? "note" : "error"},
               {"count", finding.count},
               {"opcode", opcode_of(*request.kernel->program, finding.pc)}};
    put_message(event,
                bounded_message(of_host ? msg("{}: {} is memory of the host, whose pointer was given to the kernel",
                                              finding.message, simt::hex_text(finding.address))
                                : polled != nullptr ? unsupported_wait_message(finding, *polled, *allocations_)
                                                    : finding.message));
    event.update(Json{{"launch", launches_},
                      {"kernel", kernel},
                      {"file", finding.source.file},
                      {"line", finding.source.line},
                      {"ptx_line", finding.ptx_line},
                      {"block", json_of(finding.block_index)},
                      {"thread", json_of(finding.thread_index)},
                      {"address", simt::hex_text(finding.address)}});
    if (const auto parameter = parameter_of(finding, request, *allocations_)) event["parameter"] = *parameter + 1;
    const SourceLocation call = simt::kernel_call(*request.kernel->program, finding.pc);
    if (!call.file.empty()) event["kernel_call"] = {{"file", call.file}, {"line", call.line}};
    if (finding.has_other)
        event["other"] = {{"file", finding.other_source.file},
                          {"line", finding.other_source.line},
                          {"block", json_of(finding.other_block_index)},
                          {"thread", json_of(finding.other_thread_index)}};
    const std::string place =
        fmt::format("{} {} {} {} {} {} {} {} {} {}", event["kind"].get<std::string>(), finding.is_note, kernel,
                    event["opcode"].get<std::string>(), event.value("parameter", size_t{0}), finding.source.line_text(),
                    finding.ptx_line, call.line_text(), finding.other_source.line_text(), finding.has_other);
    write_finding(std::move(event), place);
}

} // namespace warpscope::runtime
