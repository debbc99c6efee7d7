#include "runtime/context.hpp"

#include <cstdlib>
#include <set>

#include <fmt/compile.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/message_json.hpp"
#include "runtime/array.hpp"
#include "runtime/error_text.hpp"
#include "runtime/host_access.hpp"
#include "runtime/record/result_use.hpp"

namespace warpscope::runtime {

using Json = nlohmann::ordered_json;

namespace {

std::string json_string(const std::string& text) {
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace

int& last_error() {
    thread_local int error = success;
    return error;
}

Frames& place_of_failure() {
    thread_local Frames frames;
    return frames;
}

Context& Context::get() {
    static Context* const context = new Context;
    return *context;
}

Context::Context()
    : keeper_(recorder.folder()) {
    const char* const checks = std::getenv("WARPSCOPE_CHECKS");
    checks_ = checks != nullptr && *checks == '1';
    watch_crashes(*this);
}

namespace {

const char* name_of(MemoryKind kind) {
    switch (kind) {
    case MemoryKind::device: return "device";
    case MemoryKind::managed: return "managed";
    case MemoryKind::pinned: return "pinned";
    case MemoryKind::registered: return "registered";
    case MemoryKind::variable: return "variable";
    }
    return "";
}

} // namespace

Allocations& Context::allocations() {
    if (!allocations_) {
        allocations_ = std::make_unique<Allocations>(checks_);
        watch_host_accesses(*allocations_);
    }
    return *allocations_;
}

LoadedModule* Context::add_module(const FatBinaryWrapper& binary) {
    for (const auto& module : modules_)
        if (module->is_of(binary)) return module.get();
    return modules_.emplace_back(std::make_unique<LoadedModule>(binary, static_cast<uint32_t>(modules_.size()))).get();
}

void Context::add_kernel(LoadedModule* module, const void* host_function, const char* symbol) {
    kernels_.insert_or_assign(host_function, module->add_kernel(symbol));
}

void Context::add_variable(LoadedModule* module, const void* host_variable, const char* symbol) {
    variables_.insert_or_assign(host_variable, VariableName{module, symbol});
}

void Context::add_managed(LoadedModule* module, void** pointer, const char* symbol) {
    managed_.push_back({module, pointer, symbol, false});
    variables_.insert_or_assign(pointer, VariableName{module, symbol});
}

void Context::place_managed(LoadedModule* module) {
    for (Managed& managed : managed_) {
        if (managed.module != module || managed.placed) continue;
        managed.placed = true;
        if (const auto loaded = module->load(allocations()); !loaded) {
            report({"module", "error", loaded.error().whole(), {}});
            continue;
        }
        const auto index = module->variable(managed.symbol);
        if (!index) continue;
        allocations().add_variable(*index, true);
        *managed.pointer = reinterpret_cast<void*>(allocations().memory()->allocations()[*index].begin);
    }
}

Kernel* Context::kernel(const void* host_function, Error& error) {
    const auto found = kernels_.find(host_function);
    if (found == kernels_.end()) {
        error = invalid_device_function;
        return nullptr;
    }
    Kernel& kernel = *found->second;
    Result<void> ready = kernel.module->load(allocations());
    if (ready) {
        place_managed(kernel.module);
        ready = kernel.module->prepare(kernel, allocations());
    }
    if (!ready) {
        report({"module", "error", msg("{} cannot be run: {}", kernel.name, ready.error().whole()), {}});
        error = kernel.launch_error ? not_supported : no_kernel_image;
        return nullptr;
    }
    return &kernel;
}

std::optional<Context::Variable> Context::variable(const void* host_variable, Error& error) {
    const auto found = variables_.find(host_variable);
    if (found == variables_.end()) {
        error = invalid_symbol;
        return std::nullopt;
    }
    const auto& [module, symbol] = found->second;
    if (const auto loaded = module->load(allocations()); !loaded) {
        report({"module", "error", loaded.error().whole(), {}});
        error = no_kernel_image;
        return std::nullopt;
    }
    const auto index = module->variable(symbol);
    if (!index) {
        error = invalid_symbol;
        return std::nullopt;
    }
    const simt::Allocation& a = allocations().memory()->allocations()[*index];
    return Variable{a.begin, a.bytes};
}

void Context::failed(const char* call, int error) {
    last_error() = error;
    constexpr size_t max_unseen = 64;
    Frames frames = std::exchange(place_of_failure(), {});
    // The program ignores the result of <<<>>>, which goes to compiler-generated code.
    const bool is_launch = !frames.empty();
    if (!is_launch) frames = frames_here();
    const ResultUse use = is_launch ? ResultUse::ignored : use_of_result(frames);
    // After a kernel fails, all calls return its error, which has a finding. Reports only the first unchecked call.
    const bool is_of_kernel = error == sticky_;
    if (use == ResultUse::used && is_of_kernel) {
        if (std::erase_if(unseen_, &Unseen::is_of_kernel) > 0) note_unseen();
        kernel_error_is_seen_ = true;
    }
    if (use == ResultUse::used || (is_of_kernel && (kernel_error_is_seen_ || use == ResultUse::unknown))) return;
    kernel_error_is_seen_ = kernel_error_is_seen_ || is_of_kernel;
    const bool may_be_seen = use == ResultUse::unknown && error == memory_allocation;
    if (unseen_.size() >= max_unseen) return;
    unseen_.push_back({call, error, std::move(frames), is_of_kernel, may_be_seen});
    note_unseen();
}

void Context::note_unseen() {
    constexpr uint32_t max_notes = 1000, max_in_note = 8;
    if (!recorder.records() || unseen_notes_ >= max_notes || unseen_.size() > max_in_note) return;
    Json findings = Json::array();
    if (++unseen_notes_ < max_notes) // the last note must not become outdated
        for (const HostFinding& finding : unseen_findings()) findings.push_back(event_of(finding));
    recorder.write(Json{{"event", "unseen"}, {"findings", std::move(findings)}});
}

void Context::error_was_seen() {
    const bool had_unseen = !unseen_.empty();
    unseen_.clear();
    if (had_unseen) note_unseen();
    kernel_error_is_seen_ = kernel_error_is_seen_ || sticky_ != success;
}

void Context::write_finding(Json event, const std::string& place) {
    constexpr uint64_t max_findings = 10000;
    uint64_t& shape = finding_shapes_[place];
    const bool is_known = shape != 0;
    if (++findings_ > max_findings && is_known)
        return recorder.write_line(fmt::format(R"({{"event":"finding_again","like":{},"count":{}}})", shape,
                                               event.value("count", uint64_t{1})));
    if (!is_known) shape = recorder.new_shape();
    event["finding_shape"] = shape;
    recorder.write(event);
}

Json Context::event_of(const HostFinding& finding) {
    Json event{{"event", "finding"}, {"kind", finding.kind}, {"severity", finding.severity}};
    put_message(event, bounded_message(finding.message));
    event["at"] = finding.frames;
    if (finding.leaked.count != 0) event["leaked"] = {finding.leaked.count, finding.leaked.bytes};
    return event;
}

void Context::report(HostFinding finding) {
    if (!recorder.records()) {
        fmt::print(stderr, "warpscope: {}: {}\n", finding.kind, finding.message);
        return;
    }
    if (finding.frames.empty()) finding.frames = frames_here();
    write_finding(event_of(finding), fmt::format("{} {}", finding.kind, fmt::join(finding.frames, " ")));
}

void Context::wait_for_all() {
    streams.wait_for_all();
    settle();
}

void Context::settle() {
    unfinished.settle(streams.known_to_host());
    unwritten_reads.protect_again();
}

void Context::report_allocation(const Allocated& made) {
    constexpr uint32_t max_named = 10000;
    if (!recorder.records() || made.number > max_named) return;
    recorder.write_line(fmt::format(R"({{"event":"allocation","number":{},"bytes":{},"kind":"{}","at":[{}]}})",
                                    made.number, made.bytes, name_of(made.kind), fmt::join(made.frames, ",")));
}

void Context::report_operation(const Operation& operation) {
    constexpr uint64_t max_listed = 100'000;
    if (!recorder.records() || ++operations_ > max_listed) return;
    // Avoids costly JSON trees.
    std::pair<Operation, Frames> reported{operation, frames_here()};
    uint64_t& shape = operation_shapes_[reported];
    fmt::memory_buffer line;
    const auto add = [&](fmt::format_string<std::string> text, const std::string& value) {
        if (!value.empty()) fmt::format_to(std::back_inserter(line), text, json_string(value));
    };
    if (shape != 0) {
        fmt::format_to(std::back_inserter(line), FMT_COMPILE(R"({{"event":"again","like":{}}})"), shape);
    } else {
        shape = recorder.new_shape();
        fmt::format_to(std::back_inserter(line), R"({{"event":"{}","bytes":{},"at":[{}])", operation.kind,
                       operation.bytes, fmt::join(reported.second, ","));
        if (operation.stream) fmt::format_to(std::back_inserter(line), R"(,"stream":{})", *operation.stream);
        add(R"(,"from":{})", operation.from);
        add(R"(,"to":{})", operation.to);
        fmt::format_to(std::back_inserter(line), R"(,"shape":{}}})", shape);
    }
    recorder.write_line({line.data(), line.size()});
}

Error Context::unsupported(const char* call) {
    report({"unsupported_call", "error", msg("{} is not supported here; it returned cudaErrorNotSupported", call), {}});
    return not_supported;
}

void Context::reset() {
    wait_for_all();
    if (allocations_) {
        std::vector<uint64_t> all;
        for (const auto& [address, allocated] : allocations_->live()) {
            if (allocated.number == 0) continue;
            unwritten_reads.forget(address, allocated.end());
            all.push_back(address);
        }
        for (const uint64_t address : all) allocations_->release(address);
        registered.clear(*allocations_->memory());
        forget_arrays();
        forget_textures(*this);
    }
    sticky_ = success;
    kernel_error_is_seen_ = false;
}

void Context::report_leaks() {
    if (!allocations_) return;
    struct Leak {
        const Allocated* first = nullptr;
        uint64_t count = 0, bytes = 0;
    };
    std::map<Frames, Leak> leaks;
    for (const auto& [address, allocated] : allocations_->live()) {
        if (allocated.number == 0 || allocated.free_tried || allocated.kind == MemoryKind::registered) continue;
        Leak& leak = leaks[allocated.frames];
        if (leak.count++ == 0) leak.first = &allocated;
        leak.bytes += allocated.bytes;
    }
    for (const auto& [frames, leak] : leaks) {
        const Leaked leaked{leak.count, leak.bytes};
        report({"leak", "note", leak_message(warpscope::quoted(allocations_->name_of(*leak.first)), leaked), frames,
                leaked});
    }
}

std::vector<HostFinding> Context::unseen_findings() const {
    std::vector<HostFinding> findings;
    std::set<std::pair<int, Frames>> said;
    for (const Unseen& unseen : unseen_) {
        if (unseen.error == not_supported) continue;
        if (!said.insert({unseen.error, unseen.frames}).second) continue;
        const std::string name = error_name(unseen.error), text = error_text(unseen.error);
        const Message message =
            unseen.is_of_kernel
                ? msg("{} failed with {} ({}), caused by an earlier kernel, and the program did not check it",
                      unseen.call, name, text)
            : unseen.may_be_seen
                ? msg("{} failed with {} ({}); it is not known whether the program checked the result", unseen.call,
                      name, text)
                : msg("{} failed with {} ({}), and the program did not check it", unseen.call, name, text);
        findings.push_back({"unchecked_error", unseen.may_be_seen ? "note" : "error", message, unseen.frames});
    }
    return findings;
}

void Context::finish() {
    report_leaks();
    for (HostFinding& finding : unseen_findings()) report(std::move(finding));
    if (recorder.records()) recorder.write(Json{{"event", "end"}, {"launches", launches_}});
}

} // namespace warpscope::runtime
