#include "gpu/team.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <numeric>

#include "gpu/launch.hpp"
#include "gpu/module.hpp"
#include "gpu/owners.hpp"

namespace warpscope::gpu {
namespace {

struct Member {
    int gpu = 0;
    std::shared_ptr<const Module> module;
    std::vector<DeviceBuffer> parts; // parts on this GPU, by plan buffer; may be empty
    std::vector<void*> addresses;    // by plan buffer: where the whole buffer would begin
    Stream compute, copy;
    Event base; // recorded at the run's start
};

struct StepEvents {
    Event begin, end;
};

class Team {
public:
    Team(Runtime& runtime, const ExecutionPlan& plan, const TeamOptions& options)
        : runtime_(runtime)
        , plan_(plan)
        , streams_(options.streams)
        , steps_(steps_of(plan, options.streams)) {}

    Result<void> prepare(const std::vector<DeviceStatus>& gpus, const std::string& ptx) {
        std::map<int, std::shared_ptr<const Module>> modules;
        for (uint32_t device = 0; device < plan_.devices; ++device) {
            const DeviceStatus& gpu = gpus[device % gpus.size()];
            if (auto used = use(gpu.device); !used) return used;
            if (!modules.contains(gpu.device)) {
                auto module = Module::load(runtime_, ptx, gpu.driver_version);
                if (!module) return tl::unexpected(module.error());
                if (auto legal = validate(runtime_, **module, plan_, gpu); !legal) return legal;
                modules.emplace(gpu.device, std::move(*module));
            }
            members_.emplace_back();
            members_.back().gpu = gpu.device;
            members_.back().module = modules[gpu.device];
            if (auto made = allocate(members_.back(), device); !made) return made;
        }
        if (auto allowed = allow_access(modules); !allowed) return allowed;
        for (const Step& step : steps_) {
            if (auto used = use(members_[step.device].gpu); !used) return used;
            auto begin = Event::create(runtime_), end = Event::create(runtime_);
            if (!begin) return tl::unexpected(begin.error());
            if (!end) return tl::unexpected(end.error());
            events_.push_back({std::move(*begin), std::move(*end)});
        }
        return {};
    }

    Result<void> reset() {
        for (uint32_t device = 0; device < members_.size(); ++device) {
            Member& member = members_[device];
            if (auto used = use(member.gpu); !used) return used;
            for (size_t i = 0; i < plan_.buffers.size(); ++i) {
                const ByteRange range = part_of(plan_.buffers[i], device);
                if (range.bytes() == 0) continue;
                const SharedBytes& initial = plan_.buffers[i].initial;
                void* const memory = member.parts[i].address();
                const Code error = initial ? runtime_.copy_to_device(memory, initial->data() + range.begin,
                                                                     range.bytes(), member.compute.handle())
                                           : runtime_.fill(memory, static_cast<uint8_t>(undefined_byte), range.bytes(),
                                                           member.compute.handle());
                if (auto done = check(runtime_, error, msg("copying a part of a buffer to its GPU")); !done)
                    return done;
            }
        }
        return wait();
    }

    Result<double> run() {
        if (auto begun = begin(); !begun) return tl::unexpected(begun.error());
        for (size_t i = 0; i < steps_.size(); ++i)
            if (auto queued = queue(i); !queued) return tl::unexpected(queued.error());
        if (auto ended = wait(); !ended) return tl::unexpected(ended.error());
        times_.clear();
        double last = 0;
        for (size_t i = 0; i < steps_.size(); ++i) {
            const Member& member = members_[steps_[i].device];
            if (auto used = use(member.gpu); !used) return tl::unexpected(used.error());
            float from = 0, to = 0;
            Code error = runtime_.elapsed_ms(member.base.handle(), events_[i].begin.handle(), from);
            if (error == code::success) error = runtime_.elapsed_ms(member.base.handle(), events_[i].end.handle(), to);
            if (auto asked = check(runtime_, error, msg("asking when a step ended")); !asked)
                return tl::unexpected(asked.error());
            times_.push_back({from, to});
            last = std::max(last, static_cast<double>(to));
        }
        return last;
    }

    Result<std::vector<HostBuffer>> read() {
        std::vector<HostBuffer> out;
        for (size_t i = 0; i < plan_.buffers.size(); ++i) {
            auto bytes = std::make_shared<Bytes>(plan_.buffers[i].layout.bytes());
            for (uint32_t device = 0; device < members_.size(); ++device) {
                const ByteRange range = part_of(plan_.buffers[i], device);
                if (range.bytes() == 0) continue;
                if (auto used = use(members_[device].gpu); !used) return tl::unexpected(used.error());
                const Code error =
                    runtime_.copy_to_host(bytes->data() + range.begin, members_[device].parts[i].address(),
                                          range.bytes(), members_[device].compute.handle());
                if (auto done = check(runtime_, error, msg("copying a part of a buffer from its GPU")); !done)
                    return tl::unexpected(done.error());
            }
            out.push_back({plan_.buffers[i].layout, std::move(bytes)});
        }
        if (auto done = wait(); !done) return tl::unexpected(done.error());
        return out;
    }

    [[nodiscard]] const std::vector<StepTime>& times() const { return times_; }

    void describe(const std::vector<DeviceStatus>& gpus, TeamRun& out) const {
        out.steps = steps_;
        for (const Member& member : members_) out.gpu_of_device.push_back(member.gpu);
        for (const DeviceStatus& gpu : gpus) {
            const auto number = static_cast<size_t>(gpu.device);
            if (out.gpus.size() <= number) out.gpus.resize(number + 1);
            if (std::ranges::find(out.gpu_of_device, gpu.device) != out.gpu_of_device.end())
                out.gpus[number] = gpu.name;
        }
        for (const PlannedCopy& copy : plan_.copies) {
            const int from = members_[copy.from.device].gpu, to = members_[copy.to.device].gpu;
            if (from == to) continue;
            (direct_.at({to, from}) ? out.peer_copies : out.host_copies) += 1;
        }
    }

private:
    Result<void> use(int gpu) { return check(runtime_, runtime_.use_device(gpu), msg("choosing a GPU")); }

    Result<void> allocate(Member& member, uint32_t device) {
        for (const PlannedBuffer& buffer : plan_.buffers) {
            const ByteRange range = part_of(buffer, device);
            DeviceBuffer part;
            if (range.bytes() != 0) {
                auto made = DeviceBuffer::create(runtime_, range.bytes());
                if (!made) return tl::unexpected(made.error());
                part = std::move(*made);
            }
            const auto begin = reinterpret_cast<uintptr_t>(part.address()) - range.begin;
            member.addresses.push_back(range.bytes() != 0 ? reinterpret_cast<void*>(begin) : nullptr);
            member.parts.push_back(std::move(part));
        }
        auto compute = Stream::create(runtime_), copy = Stream::create(runtime_);
        auto base = Event::create(runtime_);
        if (!compute) return tl::unexpected(compute.error());
        if (!copy) return tl::unexpected(copy.error());
        if (!base) return tl::unexpected(base.error());
        member.compute = std::move(*compute);
        member.copy = std::move(*copy);
        member.base = std::move(*base);
        return {};
    }

    Result<void> allow_access(const std::map<int, std::shared_ptr<const Module>>& gpus) {
        for (const auto& [gpu, mine] : gpus)
            for (const auto& [other, theirs] : gpus) {
                if (gpu == other) continue;
                bool can = false;
                if (auto asked = check(runtime_, runtime_.can_access(gpu, other, can), msg("asking for peer access"));
                    !asked)
                    return asked;
                direct_[{gpu, other}] = can;
                if (!can) continue;
                if (auto used = use(gpu); !used) return used;
                if (auto done = check(runtime_, runtime_.allow_access(other), msg("allowing peer access")); !done)
                    return done;
            }
        return {};
    }

    Result<void> begin() {
        const EventHandle start = members_.front().base.handle();
        for (Member& member : members_) {
            if (auto used = use(member.gpu); !used) return used;
            Code error = code::success;
            if (&member != &members_.front()) error = runtime_.wait_for(member.compute.handle(), start);
            if (error == code::success) error = runtime_.record(member.base.handle(), member.compute.handle());
            if (error == code::success) error = runtime_.wait_for(member.copy.handle(), member.base.handle());
            if (auto done = check(runtime_, error, msg("starting the GPUs together")); !done) return done;
        }
        return {};
    }

    [[nodiscard]] StreamHandle stream_of(const Step& step) const {
        const Member& member = members_[step.device];
        const bool aside = step.kind == Step::Kind::copy && streams_ == Streams::two;
        return (aside ? member.copy : member.compute).handle();
    }

    Result<void> queue(size_t number) {
        const Step& step = steps_[number];
        const StreamHandle stream = stream_of(step);
        if (auto used = use(members_[step.device].gpu); !used) return used;
        for (const uint32_t before : step.after) {
            if (stream_of(steps_[before]).value == stream.value && steps_[before].device == step.device) continue;
            if (auto waits = check(runtime_, runtime_.wait_for(stream, events_[before].end.handle()),
                                   msg("having one stream wait for another"));
                !waits)
                return waits;
        }
        Code error = runtime_.record(events_[number].begin.handle(), stream);
        if (auto recorded = check(runtime_, error, msg("timing a step")); !recorded) return recorded;
        if (auto done = step.kind == Step::Kind::copy ? copy(step, stream) : launch(step, stream); !done) return done;
        return check(runtime_, runtime_.record(events_[number].end.handle(), stream), msg("timing a step"));
    }

    Result<void> copy(const Step& step, StreamHandle stream) {
        const PlannedCopy& planned = plan_.copies[step.index];
        const auto address = [&](const PlannedCopy::End& end) {
            return reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(members_[end.device].addresses[end.buffer]) +
                                           end.offset);
        };
        const int from = members_[planned.from.device].gpu, to = members_[planned.to.device].gpu;
        const Code error =
            from == to
                ? runtime_.copy_on_device(address(planned.to), address(planned.from), planned.bytes, stream)
                : runtime_.copy_between(address(planned.to), to, address(planned.from), from, planned.bytes, stream);
        return check(runtime_, error, msg("copying rows from one device to another"));
    }

    Result<void> launch(const Step& step, StreamHandle stream) {
        const PlannedLaunch& planned = plan_.launches[step.index];
        const Member& member = members_[step.device];
        const auto kernel = member.module->kernel(planned.kernel);
        if (!kernel) return tl::unexpected(kernel.error());
        auto packed = PackedArguments::pack(**kernel, planned.arguments, member.addresses, {});
        if (!packed) return tl::unexpected(packed.error());
        const Code error = runtime_.launch((*kernel)->handle, planned.config, packed->pointers().data(), stream);
        return check(runtime_, error, msg("launching kernel {}", planned.kernel));
    }

    Result<void> wait() {
        for (const Member& member : members_) {
            if (auto used = use(member.gpu); !used) return used;
            for (const Stream* stream : {&member.compute, &member.copy})
                if (auto ended =
                        check(runtime_, runtime_.wait(stream->handle()), msg("running the plan on several GPUs"));
                    !ended)
                    return ended;
        }
        return {};
    }

    Runtime& runtime_;
    const ExecutionPlan& plan_;
    Streams streams_;
    std::vector<Step> steps_;
    std::vector<Member> members_;
    std::vector<StepEvents> events_;
    std::vector<StepTime> times_;
    std::map<std::pair<int, int>, bool> direct_; // whether the first GPU can access the second
};

} // namespace

Result<TeamRun> run_team(Runtime& runtime, const std::vector<DeviceStatus>& gpus, const std::string& ptx,
                         const ExecutionPlan& plan, const TeamOptions& options) {
    if (gpus.empty()) return fail(ErrorKind::environment, msg("There is no GPU to run on."));
    if (!plan.textures.empty() || !plan.symbols.empty())
        return fail(ErrorKind::usage, msg("Plans with textures or variables run on one GPU only."));
    if (auto why = division_error(plan)) return fail(ErrorKind::usage, std::move(*why));
    Team team(runtime, plan, options);
    if (auto ready = team.prepare(gpus, ptx); !ready) return tl::unexpected(ready.error());
    TeamRun out;
    team.describe(gpus, out);
    std::vector<std::vector<StepTime>> times;
    for (uint32_t run = 0; run < std::max(1u, options.repeats); ++run) {
        if (auto reset = team.reset(); !reset) return tl::unexpected(reset.error());
        const auto ran = team.run();
        if (!ran) return tl::unexpected(ran.error());
        out.runs_ms.push_back(*ran);
        times.push_back(team.times());
        if (run != 0) continue;
        auto buffers = team.read();
        if (!buffers) return tl::unexpected(buffers.error());
        out.buffers = std::move(*buffers);
    }
    std::vector<size_t> order(out.runs_ms.size());
    std::iota(order.begin(), order.end(), size_t{0});
    const auto middle = order.begin() + static_cast<ptrdiff_t>(order.size() / 2);
    std::ranges::nth_element(order, middle, {}, [&](size_t run) { return out.runs_ms[run]; });
    out.median_ms = out.runs_ms[*middle];
    out.times = std::move(times[*middle]);
    return out;
}

} // namespace warpscope::gpu
