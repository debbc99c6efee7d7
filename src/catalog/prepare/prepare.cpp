#include <array>
#include <cmath>
#include <fmt/format.h>

#include "catalog/divided.hpp"
#include "catalog/experiment.hpp"
#include "catalog/prepare/buffers.hpp"
#include "catalog/prepare/evaluation.hpp"
#include "catalog/prepare/launches.hpp"
#include "language/tr.hpp"

namespace warpscope::catalog {
namespace {

class Preparer {
public:
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
            .and_then([&] {
                return add_buffers(variant_, {input_, contents_, before_}, values_, out_);
            })
            .map([&] { add_symbols(variant_, out_); })
            .and_then([&] { return add_textures(variant_, out_); })
            .and_then([&] { return add_launches(variant_, settings_, limits_, values_, out_); })
            .and_then([&] { return add_window(); })
            .map([&] { add_arrangement(); })
            .and_then([&] { return add_captions(); })
            .map([&] { return std::move(out_); });
    }

private:
    Result<void> take_settings() {
        out_.defines = variant_.definitions;
        for (const Parameter& parameter : variant_.parameters) {
            const double value = values_.value_of(parameter);
            if (!(value >= parameter.minimum && value <= parameter.maximum))
                return misuse(msg("{} goes from {} to {}; {} is outside.", parameter.name, parameter.minimum,
                                  parameter.maximum, value));
            if (!is_floating(parameter.type)) {
                if (std::floor(value) != value)
                    return misuse(msg("{} is a whole number; {} is not.", parameter.name, value));
                values_.set(parameter.name, static_cast<int64_t>(value));
            }
            if (parameter.is_definition) out_.defines.emplace_back(parameter.name, definition_text(parameter, value));
        }
        values_.set("block", settings_.block);
        if (const BufferSpec* main = main_input(variant_)) {
            const BufferLayout& layout = input_.layout;
            if ((contents_ && input_.bytes == nullptr) || layout.type != main->type ||
                layout.channels != main->channels)
                return misuse(msg("'{}' needs an input of {} with {} channels.", variant_.name, name_of(main->type),
                                  main->channels));
            values_.set("width", layout.shape.width);
            values_.set("height", layout.shape.height);
            values_.set("depth", layout.shape.depth);
            values_.set("cells", static_cast<int64_t>(layout.shape.cells()));
        }
        return {};
    }

    static std::string definition_text(const Parameter& parameter, double value) {
        if (!is_floating(parameter.type)) return fmt::format("{}", static_cast<int64_t>(value));
        // A C++ literal needs a decimal point, and an f for single precision.
        return parameter.type == ElementType::f64 ? fmt::format("{:#.17g}", value) : fmt::format("{:#.9g}f", value);
    }

    Result<void> count_devices() {
        const auto devices = values_.number(variant_.devices);
        if (!devices) return tl::unexpected(devices.error());
        if (*devices < 1 || *devices > max_devices)
            return misuse(
                msg("There would be {} devices ({}); 1 to {} are possible.", *devices, variant_.devices, max_devices));
        out_.plan.devices = static_cast<uint32_t>(*devices);
        return {};
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
            const auto value = values_.number(*text);
            if (!value) return tl::unexpected(value.error());
            if (*value < 0 || *value > input::max_side)
                return misuse(msg("The window's reach ({}) comes out as {}.", *text, *value));
            *reach = static_cast<int>(*value);
        }
        out_.window = window;
        return {};
    }

    /// Ignores the arrangement if a buffer is three-dimensional or a strip has several rows.
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
            find(spec.left), find(spec.above), find(spec.center).value_or(0), spec.above_transposed, {}};
        for (const auto& index : {found.left, found.above, std::optional(found.center)})
            if (index && out_.plan.buffers[*index].layout.shape.depth != 1) return;
        for (const std::string& name : spec.strips) {
            found.strips.push_back(find(name).value_or(0));
            const Shape& shape = out_.plan.buffers[found.strips.back()].layout.shape;
            if (shape.height != 1 || shape.depth != 1) return;
        }
        out_.arrangement = found;
    }

    /// Evaluates captions for the last launch, because views show this launch.
    Result<void> add_captions() {
        for (const Caption& caption : variant_.captions) {
            auto text = values_.filled_in(caption.text, &out_.caption_values.emplace_back());
            if (!text) return tl::unexpected(text.error());
            out_.captions.push_back(std::move(*text));
        }
        return {};
    }

    const Variant& variant_;
    const Settings& settings_;
    const HostBuffer& input_;
    const DeviceLimits& limits_;
    bool contents_;
    const Prepared* before_;
    Evaluation values_{variant_, settings_};
    Prepared out_;
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
