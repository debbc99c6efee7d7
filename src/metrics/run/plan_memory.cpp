#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <utility>

#include "base/kept_memory.hpp"
#include "base/plan/devices.hpp"
#include "metrics/run/check_registry.hpp"
#include "metrics/run/measured_plan.hpp"

namespace warpscope::metrics {
namespace {

using Done = tl::expected<void, Diagnostic>;

/// Maximum size of kept memory. Counts the full size of each copy.
constexpr uint64_t kept_memory_bytes = kept_limit(uint64_t{256} << 20);

} // namespace

Done MeasuredPlan::place_buffers() {
    for (const PlannedBuffer& buffer : plan_.buffers) {
        const BufferLayout& layout = buffer.layout;
        if (layout.cell_bytes() == 0 || layout.cell_bytes() > std::numeric_limits<uint16_t>::max())
            return fail(ErrorKind::usage, msg("buffer '{}' has cells of {} bytes; 1 to 65535 are possible", layout.name,
                                              layout.cell_bytes()));
        if (buffer.initial && buffer.initial->size() != layout.bytes())
            return fail(ErrorKind::usage, msg("buffer '{}' is {} bytes long but its contents are {}", layout.name,
                                              layout.bytes(), buffer.initial->size()));
        device_bytes_ += layout.bytes();
    }
    if (auto why = division_error(plan_)) return fail(ErrorKind::usage, std::move(*why));
    may_be_stored_.assign(plan_.buffers.size(), !options_.maps);
    for (const PlannedCopy& copy : plan_.copies) may_be_stored_[copy.to.buffer] = true;
    auto device = fresh_device(program_);
    if (!device) return tl::unexpected(std::move(device.error()));
    device_.emplace(std::move(*device));
    std::vector<PlacedBuffer> placed;
    for (uint32_t i = 0; i < plan_.buffers.size(); ++i) {
        const BufferLayout& layout = plan_.buffers[i].layout;
        placed.push_back({i, device_->memory().allocations()[i].begin, layout.shape.cells(), layout.shape,
                          plan_.buffers[i].role, CellDivider(layout.cell_bytes()), layout.channels, layout.padding});
    }
    buffers_ = std::make_shared<const BufferTable>(std::move(placed));
    checks_ = std::make_shared<const CheckList>(all_checks({program_, options_, &plan_}));
    if (std::ranges::any_of(*checks_, [](const auto& check) { return check->needs_written_bytes(); })) {
        std::vector<WrittenBytes::Undefined> undefined;
        for (uint32_t i = 0; i < plan_.buffers.size(); ++i)
            if (!plan_.buffers[i].initial) undefined.push_back({i, size_of(plan_.buffers[i].layout.type)});
        if (const auto heap = device_->heap_allocation()) undefined.push_back({*heap, sizeof(uint64_t)});
        written_ = std::make_shared<WrittenBytes>(device_->memory().allocations(), undefined);
    }
    return {};
}

Result<simt::Device> MeasuredPlan::fresh_device(const std::shared_ptr<const simt::Program>& program) const {
    simt::GlobalMemory memory;
    for (const PlannedBuffer& buffer : plan_.buffers) {
        const Result<uint32_t> allocation = memory.allocate(buffer.layout.name, buffer.layout.bytes());
        if (!allocation) return tl::unexpected(allocation.error());
        if (!buffer.initial) continue;
        if (buffer.role == BufferRole::input)
            memory.upload_shared(*allocation, *buffer.initial);
        else // copied now, because the kernel would copy it page by page
            memory.upload(*allocation, 0, *buffer.initial);
    }
    for (const PlannedTexture& planned : plan_.textures) {
        const BufferLayout& layout = plan_.buffers[planned.buffer].layout;
        const auto texture = simt::texture_over(layout, memory.allocations()[planned.buffer].begin, planned.settings);
        if (!texture) return fail(ErrorKind::usage, msg("'{}' cannot be a texture", layout.name));
        if (const auto fault = simt::fault_of(*texture))
            return fail(ErrorKind::usage, msg("texture '{}': {}", planned.name, simt::message_of(*fault)));
        (void)memory.textures().add(*texture);
    }
    std::vector<simt::Device::Placed> placed;
    for (const PlannedSymbol& symbol : plan_.symbols)
        if (symbol.buffer) placed.push_back({symbol.name, *symbol.buffer});
    auto device = simt::Device::create(program, std::move(memory), placed);
    if (!device) return device;
    for (const PlannedSymbol& symbol : plan_.symbols) {
        const auto allocation = device->symbol(symbol.name);
        if (!allocation)
            return fail(ErrorKind::failed,
                        msg("the kernel's module has no variable '{}', or more than one", symbol.name),
                        msg("declare it as __constant__ or __device__ and use it in the kernel, because unused "
                            "variables are omitted; if several variables have this name, add the namespace"));
        const ptx::Variable* const variable = program->module().find_variable(symbol.name);
        if (symbol.buffer) {
            const uint64_t bytes = plan_.buffers[*symbol.buffer].layout.bytes();
            if (bytes != variable->bytes)
                return fail(ErrorKind::usage,
                            msg("the variable '{}' has {} bytes, but its buffer '{}' has {}", symbol.name,
                                variable->bytes, plan_.buffers[*symbol.buffer].layout.name, bytes),
                            msg("the buffer must cover the whole variable"));
            continue;
        }
        const uint64_t room = device->memory().allocations()[*allocation].bytes;
        if (symbol.contents->size() > room)
            return fail(ErrorKind::failed,
                        msg("'{}' holds {} bytes; {} were to be written", symbol.name, room, symbol.contents->size()));
        device->memory().upload(*allocation, 0, *symbol.contents);
    }
    copy_parts(device->memory(), 0);
    return device;
}

void MeasuredPlan::copy_parts(simt::GlobalMemory& memory, uint32_t before_launch) const {
    for (const PlannedCopy& copy : plan_.copies) {
        if (copy.before != before_launch) continue;
        const std::byte* const from = memory.host(memory.allocations()[copy.from.buffer].begin) + copy.from.offset;
        std::byte* const to = memory.host(memory.allocations()[copy.to.buffer].begin) + copy.to.offset;
        std::memmove(to, from, copy.bytes);
    }
}

void MeasuredPlan::mark_copied(uint32_t before_launch) {
    if (!written_) return;
    const auto address = [&](const PlannedCopy::End& end) {
        return device_->memory().allocations()[end.buffer].begin + end.offset;
    };
    for (const PlannedCopy& copy : plan_.copies)
        if (copy.before == before_launch)
            written_->copy(copy.to.buffer, address(copy.to), copy.from.buffer, address(copy.from), copy.bytes);
}

void MeasuredPlan::keep_memory() {
    if (before_.empty()) { // fresh_device() recreates the first launch's memory
        before_.emplace_back();
        return;
    }
    before_.push_back(KeptDevice{simt::SavedMemory(device_->memory()), device_->heap()});
    const uint64_t max = std::max<uint64_t>(1, kept_memory_bytes / std::max<uint64_t>(1, device_bytes_));
    if (before_.size() > max) before_[before_.size() - 1 - max].reset();
}

Result<simt::Device> MeasuredPlan::device_before(uint32_t launch) const {
    if (live_before_) {
        auto device = device_->fork_on_write(live_before_->heap);
        if (device) live_before_->pages.restore(device->memory());
        return device;
    }
    if (is_live_) return fail(ErrorKind::environment, msg("the memory before the launch was not kept"));
    if (launch != 0 && !before_[launch])
        return fail(ErrorKind::failed, msg("the memory before launch {} was not kept", launch),
                    msg("look at a later launch, or run a plan with fewer or smaller launches"));
    auto device = fresh_device(program_);
    if (!device || launch == 0) return device;
    before_[launch]->memory.restore(device->memory());
    device->set_heap(before_[launch]->heap);
    return device;
}

Result<simt::Device> MeasuredPlan::device_before(uint32_t launch,
                                                 const std::shared_ptr<const simt::Program>& program) const {
    if (program == program_) return device_before(launch);
    auto device = fresh_device(program);
    if (!device || launch == 0) return device;
    if (!before_[launch]) return device_before(launch); // reports the reason
    const auto copy = [&](uint32_t from, uint32_t to) {
        const std::vector<std::byte> bytes = before_[launch]->memory.contents(from);
        if (bytes.size() == device->memory().allocations()[to].bytes) device->memory().upload(to, 0, bytes);
    };
    for (uint32_t i = 0; i < plan_.buffers.size(); ++i) copy(i, i);
    for (const ptx::Variable& variable : program_->module().variables) {
        const auto from = device_->symbol(variable.name), to = device->symbol(variable.name);
        if (from && to) copy(*from, *to);
    }
    return device;
}

void MeasuredPlan::take_contents() {
    for (uint32_t i = 0; i < plan_.buffers.size(); ++i) {
        const SharedBytes& initial = plan_.buffers[i].initial;
        const std::byte* const now = device_->memory().host(buffers_->buffers()[i].begin);
        const bool unchanged =
            initial && (!may_be_stored_[i] || std::memcmp(initial->data(), now, initial->size()) == 0);
        contents_.push_back(unchanged ? initial : buffer(i).bytes);
        device_->memory().discard(i);
    }
}

std::optional<BufferElement> MeasuredPlan::element(uint64_t address) const {
    const auto allocation = device_->memory().nearest(address);
    const auto buffer = allocation ? buffers_->in_allocation(*allocation) : std::nullopt;
    if (!buffer) return std::nullopt;
    const BufferLayout& layout = plan_.buffers[*buffer].layout;
    const auto offset = static_cast<int64_t>(address - buffers_->buffers()[*buffer].begin);
    const int64_t bytes = size_of(layout.type);
    const int64_t index = offset / bytes - (offset % bytes < 0 ? 1 : 0);
    return BufferElement{*buffer, index, index >= 0 && static_cast<uint64_t>(index) < layout.elements()};
}

HostBuffer MeasuredPlan::buffer(uint32_t index) const {
    const BufferLayout& layout = plan_.buffers[index].layout;
    if (index < contents_.size()) return {layout, contents_[index]};
    const std::byte* const now = std::as_const(*device_).memory().host(buffers_->buffers()[index].begin);
    return {layout, std::make_shared<const Bytes>(now, now + layout.bytes())};
}

} // namespace warpscope::metrics
