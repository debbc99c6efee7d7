#include "replay/recording.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "replay/orders.hpp"

namespace warpscope::replay {
namespace {

/// Relative tolerance for rounding differences.
constexpr double last_digits = 1e-5;

uint32_t slot_bytes(ptx::Type type) {
    const uint32_t bytes = ptx::size_of(type);
    return type == ptx::Type::pred ? 0 : std::clamp(bytes, 2u, 8u);
}

FrameLayout layout_of(const ptx::Function& function) {
    FrameLayout layout;
    const auto add = [&](uint32_t bytes) {
        layout.registers.push_back({layout.bytes, bytes});
        layout.bytes += bytes == 0 ? sizeof(simt::LaneMask) : bytes * warp_size;
    };
    for (const ptx::RegisterDecl& reg : function.registers) add(slot_bytes(reg.type));
    add(8);
    return layout;
}

bool has_race(const Recording::Contents& contents) {
    return std::ranges::any_of(contents.measured->launches(), [](const metrics::LaunchMeasurement& launch) {
        return std::ranges::any_of(launch.findings, depends_on_order);
    });
}

std::string without_place(const Recording::Contents& contents) {
    const SteppedProgram& stepped = *contents.stepped;
    const std::vector<std::string> kernels = stepped.program->kernel_names();
    const auto& functions = stepped.program->module().functions;
    const auto kernel = std::ranges::find(functions, kernels[contents.kernel], &ptx::Function::name);
    if (kernel == functions.end() || stepped.variables.empty()) return {};
    const auto& variables = stepped.variables.functions[static_cast<size_t>(kernel - functions.begin())];
    std::vector<std::string> names;
    for (const ptx::debug::Variable& variable : variables) {
        const auto kind = stepped.variables.types[variable.type].kind;
        const bool is_number = kind == ptx::debug::TypeKind::boolean || kind == ptx::debug::TypeKind::character ||
                               kind == ptx::debug::TypeKind::signed_integer ||
                               kind == ptx::debug::TypeKind::unsigned_integer || kind == ptx::debug::TypeKind::floating;
        const auto has_place = [&](const ptx::debug::Variable& other) {
            return other.name == variable.name && !other.places.empty();
        };
        if (is_number && std::ranges::none_of(variables, has_place) &&
            std::ranges::find(stepped.declared, variable.name, &DeclaredArray::name) == stepped.declared.end() &&
            std::ranges::find(names, variable.name) == names.end())
            names.push_back(variable.name);
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

} // namespace

SteppedProgram stepped_program(std::shared_ptr<const simt::Program> program, ptx::debug::DebugInfo variables) {
    SteppedProgram out;
    for (const ptx::Function& function : program->module().functions) out.layouts.push_back(layout_of(function));
    out.program = std::move(program);
    out.variables = std::move(variables);
    return out;
}

uint64_t Recording::records_before(uint64_t step) const {
    return step < c_.steps.size() ? c_.steps[step].first_record : record_count();
}

uint32_t Recording::step_of(uint64_t record) const {
    const auto after = std::ranges::upper_bound(c_.steps, record, {}, &Step::first_record);
    return after == c_.steps.begin() ? 0 : static_cast<uint32_t>(after - c_.steps.begin()) - 1;
}

std::vector<Message> Recording::notes() const {
    std::vector<Message> notes;
    if (c_.order)
        notes.push_back(msg("tried order: {}", order_name(*c_.order)));
    else if (c_.whole_launch)
        notes.push_back(msg("the block depends on others: replayed within the whole launch"));
    if (c_.is_beginning)
        notes.push_back(msg("the beginning: the rest of the block is still being recorded"));
    else if (c_.cut_off)
        notes.push_back(msg("the recording is full: it ends at step {} of a longer block", c_.steps.size()));
    if (c_.differing_cells == not_compared)
        notes.push_back(msg("not compared with the measured run: a later launch follows"));
    else if (c_.differing_cells != 0 && c_.largest_difference < last_digits)
        notes.push_back(msg("last digits differ from the measured run in {} cells (by up to {})", c_.differing_cells,
                            fmt::format("{:.1g}", c_.largest_difference)));
    else if (c_.differing_cells != 0)
        notes.push_back(
            c_.largest_difference < 1
                ? msg("cells of the block that differ from the measured run: {}, by at most {} of their value; the "
                      "first is {}",
                      c_.differing_cells, fmt::format("{:.1g}", c_.largest_difference), c_.first_difference)
            : has_race(c_) ? msg("in this step-by-step run, {} cells of the block have different values than in the "
                                 "measured run (the kernel has a race); the first is {}",
                                 c_.differing_cells, c_.first_difference)
                           : msg("in this step-by-step run, {} cells of the block have different values than in the "
                                 "measured run; the first is {}",
                                 c_.differing_cells, c_.first_difference));
    if (c_.unstored_cells != 0)
        notes.push_back(msg("{} of the cells that the block stores in the measured run are not stored here, "
                            "first {}",
                            c_.unstored_cells, c_.first_unstored));
    if (const std::string names = without_place(c_); !names.empty())
        notes.push_back(msg("the compiler does not say where these variables are: {}", names));
    return notes;
}

State Recording::state_at(uint64_t step) const {
    State state = c_.kept.front();
    move(state, records_before(step));
    return state;
}

void Recording::move(State& state, uint64_t record) const {
    const auto away = [record](const State& from) {
        return from.records > record ? from.records - record : record - from.records;
    };
    const auto nearest = std::ranges::min_element(c_.kept, {}, [&](const State& kept) { return away(kept); });
    if (state.frames.size() != c_.kept.front().frames.size() || away(*nearest) + (uint64_t{1} << 14) < away(state))
        state = *nearest;
    while (state.records < record) apply_record(state.records++, true, state);
    while (state.records > record) apply_record(--state.records, false, state);
}

void Recording::visit(uint64_t record, const std::function<void(const Change&)>& visit) const {
    Change change;
    for (uint64_t offset = c_.records[record].changes; offset < c_.records[record + 1].changes;) {
        c_.log.read(offset, change);
        visit(change);
    }
}

void Recording::apply_record(uint64_t record, bool forwards, State& state) const {
    const Record& own = c_.records[record];
    const uint32_t function = program().instructions()[own.pc].function;
    const FrameLayout& layout = c_.stepped->layouts[function];
    Change change;
    for (uint64_t offset = own.changes; offset < c_.records[record + 1].changes;) {
        c_.log.read(offset, change);
        apply(change, own.warp, own.depth, function, layout, forwards, state);
    }
}

std::optional<uint8_t> Recording::byte_at(const State& state, const MemoryAddress& at) const {
    const auto initial = c_.initial.find(at.page());
    if (initial == c_.initial.end() || !initial->second.known[at.in_page()]) return std::nullopt;
    const auto changed = state.pages.find(at.page());
    const uint8_t difference = changed == state.pages.end() ? uint8_t{0} : changed->second.difference[at.in_page()];
    return static_cast<uint8_t>(initial->second.bytes[at.in_page()] ^ difference);
}

uint32_t Recording::writes_to(const State& state, const MemoryAddress& at) const {
    const auto changed = state.pages.find(at.page());
    return changed == state.pages.end() ? 0 : changed->second.writes[at.in_page()];
}

} // namespace warpscope::replay
