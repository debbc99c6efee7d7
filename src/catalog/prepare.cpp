// Makes the plan of a run from a variant, its settings and an input.
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <span>

#include "base/plan/devices.hpp"
#include "base/symbol_name.hpp"
#include "catalog/arguments.hpp"
#include "catalog/contents.hpp"
#include "catalog/divided.hpp"
#include "catalog/experiment.hpp"
#include "catalog/expression.hpp"
#include "catalog/text/caption.hpp"
#include "language/tr.hpp"

namespace warpscope::catalog {
namespace {

constexpr uint64_t max_buffer_bytes = uint64_t{2} << 30;
constexpr size_t max_launches = 100'000;

/// Values of names in expressions, innermost last.
class Scope {
public:
    void set(std::string name, int64_t value) { values_[std::move(name)] = value; }
    void set(const std::string& name, const Dim3& value) {
        set(name + ".x", value.x);
        set(name + ".y", value.y);
        set(name + ".z", value.z);
    }
    [[nodiscard]] std::optional<int64_t> operator()(std::string_view name) const {
        const auto found = values_.find(name);
        return found == values_.end() ? std::nullopt : std::optional(found->second);
    }

private:
    std::map<std::string, int64_t, std::less<>> values_;
};

tl::unexpected<Diagnostic> misuse(std::string message) { return fail(ErrorKind::usage, std::move(message)); }

class Preparer {
public:
    /// `contents`: whether buffers are filled. Without, all is checked that needs none. `before`: see prepare().
    Preparer(const Variant& variant, const Settings& settings, const HostBuffer& input, const DeviceLimits& limits,
             bool contents, const Prepared* before)
        : variant_(variant)
        , settings_(settings)
        , input_(input)
        , limits_(limits)
        , contents_(contents)
        , before_(before) {}

    Result<Prepared> prepare() {
        return take_settings()
            .and_then([&] { return count_devices(); })
            .and_then([&] { return add_buffers(); })
            .and_then([&] { return add_symbols(); })
            .and_then([&] { return add_textures(); })
            .and_then([&] { return add_launches(); })
            .and_then([&] { return add_window(); })
            .map([&] { add_arrangement(); })
            .and_then([&] { return add_captions(); })
            .map([&] { return std::move(out_); });
    }

private:
    [[nodiscard]] double value_of(const Parameter& parameter) const {
        const auto found = settings_.values.find(parameter.name);
        return found == settings_.values.end() ? parameter.initial : found->second;
    }

    Result<void> take_settings() {
        out_.defines = variant_.definitions;
        for (const Parameter& parameter : variant_.parameters) {
            const double value = value_of(parameter);
            if (!(value >= parameter.minimum && value <= parameter.maximum))
                return misuse(tr_format("{} goes from {} to {}; {} is outside.", parameter.name, parameter.minimum,
                                        parameter.maximum, value));
            if (!is_floating(parameter.type)) {
                if (std::floor(value) != value)
                    return misuse(tr_format("{} is a whole number; {} is not.", parameter.name, value));
                scope_.set(parameter.name, static_cast<int64_t>(value));
            }
            if (parameter.is_definition) out_.defines.emplace_back(parameter.name, definition_text(parameter, value));
        }
        scope_.set("block", settings_.block);
        if (const BufferSpec* main = main_input(variant_)) {
            const BufferLayout& layout = input_.layout;
            if ((contents_ && input_.bytes == nullptr) || layout.type != main->type ||
                layout.channels != main->channels)
                return misuse(tr_format("'{}' needs an input of {} with {} channels.", variant_.name,
                                        name_of(main->type), main->channels));
            scope_.set("width", layout.shape.width);
            scope_.set("height", layout.shape.height);
            scope_.set("depth", layout.shape.depth);
            scope_.set("cells", static_cast<int64_t>(layout.shape.cells()));
        }
        return {};
    }

    static std::string definition_text(const Parameter& parameter, double value) {
        if (!is_floating(parameter.type)) return fmt::format("{}", static_cast<int64_t>(value));
        // With a point, so that it is no integer in C++, and an f for single precision.
        return parameter.type == ElementType::f64 ? fmt::format("{:#.17g}", value) : fmt::format("{:#.9g}f", value);
    }

    Result<int64_t> number(const Expression& text) const {
        return evaluate_with(variant_.values, text, std::cref(scope_));
    }

    Result<void> count_devices() {
        const auto devices = number(variant_.devices);
        if (!devices) return tl::unexpected(devices.error());
        if (*devices < 1 || *devices > most_devices)
            return misuse(tr_format("There would be {} devices ({}); 1 to {} are possible.", *devices, variant_.devices,
                                    most_devices));
        out_.plan.devices = static_cast<uint32_t>(*devices);
        return {};
    }

    Number numbers() const {
        return [this](const Expression& text) { return number(text); };
    }

    /// An extent of a buffer or launch.
    Result<uint32_t> extent(const Expression& text, std::string_view what) const {
        const auto value = number(text);
        if (!value) return tl::unexpected(value.error());
        if (*value < 1)
            return misuse(
                tr_format("{} ({}) comes out as {} with these settings; it must be at least 1.", what, text, *value));
        if (*value > std::numeric_limits<uint32_t>::max())
            return misuse(tr_format("{} ({}) comes out as {}, which is too large.", what, text, *value));
        return static_cast<uint32_t>(*value);
    }

    Result<void> add_buffers() {
        for (size_t i = 0; i < variant_.buffers.size(); ++i) {
            const BufferSpec& spec = variant_.buffers[i];
            PlannedBuffer planned;
            planned.role = spec.role;
            planned.layout = {spec.name, spec.type, spec.channels, {}};
            const PlannedBuffer* const before = before_ != nullptr ? &before_->plan.buffers.at(i) : nullptr;
            if (spec.is_main_input) {
                planned.layout.shape = input_.layout.shape;
                planned.initial = input_.bytes;
            } else if (auto filled = fill(spec, planned, before); !filled) {
                return filled;
            }
            if (!spec.parts.empty())
                if (auto divided = divide(spec, numbers(), planned); !divided) return divided;
            out_.plan.buffers.push_back(std::move(planned));
        }
        const auto first = [&](auto&& fits, uint32_t otherwise) {
            for (uint32_t i = 0; i < variant_.buffers.size(); ++i)
                if (fits(variant_.buffers[i])) return i;
            return otherwise;
        };
        out_.output_buffer = first([](const BufferSpec& b) { return b.role == BufferRole::output; }, 0);
        out_.adds_up = !variant_.buffers.empty() && variant_.buffers[out_.output_buffer].owners == Owners::many;
        out_.input_buffer =
            first([](const BufferSpec& b) { return b.is_main_input; },
                  first([](const BufferSpec& b) { return b.role == BufferRole::input; }, out_.output_buffer));
        return {};
    }

    Result<void> fill(const BufferSpec& spec, PlannedBuffer& planned, const PlannedBuffer* before) const {
        const std::string what = tr_format("the size of '{}'", spec.name);
        const auto width = extent(spec.width, what), height = extent(spec.height, what),
                   depth = extent(spec.depth, what);
        for (const auto* one : {&width, &height, &depth})
            if (!*one) return tl::unexpected(one->error());
        planned.layout.shape = {*width, *height, *depth};
        const double bytes = static_cast<double>(*width) * *height * *depth * planned.layout.cell_bytes();
        if (bytes > static_cast<double>(max_buffer_bytes))
            return misuse(tr_format("'{}' would have {} x {} x {} cells, {:.1f} GiB; at most {} GiB are allowed.",
                                    spec.name, *width, *height, *depth, bytes / (1 << 30), max_buffer_bytes >> 30));
        if (!contents_ || !spec.contents) return {};
        if (before != nullptr && before->layout == planned.layout && !names_file(*spec.contents)) {
            planned.initial = before->initial;
            return {};
        }
        auto made = make_contents(*spec.contents, planned.layout);
        if (!made) return tl::unexpected(made.error());
        planned.initial = std::move(*made);
        return {};
    }

    Result<void> add_symbols() {
        for (uint32_t i = 0; i < variant_.buffers.size(); ++i)
            if (const std::string& variable = variant_.buffers[i].variable; !variable.empty())
                out_.plan.symbols.push_back({variable, nullptr, i});
        for (const SymbolSpec& spec : variant_.symbols) {
            if (!spec.buffer.empty()) {
                for (size_t i = 0; i < variant_.buffers.size(); ++i)
                    if (variant_.buffers[i].name == spec.buffer)
                        out_.plan.symbols.push_back({spec.name, out_.plan.buffers[i].initial});
                continue;
            }
            Bytes bytes(spec.values.size() * size_of(spec.type));
            for (size_t i = 0; i < spec.values.size(); ++i) store_element(bytes.data(), spec.type, i, spec.values[i]);
            out_.plan.symbols.push_back({spec.name, std::make_shared<const Bytes>(std::move(bytes))});
        }
        return {};
    }

    Result<void> add_textures() {
        for (const TextureSpec& spec : variant_.textures)
            for (uint32_t i = 0; i < variant_.buffers.size(); ++i) {
                if (variant_.buffers[i].name != spec.buffer) continue;
                if (out_.plan.buffers[i].layout.shape.depth != 1)
                    return misuse(tr_format("'{}' has several layers; the texture '{}' has two dimensions.",
                                            spec.buffer, spec.name));
                out_.plan.textures.push_back({spec.name, i, spec.settings_for(variant_.buffers[i].type)});
            }
        return {};
    }

    Result<Dim3> dimensions(const std::vector<Expression>& extents, std::string_view what) const {
        std::array<uint32_t, 3> values{1, 1, 1};
        for (size_t i = 0; i < extents.size(); ++i) {
            const auto value = extent(extents[i], what);
            if (!value) return tl::unexpected(value.error());
            values[i] = *value;
        }
        return Dim3{values[0], values[1], values[2]};
    }

    Result<void> add_launches() {
        const std::vector<LaunchSpec>& specs = variant_.launches;
        for (size_t first = 0, end = 0; first < specs.size(); first = end) {
            for (end = first + 1;
                 end < specs.size() && !specs[first].loop.empty() && specs[end].loop == specs[first].loop;)
                ++end;
            if (auto added = add_loop(std::span(specs).subspan(first, end - first)); !added) return added;
        }
        if (out_.plan.launches.empty()) return misuse(tr("With these settings no kernel is launched."));
        if (auto why = why_not_divided(out_.plan)) return misuse(std::move(*why));
        return {};
    }

    /// Launches that run in turns, round by round; or one that is in no loop.
    Result<void> add_loop(std::span<const LaunchSpec> specs) {
        const bool loop = !specs.front().loop.empty();
        scope_.set("block", settings_.block);
        int64_t rounds = 1;
        if (loop) {
            const auto wanted = number(specs.front().rounds);
            if (!wanted) return tl::unexpected(wanted.error());
            rounds = *wanted;
            if (rounds < 0 || static_cast<uint64_t>(rounds) > max_launches)
                return misuse(tr_format("The loop '{}' would have {} rounds (rounds = {}); 0 to {} are allowed.",
                                        specs.front().loop, rounds, specs.front().rounds, max_launches));
        }
        std::vector<int64_t> iterations(specs.size()); // of each launch so far
        for (int64_t round = 0; round < rounds; ++round)
            for (size_t k = 0; k < specs.size(); ++k) {
                if (loop) scope_.set("round", round);
                scope_.set("block", settings_.block); // not that of the launch before
                const auto repeat = number(specs[k].repeat);
                if (!repeat) return tl::unexpected(repeat.error());
                if (*repeat < 0 || static_cast<uint64_t>(*repeat) + out_.plan.launches.size() > max_launches)
                    return misuse(tr_format("'{}' would be launched {} times (repeat = {}); 0 to {} are allowed.",
                                            specs[k].kernel, *repeat, specs[k].repeat, max_launches));
                for (int64_t left = *repeat; left > 0; --left)
                    if (auto added = add_everywhere(specs[k], iterations[k]++); !added) return added;
            }
        return {};
    }

    /// A setting that leads beyond the device's limits is refused, unless the variant shows just that.
    Result<void> check_limits(const LaunchConfig& config, PlannedLaunch& launch) const {
        auto why = why_illegal(config, limits_);
        if (!why) return {};
        const auto& shown = variant_.findings;
        if (std::find(shown.begin(), shown.end(), "invalid_launch") == shown.end()) return misuse(*why);
        launch.refused = std::move(*why);
        return {};
    }

    /// The launch on its device, or on each, with the copies before it.
    Result<void> add_everywhere(const LaunchSpec& spec, int64_t iteration) {
        scope_.set("iteration", iteration);
        const uint32_t devices = spec.on_each_device ? out_.plan.devices : 1;
        for (const CopySpec& copy : spec.copies) // each on all devices before the next: that may copy what it brings
            for (uint32_t device = 0; device < devices; ++device) {
                scope_.set("device", device);
                if (auto added = copies_.add(spec, copy, static_cast<uint64_t>(iteration), numbers()); !added)
                    return added;
            }
        const size_t first = out_.plan.launches.size();
        for (uint32_t device = 0; device < devices; ++device) {
            scope_.set("device", device);
            if (auto added = add_launch(spec, iteration, device); !added) return added;
        }
        copies_.settle(spec, first);
        return {};
    }

    /// Returns whether a device has nothing to do in a launch that runs on each.
    bool is_idle(const LaunchSpec& spec) const {
        return spec.on_each_device && std::ranges::any_of(spec.grid, [&](const Expression& extent) {
                   const auto blocks = number(extent);
                   return blocks && *blocks == 0;
               });
    }

    Result<void> add_launch(const LaunchSpec& spec, int64_t iteration, uint32_t device) {
        scope_.set("block", settings_.block);
        PlannedLaunch launch;
        launch.device = device;
        launch.config.block = settings_.block;
        if (!spec.block.empty()) {
            const auto block = dimensions(spec.block, tr("the block"));
            if (!block) return tl::unexpected(block.error());
            launch.config.block = *block;
            scope_.set("block", *block);
        }
        auto kernel = filled_in(spec.kernel);
        if (!kernel) return tl::unexpected(kernel.error());
        launch.kernel = std::move(*kernel);
        // The block is checked first: what is wrong with it may make no sense of the grid, too.
        if (auto fits = check_limits({{}, launch.config.block, 0}, launch); !fits) return fits;
        if (is_idle(spec)) return {};
        want_instance(launch.kernel);
        const auto grid = dimensions(spec.grid, tr("the grid"));
        if (!grid) return tl::unexpected(grid.error());
        launch.config.grid = *grid;
        launch.config.cooperative = spec.cooperative;
        scope_.set("grid", *grid);
        if (auto fits = check_limits(launch.config, launch); !fits) return fits;
        scope_.set("blocks", static_cast<int64_t>(launch.config.blocks()));
        scope_.set("threads", static_cast<int64_t>(launch.config.threads()));
        const auto shared = number(spec.shared);
        if (!shared) return tl::unexpected(shared.error());
        if (*shared < 0 || *shared > std::numeric_limits<int32_t>::max())
            return misuse(tr_format("The shared memory ({}) comes out as {} bytes.", spec.shared, *shared));
        launch.config.dynamic_shared_bytes = static_cast<uint32_t>(*shared);
        if (auto fits = check_limits(launch.config, launch); !fits) return fits;
        const ArgumentValues values{
            variant_.parameters,
            variant_.buffers,
            variant_.textures,
            [this](const Parameter& parameter) { return value_of(parameter); },
            numbers(),
            static_cast<uint64_t>(iteration),
            [this](uint32_t buffer, const Expression& part, const Expression& row) {
                return copies_.end(buffer, part, row, numbers()).map([](const PlannedCopy::End& end) {
                    return end.offset;
                });
            },
            [this](uint32_t buffer) { return out_.plan.buffers[buffer].layout.bytes(); }};
        for (const ArgumentSpec& argument_spec : spec.arguments) {
            auto argument = make_argument(argument_spec, values);
            if (!argument) return tl::unexpected(argument.error());
            launch.arguments.push_back(std::move(*argument));
        }
        out_.plan.launches.push_back(std::move(launch));
        return {};
    }

    /// A template's instance that may be nowhere in the source.
    void want_instance(std::string_view kernel) {
        const NameParts parts = parts_of(kernel);
        std::string wanted = fmt::format("{}{}", parts.name, parts.parameters);
        auto& all = out_.instances;
        if (parts.name.ends_with('>') && std::find(all.begin(), all.end(), wanted) == all.end())
            all.push_back(std::move(wanted));
    }

    Result<void> add_window() {
        if (!variant_.window) return {};
        const WindowSpec& spec = *variant_.window;
        Prepared::Window window;
        for (uint32_t i = 0; i < variant_.buffers.size(); ++i)
            if (variant_.buffers[i].name == spec.buffer) window.buffer = i;
        const std::array<std::pair<const Expression*, int*>, 6> reaches{{{&spec.left, &window.left},
                                                                         {&spec.right, &window.right},
                                                                         {&spec.up, &window.up},
                                                                         {&spec.down, &window.down},
                                                                         {&spec.front, &window.front},
                                                                         {&spec.back, &window.back}}};
        for (const auto& [text, reach] : reaches) {
            const auto value = number(*text);
            if (!value) return tl::unexpected(value.error());
            if (*value < 0 || *value > input::max_side)
                return misuse(tr_format("The window's reach ({}) comes out as {}.", *text, *value));
            *reach = static_cast<int>(*value);
        }
        out_.window = window;
        return {};
    }

    /// Only what is flat can be arranged: with a volume as main input there is no arrangement.
    void add_arrangement() {
        if (!variant_.arrangement) return;
        const ArrangementSpec& spec = *variant_.arrangement;
        const auto find = [&](const std::string& name) {
            std::optional<uint32_t> index;
            for (uint32_t i = 0; i < variant_.buffers.size(); ++i)
                if (variant_.buffers[i].name == name) index = i;
            return index;
        };
        Prepared::Arrangement found{
            find(spec.left), find(spec.above), find(spec.centre).value_or(0), spec.above_transposed, {}};
        for (const auto& index : {found.left, found.above, std::optional(found.centre)})
            if (index && out_.plan.buffers[*index].layout.shape.depth != 1) return;
        // Strips are of lines; a matrix is wide enough by itself.
        for (const std::string& name : spec.strips) {
            found.strips.push_back(find(name).value_or(0));
            const Shape& shape = out_.plan.buffers[found.strips.back()].layout.shape;
            if (shape.height != 1 || shape.depth != 1) return;
        }
        out_.arrangement = found;
    }

    /// The names in captions stand for the last launch, the one that the views show.
    Result<void> add_captions() {
        for (const Caption& caption : variant_.captions) {
            auto text = filled_in(caption.text);
            if (!text) return tl::unexpected(text.error());
            out_.captions.push_back(std::move(*text));
        }
        return {};
    }

    /// `text` with the values of the expressions in its braces.
    [[nodiscard]] Result<std::string> filled_in(const std::string& text) const {
        const auto parts = parse_caption(text);
        if (!parts) return tl::unexpected(parts.error());
        std::string out;
        for (const CaptionPart& part : *parts) {
            if (!part.is_expression) {
                out += part.text;
                continue;
            }
            const auto parameter =
                std::find_if(variant_.parameters.begin(), variant_.parameters.end(), [&](const Parameter& p) {
                    return p.name == part.text && (is_floating(p.type) || !p.choices.empty());
                });
            if (parameter != variant_.parameters.end()) {
                const double value = value_of(*parameter);
                out += is_floating(parameter->type) ? fmt::format("{}", value) : value_text(*parameter, value);
                continue;
            }
            const auto value = number(part.text);
            if (!value) return tl::unexpected(value.error());
            out += fmt::format("{}", *value);
        }
        return out;
    }

    const Variant& variant_;
    const Settings& settings_;
    const HostBuffer& input_;
    const DeviceLimits& limits_;
    bool contents_;
    const Prepared* before_; // may be null
    Scope scope_;
    Prepared out_;
    CopyPlanner copies_{variant_, out_.plan};
};

} // namespace

Result<Prepared> prepare(const Variant& variant, const Settings& settings, const HostBuffer& input,
                         const DeviceLimits& limits, const Prepared* before) {
    return Preparer(variant, settings, input, limits, true, before).prepare();
}

bool compile_alike(const Prepared& a, const Prepared& b) {
    return a.defines == b.defines && a.instances == b.instances;
}

Result<void> check_settings(const Variant& variant, const Settings& settings, const Shape& input,
                            const DeviceLimits& limits) {
    HostBuffer empty;
    if (const BufferSpec* main = main_input(variant)) empty.layout = {main->name, main->type, main->channels, input};
    return Preparer(variant, settings, empty, limits, false, nullptr).prepare().map([](const Prepared&) {});
}

} // namespace warpscope::catalog
