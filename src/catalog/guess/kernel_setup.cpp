#include "catalog/guess/kernel_setup.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <tuple>

#include "catalog/guess/launch_guess.hpp"
#include "catalog/guess/output_guess.hpp"
#include "catalog/guess/parameter_names.hpp"

namespace warpscope::catalog {
namespace {

using compile::SourceKernel;
using compile::SourceParameter;

constexpr uint32_t side_without_picture = 256; // cells
constexpr uint32_t square_side = 64;           // of matrices without a width: products take side^3 steps

/// One kernel's set-up.
class Guesser {
public:
    Guesser(const SourceKernel& kernel, std::string instance)
        : kernel_(kernel)
        , instance_(std::move(instance)) {
        for (const SourceParameter& parameter : kernel.parameters) {
            if (!is_number(parameter)) continue;
            meanings_.insert(meaning_of(parameter.name));
            if (is_extent(parameter)) meanings_.insert({ScalarMeaning::width, ScalarMeaning::height});
        }
        for (const SourceParameter& parameter : kernel.parameters)
            if (is_number(parameter) && is_whole(parameter)) ++whole_numbers_;
    }

    Result<KernelSetup> guess() {
        choose_extent();
        for (const SourceParameter& parameter : kernel_.parameters)
            if (parameter.is_pointer)
                if (auto added = add_buffer(parameter); !added) return tl::unexpected(added.error());
        for (const SourceParameter& parameter : kernel_.parameters)
            if (parameter.is_texture)
                if (auto added = add_texture(parameter); !added) return tl::unexpected(added.error());
        LaunchSpec launch;
        launch.kernel = instance_;
        for (const SourceParameter& parameter : kernel_.parameters) {
            auto argument = argument_for(parameter);
            if (!argument) return tl::unexpected(argument.error());
            launch.arguments.push_back({*std::move(argument), {}});
        }
        choose_output(kernel_, out_, guesses_);
        add_grid(launch);
        out_.launches.push_back(std::move(launch));
        return KernelSetup{std::move(out_), std::move(input_), std::move(guesses_)};
    }

private:
    enum class Extent { picture, square, line };

    static bool is_number(const SourceParameter& parameter) { return !parameter.is_pointer && !parameter.is_texture; }

    template<class... T>
    void say(fmt::format_string<T...> text, T&&... values) {
        guesses_.push_back(fmt::format(text, std::forward<T>(values)...));
    }
    [[nodiscard]] bool has(ScalarMeaning meaning) const { return meanings_.contains(meaning); }
    [[nodiscard]] std::optional<CellType> type_of(const SourceParameter& parameter) const {
        return cell_type(type_name(parameter));
    }
    [[nodiscard]] std::string template_argument(size_t index) const {
        const size_t open = instance_.find('<');
        if (open == std::string::npos) return {};
        std::string_view rest = std::string_view(instance_).substr(open + 1);
        for (; index > 0; --index) rest.remove_prefix(std::min(rest.find(", ") + 2, rest.size()));
        return std::string(rest.substr(0, std::min(rest.find(", "), rest.find('>'))));
    }
    [[nodiscard]] bool is_whole(const SourceParameter& parameter) const {
        const auto type = type_of(parameter);
        return type && !is_floating(type->type) && !type->is_vector;
    }
    /// Returns whether it is a vector such as "int2 size".
    [[nodiscard]] bool is_extent(const SourceParameter& parameter) const {
        const auto type = type_of(parameter);
        return type && type->is_vector && type->channels > 1 && !is_floating(type->type) &&
               names_extent(parameter.name);
    }
    /// What the example instance has for a template's own type; else the type as it is.
    [[nodiscard]] std::string type_name(const SourceParameter& parameter) const {
        for (size_t i = 0; i < kernel_.template_parameters.size(); ++i)
            if (kernel_.template_parameters[i].ends_with(" " + parameter.type)) return template_argument(i);
        return parameter.type;
    }

    /// How the data lie: as a picture, a square matrix, or in a line.
    void choose_extent() {
        const bool flat = kernel_.dimensions >= 2;
        if ((has(ScalarMeaning::width) && has(ScalarMeaning::height)) || has_texture())
            extent_ = Extent::picture;
        else if (flat)
            extent_ = whole_numbers_ > 0 ? Extent::square : Extent::picture;
        else
            extent_ = Extent::line;
        const SourceParameter* const main = main_parameter();
        const auto type = main != nullptr ? type_of(*main) : std::nullopt;
        if (extent_ == Extent::square) {
            add_slider("side", square_side, 1, 1024, "cells along a side");
            side_ = {"side", "side"};
            say("matrices of side x side elements, as there is no width and height");
        } else if (type && extent_ == Extent::picture) {
            main_ = main->name;
            input_ = "picture";
            say("'{}' is the picture that is opened", main_);
        } else if (extent_ == Extent::picture) {
            add_slider("columns", side_without_picture, 1, 8192, "cells in x");
            add_slider("lines", side_without_picture, 1, 8192, "cells in y");
            side_ = {"columns", "lines"};
            say("a plane of {0} x {0} cells, as no picture is read", side_without_picture);
        } else if (type) {
            main_ = main->name;
            input_ = array_input;
            side_ = {"cells", "1"};
            say("'{}' holds what is opened, {} at first", main_, input_);
        } else {
            add_slider("elements", 4096, 1, 1 << 24, "elements");
            side_ = {"elements", "1"};
            say("arrays of 4096 elements");
        }
    }

    /// The array that receives what is opened: the first that is only read, of numbers.
    [[nodiscard]] const SourceParameter* main_parameter() const {
        for (const SourceParameter& parameter : kernel_.parameters)
            if (parameter.is_texture && type_of(parameter)) return &parameter;
        for (const SourceParameter& parameter : kernel_.parameters)
            if (parameter.is_pointer && is_input(parameter) && !parameter.single && !parameter.by_block &&
                type_of(parameter) && type_of(parameter)->channels <= 4)
                return &parameter;
        return nullptr;
    }
    [[nodiscard]] bool has_texture() const {
        return std::ranges::any_of(kernel_.parameters, [](const SourceParameter& p) { return p.is_texture; });
    }
    static bool is_input(const SourceParameter& parameter) {
        return parameter.points_to_const || (parameter.is_loaded && !parameter.is_stored && !parameter.is_atomic);
    }

    Result<void> add_buffer(const SourceParameter& parameter) {
        const auto type = type_of(parameter);
        if (!type)
            return fail(ErrorKind::failed,
                        fmt::format("what '{}' of {} points to, '{}', {}", parameter.name, kernel_.name, parameter.type,
                                    parameter.type.ends_with('*') ? "is a pointer itself, for which nothing can be "
                                                                    "filled in"
                                                                  : "is no number"));
        BufferSpec buffer;
        buffer.name = parameter.name;
        buffer.type = type->type;
        buffer.channels = type->channels;
        buffer.is_main_input = buffer.name == main_;
        buffer.owners = Owners::any;
        const bool read_only = is_input(parameter);
        buffer.role = read_only ? BufferRole::input : BufferRole::output;
        if (!type->is_vector) buffer.channels = has(ScalarMeaning::channels) ? 3 : parameter.channels;
        if (buffer.is_main_input) {
            if (parameter.channels > 1)
                say("'{}' has {} numbers for each cell, as its indices say", buffer.name, parameter.channels);
            out_.buffers.push_back(std::move(buffer));
            return {};
        }
        std::string why;
        set_shape(buffer, parameter, why);
        if (read_only || parameter.is_loaded) buffer.contents = "noise,seed=" + std::to_string(out_.buffers.size() + 1);
        if (parameter.is_atomic) {
            buffer.contents = "0";
            buffer.owners = Owners::many;
        }
        const std::string extents = buffer.height == "1" ? buffer.width : buffer.width + " x " + buffer.height;
        say("'{}' is {} of {} {}{}{}", buffer.name, read_only ? "an input" : "an output", extents, name_of(buffer.type),
            buffer.channels > 1 ? fmt::format(" x {}", buffer.channels) : "",
            why + (buffer.contents ? fmt::format(", with {} in it", *buffer.contents) : ""));
        out_.buffers.push_back(std::move(buffer));
        return {};
    }

    /// A texture object over a picture of its own.
    Result<void> add_texture(const SourceParameter& parameter) {
        const auto type = type_of(parameter);
        if (!type || type->channels == 3 || size_of(type->type) > 4)
            return fail(ErrorKind::failed,
                        fmt::format("what the texture '{}' of {} gives, '{}', is nothing that texels hold",
                                    parameter.name, kernel_.name, parameter.type));
        if (!parameter.fetched_by.empty() && parameter.fetched_by != "tex2D")
            return fail(
                ErrorKind::failed,
                fmt::format("the texture '{}' of {} is read by {}; only those of two dimensions (tex2D) are set up",
                            parameter.name, kernel_.name, parameter.fetched_by));
        BufferSpec buffer;
        buffer.name = parameter.name + "_texels";
        buffer.type = type->type;
        buffer.channels = type->channels;
        buffer.role = BufferRole::input;
        buffer.owners = Owners::any;
        buffer.is_main_input = parameter.name == main_;
        if (!buffer.is_main_input) {
            std::tie(buffer.width, buffer.height) = side_;
            buffer.depth = "1";
            buffer.contents = "noise,seed=" + std::to_string(out_.buffers.size() + 1);
        }
        TextureSpec texture;
        texture.name = parameter.name;
        texture.buffer = buffer.name;
        texture.settings.normalized_coordinates = parameter.fetched_normalized;
        texture.settings.linear = is_floating(type->type);
        say("'{}' is a texture over {} of {}{}, filter {}, clamped, with coordinates {}", parameter.name,
            buffer.is_main_input ? "the picture" : "noise", name_of(buffer.type),
            buffer.channels > 1 ? fmt::format(" x {}", buffer.channels) : "",
            texture.settings.linear ? "linear" : "point",
            texture.settings.normalized_coordinates ? "from 0 to 1" : "in texels");
        out_.textures.push_back(std::move(texture));
        out_.buffers.push_back(std::move(buffer));
        return {};
    }

    void set_shape(BufferSpec& buffer, const SourceParameter& parameter, std::string& why) const {
        std::tie(buffer.width, buffer.height) = side_;
        buffer.depth = "1";
        const bool bins = parameter.name.find("hist") != std::string::npos ||
                          parameter.name.find("bin") != std::string::npos ||
                          parameter.name.find("Hist") != std::string::npos;
        if (bins && parameter.is_atomic) {
            std::tie(buffer.width, buffer.height) = std::pair("256", "1");
            why = ", as its name says";
        } else if (parameter.by_block) {
            std::tie(buffer.width, buffer.height) =
                std::pair(fmt::format("ceil_div({}, block.x)", cells_of(side_)), "1");
            why = ", one for each block";
        } else if (parameter.single) {
            std::tie(buffer.width, buffer.height) = std::pair("1", "1");
            why = ", as only its first is named";
        } else if (begins_rows(parameter) && buffer.height == "1") {
            buffer.width += " + 1";
        }
    }

    /// Returns whether an array says where each row of others begins: it has one element more than there are rows.
    static bool begins_rows(const SourceParameter& parameter) {
        return parameter.is_pointer && parameter.names_next && names_beginnings(parameter.name);
    }

    /// How many elements, or bytes where the kernel counts in them, lie between rows.
    [[nodiscard]] std::string pitch(const SourceParameter& parameter) const {
        const BufferSpec* of = nullptr;
        bool by_bytes = false;
        for (const SourceParameter& pointer : kernel_.parameters)
            for (const BufferSpec& buffer : out_.buffers)
                if (pointer.is_pointer && buffer.name == pointer.name &&
                    (of == nullptr || parameter.name.find(pointer.name) != std::string::npos)) {
                    of = &buffer;
                    by_bytes = pointer.by_bytes;
                }
        if (of == nullptr || !by_bytes) return side_.first;
        return fmt::format("{} * {}", side_.first, size_of(of->type) * of->channels);
    }

    Result<std::string> argument_for(const SourceParameter& parameter) {
        if (parameter.is_pointer || parameter.is_texture) return parameter.name;
        const auto type = type_of(parameter);
        if (!type && std::ranges::find(kernel_.empty_types, type_name(parameter)) != kernel_.empty_types.end()) {
            say("{} is a {}, which holds nothing", parameter.name, type_name(parameter));
            return "u8:0"; // an object has a byte at least
        }
        if (!type)
            return fail(ErrorKind::failed,
                        fmt::format("'{}' of {}, a '{}', is no number", parameter.name, kernel_.name, parameter.type));
        const std::string name(name_of(type->type));
        if (is_extent(parameter)) {
            std::vector<std::string> extents{side_.first, side_.second, "1", "1"};
            extents.resize(type->channels);
            say("{} is {}", parameter.name, fmt::join(extents, ", "));
            return fmt::format("{}x{}:{}", name, type->channels, fmt::join(extents, ","));
        }
        if (type->is_vector) {
            std::vector<std::string> ones(type->channels, "1");
            say("{} is 1 in all places", parameter.name);
            return fmt::format("{}x{}:{}", name, type->channels, fmt::join(ones, ","));
        }
        const ScalarMeaning meaning = is_floating(type->type) ? ScalarMeaning::unknown : meaning_of(parameter.name);
        const auto as = [&](const std::string& value) {
            say("{} is {}", parameter.name, value);
            return fmt::format("{}:{}", name, value);
        };
        if (!is_floating(type->type) && names_pitch(parameter.name)) return as(pitch(parameter));
        switch (meaning) {
        case ScalarMeaning::width: return as(side_.first);
        case ScalarMeaning::height:
            if (side_.second != "1") return as(side_.second);
            [[fallthrough]]; // rows of data that lie in a line
        case ScalarMeaning::count: return as(count());
        case ScalarMeaning::depth: return as("1");
        case ScalarMeaning::channels: return as("3");
        default: break;
        }
        if (extent_ == Extent::square && !is_floating(type->type) && first_value(parameter.name, false) == 1)
            return as("side");
        const double value = first_value(parameter.name, is_floating(type->type));
        const double most = is_floating(type->type) ? std::max(10.0, 4 * value) : 256;
        add_slider(slider_name(parameter.name), value, 0, most, "", type->type);
        say("{} begins at {}", parameter.name, value);
        return slider_name(parameter.name);
    }

    [[nodiscard]] std::string count() const {
        if (extent_ == Extent::square) return "side";
        if (counts_by_block(kernel_)) return "block.x";
        const bool less = std::ranges::any_of(
            kernel_.parameters, [&](const SourceParameter& p) { return p.name == main_ && begins_rows(p); });
        return less ? cells_of(side_) + " - 1" : cells_of(side_);
    }

    /// A parameter's own name, unless expressions have it for something else.
    [[nodiscard]] static std::string slider_name(const std::string& name) {
        for (const std::string_view taken : {"width", "height", "depth", "cells", "iteration", "round", "blocks",
                                             "threads", "side", "columns", "lines", "elements"})
            if (name == taken) return name + "_";
        return name;
    }

    void add_slider(const std::string& name, double initial, double smallest, double largest, const std::string& help,
                    ElementType type = ElementType::s32) {
        Parameter slider;
        slider.name = slider.title = name;
        slider.help = help;
        slider.type = type;
        slider.minimum = smallest;
        slider.maximum = largest;
        slider.initial = initial;
        slider.step = is_floating(type) ? (largest - smallest) / 100 : 1;
        out_.parameters.push_back(std::move(slider));
    }

    void add_grid(LaunchSpec& launch) {
        GuessedLaunch guessed = guess_launch(kernel_, side_);
        out_.block = guessed.block;
        out_.block_dimensions = guessed.block_dimensions;
        launch.grid = std::move(guessed.grid);
        launch.shared = std::move(guessed.shared);
        guesses_.insert(guesses_.end(), guessed.guesses.begin(), guessed.guesses.end());
    }

    const SourceKernel& kernel_;
    std::string instance_;
    std::set<ScalarMeaning> meanings_;
    size_t whole_numbers_ = 0;
    Extent extent_ = Extent::line;
    std::pair<std::string, std::string> side_{"width", "height"}; // expressions for the extent in x and y
    std::string main_, input_;
    Variant out_;
    std::vector<std::string> guesses_;
};

} // namespace

Result<KernelSetup> guess_setup(const SourceKernel& kernel, const std::string& instance) {
    return Guesser(kernel, instance).guess();
}

} // namespace warpscope::catalog
