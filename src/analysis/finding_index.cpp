#include "analysis/finding_index.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/symbol_name.hpp"
#include "base/text.hpp"
#include "metrics/finding_location.hpp"
#include "metrics/trace/bank_conflicts.hpp"
#include "metrics/trace/traced_arrays.hpp"
#include "metrics/values/instructions.hpp"
#include "session/shared_extents.hpp"
#include "source/subscripts.hpp"

namespace warpscope::analysis {
namespace {

using source::ArrayKind;
using source::KernelText;
using source::Subscript;
using source::SubscriptUse;

/// Distance from a buffer in elements. A more distant access may belong to another buffer.
constexpr int64_t far_away = 1 << 20;

SubscriptUse use_of(const session::RunResult& result, uint32_t pc) {
    const metrics::Instructions instructions(result.measured->program().module());
    const std::string_view mnemonic = ptx::mnemonic_of(instructions.at(pc));
    if (mnemonic.starts_with("ld")) return SubscriptUse::load;
    return mnemonic.starts_with("st") ? SubscriptUse::store : SubscriptUse::atomic;
}

struct Parameter {
    const source::KernelParameter* written = nullptr;
    const Argument* given = nullptr;
};

Parameter parameter(const KernelText& text, const PlannedLaunch& launch, std::string_view name) {
    for (size_t i = 0; i < std::min(text.parameters.size(), launch.arguments.size()); ++i)
        if (text.parameters[i].name == name) return {&text.parameters[i], &launch.arguments[i]};
    return {};
}

std::optional<int64_t> whole(double value) {
    if (value != std::floor(value) || std::abs(value) > 1e15) return std::nullopt;
    return static_cast<int64_t>(value);
}

std::optional<int64_t> component(const Dim3& index, std::string_view axis) {
    if (axis == "x") return index.x;
    if (axis == "y") return index.y;
    if (axis == "z") return index.z;
    return std::nullopt;
}

/// Known values of names in an index: threadIdx and the like, parameters and constants
class Values {
public:
    Values(const session::RunResult& result, const simt::Finding& finding, const KernelText& text)
        : result_(result)
        , finding_(finding)
        , text_(text)
        , launch_(result.prepared.plan.launches[finding.launch]) {}

    [[nodiscard]] std::vector<std::pair<std::string, int64_t>> of(const Subscript& subscript) const {
        std::vector<std::pair<std::string, int64_t>> out;
        const source::Tokens& w = subscript.words;
        for (size_t i = 0; i < w.size(); ++i) {
            if (!w[i].is_word() || (i > 0 && w[i - 1].is("."))) continue;
            const bool member = i + 2 < w.size() && w[i + 1].is(".");
            const auto value = member ? builtin(w[i].text, w[i + 2].text) : named(w[i].text);
            if (!value) continue;
            std::string name(w[i].text);
            if (member) name += fmt::format(".{}", w[i + 2].text);
            if (std::none_of(out.begin(), out.end(), [&](const auto& one) { return one.first == name; }))
                out.emplace_back(std::move(name), *value);
        }
        return out;
    }

private:
    [[nodiscard]] std::optional<int64_t> builtin(std::string_view name, std::string_view axis) const {
        if (name == "threadIdx") return component(finding_.thread_index, axis);
        if (name == "blockIdx") return component(finding_.block_index, axis);
        if (name == "blockDim") return component(launch_.config.block, axis);
        if (name == "gridDim") return component(launch_.config.grid, axis);
        return std::nullopt;
    }

    [[nodiscard]] std::optional<int64_t> named(std::string_view name) const {
        if (source::is_changed(text_, name)) return std::nullopt;
        if (const Parameter found = parameter(text_, launch_, name); found.given != nullptr) {
            const auto* scalar = std::get_if<ScalarArgument>(found.given);
            return scalar != nullptr ? whole(scalar->value) : std::nullopt;
        }
        for (const catalog::Parameter& p : result_.variant().parameters) {
            if (!p.is_definition || p.name != name) continue;
            const auto set = result_.request.settings.values.find(p.name);
            return whole(set != result_.request.settings.values.end() ? set->second : p.initial);
        }
        return std::nullopt;
    }

    const session::RunResult& result_;
    const simt::Finding& finding_;
    const KernelText& text_;
    const PlannedLaunch& launch_;
};

const Subscript* only(const std::vector<const Subscript*>& all) { return all.size() == 1 ? all.front() : nullptr; }

const Subscript* in_buffer(const KernelText& text, const PlannedLaunch& launch, const std::vector<Subscript>& all,
                           const metrics::BufferElement& element, const BufferLayout& layout) {
    const int64_t beside =
        element.inside ? 0 : std::max(-element.index, element.index - static_cast<int64_t>(layout.elements()));
    std::vector<const Subscript*> meant;
    bool others = false;
    for (const Subscript& one : all) {
        const ArrayKind kind = source::kind_of_array(text, one.array);
        if (kind == ArrayKind::unknown) return nullptr;
        if (kind != ArrayKind::parameter) continue;
        const Parameter found = parameter(text, launch, one.array);
        const auto* buffer = found.given != nullptr ? std::get_if<BufferArgument>(found.given) : nullptr;
        if (buffer == nullptr) return nullptr;
        if (buffer->buffer == element.buffer)
            meant.push_back(&one);
        else
            others = true;
    }
    return others && beside > far_away ? nullptr : only(meant);
}

/// Returns the line's only subscript of a shared array. Ignores addresses, because an index past one array reaches the
/// next array.
const Subscript* in_shared(const KernelText& text, const std::vector<Subscript>& all) {
    std::vector<const Subscript*> meant;
    for (const Subscript& one : all) {
        const ArrayKind kind = source::kind_of_array(text, one.array);
        if (kind == ArrayKind::unknown) return nullptr;
        if (kind == ArrayKind::shared) meant.push_back(&one);
    }
    return only(meant);
}

std::span<const simt::SharedVariableInfo> shared_variables(const session::RunResult& result,
                                                           const simt::Finding& finding) {
    const simt::Program& program = result.measured->program();
    const auto kernel = program.find_kernel(result.prepared.plan.launches[finding.launch].kernel);
    if (!kernel) return {};
    return program.shared_variables(*kernel);
}

bool is_of_another(const session::RunResult& result, const simt::Finding& finding, std::string_view array) {
    if (finding.kind == simt::FindingKind::out_of_bounds) return false;
    const auto variables = shared_variables(result, finding);
    return std::ranges::any_of(variables, [&](const simt::SharedVariableInfo& variable) {
        return finding.address >= variable.offset && finding.address - variable.offset < variable.bytes &&
               plain_name(variable.name) != array;
    });
}

std::optional<int64_t> shared_index(const session::RunResult& result, const simt::Finding& finding,
                                    const KernelText& text, std::string_view array) {
    const uint32_t bytes = source::declared_element_bytes(text, array);
    if (bytes == 0) return std::nullopt;
    for (const simt::SharedVariableInfo& variable : shared_variables(result, finding)) {
        if (plain_name(variable.name) != array) continue;
        const int64_t offset = static_cast<int64_t>(finding.address) - variable.offset;
        return offset % bytes == 0 ? std::optional(offset / bytes) : std::nullopt;
    }
    return std::nullopt;
}

} // namespace

std::optional<FindingIndex> finding_index(const session::RunResult& result, const simt::Finding& finding) {
    const bool own = std::filesystem::path(finding.source.file).filename() == result.variant().source.filename();
    const ExecutionPlan& plan = result.prepared.plan;
    if (!own || finding.bytes == 0 || finding.launch >= plan.launches.size() ||
        finding.pc >= result.measured->program().instructions().size())
        return std::nullopt;
    const PlannedLaunch& launch = plan.launches[finding.launch];
    const auto text = source::read_kernel(result.source, launch.identifier());
    if (!text) return std::nullopt;
    const auto all = source::subscripts_at(*text, finding.source.line, use_of(result, finding.pc));
    const Subscript* meant = nullptr;
    FindingIndex out;
    if (finding.space == ptx::Space::shared) {
        meant = in_shared(*text, all);
        if (finding.kind != simt::FindingKind::out_of_bounds)
            out.element = session::shared_element(result, finding.launch, finding.address).value_or("");
        if (meant == nullptr && !out.element.empty()) {
            out.text = out.element;
            out.array = out.element.substr(0, out.element.find('['));
            return out;
        }
        if (meant == nullptr || is_of_another(result, finding, meant->array)) return std::nullopt;
        const uint32_t bytes = source::declared_element_bytes(*text, meant->array);
        if (bytes != 0 && bytes != finding.bytes) return std::nullopt;
        if (meant->indices.size() == 1) {
            out.value = shared_index(result, finding, *text, meant->array);
            if (std::ranges::count(out.element, '[') == 1) out.element.clear();
        }
    } else if (const auto element = metrics::element_of(*result.measured, finding)) {
        const BufferLayout& layout = plan.buffers[element->buffer].layout;
        meant = in_buffer(*text, launch, all, *element, layout);
        if (meant == nullptr) return std::nullopt;
        const uint32_t bytes = parameter(*text, launch, meant->array).written->element_bytes;
        // The compiler may combine loads of several elements, so the faulty element is unknown.
        if (bytes != 0 && bytes != finding.bytes) return std::nullopt;
        const bool same = bytes == size_of(layout.type) && finding.kind != simt::FindingKind::misaligned;
        if (same && meant->indices.size() == 1) {
            out.value = element->index;
            if (!element->inside) out.end = element->index < 0 ? 0 : static_cast<int64_t>(layout.elements()) - 1;
        }
    }
    if (meant == nullptr) return std::nullopt;
    out.text = meant->text;
    out.array = meant->array;
    out.known = Values(result, finding, *text).of(*meant);
    return out;
}

namespace {

/// Returns "out[i], here out[5]; the last element is out[4]; i = 5".
Message access_message(const FindingIndex& index) {
    const auto element = [&](int64_t at) { return fmt::format("{}[{}]", index.array, at); };
    Message out = Message::verbatim(index.text);
    if (index.value && element(*index.value) != index.text) out = msg("{}, here {}", out, element(*index.value));
    if (!index.element.empty() && index.element != index.text) out = msg("{}, here {}", out, index.element);
    if (index.end)
        out = *index.end == 0 && *index.value < 0 ? msg("{}; the first element is {}", out, element(*index.end))
                                                  : msg("{}; the last element is {}", out, element(*index.end));
    std::vector<std::string> values;
    for (const auto& [name, value] : index.known) values.push_back(fmt::format("{} = {}", name, value));
    return values.empty() ? out : msg("{}; {}", out, fmt::format("{}", fmt::join(values, ", ")));
}

} // namespace

Message sentence(const FindingIndex& index) { return msg("The access is {}", access_message(index)); }

Message finding_message(const session::RunResult& result, const simt::Finding& finding) {
    const auto index = finding_index(result, finding);
    if (!index) return metrics::finding_message(*result.measured, finding);
    const std::string element = !index->element.empty() ? index->element
                                : index->value          ? fmt::format("{}[{}]", index->array, *index->value)
                                                        : index->text;
    const Message message = metrics::finding_message(*result.measured, finding, element);
    const bool says_all = element == index->text && index->known.empty() && !index->end && metrics::says_line(finding);
    return says_all ? message : msg("{}. The access is {}", message, access_message(*index));
}

Message missing_barrier_message(uint32_t store_line, const std::vector<uint32_t>& later_lines) {
    return msg_count(later_lines.size(), "Missing __syncthreads() between line {} and line {}.",
                     "Missing __syncthreads() between line {} and lines {}.", store_line, ranges_text(later_lines));
}

} // namespace warpscope::analysis
