#include "catalog/guess/kernel_setup.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <set>
#include <tuple>

#include "catalog/guess/argument_guess.hpp"
#include "catalog/guess/dimension_guess.hpp"
#include "catalog/guess/launch_guess.hpp"
#include "catalog/guess/object_cells.hpp"
#include "catalog/guess/output_guess.hpp"
#include "catalog/guess/parameter_names.hpp"
#include "catalog/guess/reach_guess.hpp"
#include "catalog/guess/setup_draft.hpp"

namespace warpscope::catalog {
namespace {

using compile::SourceKernel;
using compile::SourceParameter;
using Extent = SetupDraft::Extent;

bool is_input(const SourceParameter& parameter) {
    return parameter.points_to_const || (parameter.is_loaded && !parameter.is_stored && !parameter.is_atomic);
}

class Guesser {
public:
    Guesser(const SourceKernel& kernel, const std::string& instance)
        : parameters_(kernel.parameters)
        , kernel_(kernel) {
        draft_.instance = instance;
        kernel_.parameters = flat_parameters(parameters_);
        if (!kernel_.block_width) kernel_.block_width = instance_block_width(kernel_, instance);
        for (const SourceParameter& parameter : kernel_.parameters) {
            if (!is_value(parameter)) continue;
            if (is_whole(parameter)) meanings_.insert(meaning_in(kernel_, parameter));
            if (is_extent(kernel_, instance, parameter))
                meanings_.insert({ScalarMeaning::width, ScalarMeaning::height});
            if (is_whole(parameter)) ++whole_numbers_;
        }
    }

    /// Returns noise with a seed that neither the input nor another buffer has.
    [[nodiscard]] std::string noise_of_another_seed() const {
        return fmt::format("noise,seed={}", draft_.variant.buffers.size() + 2);
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
        launch.kernel = draft_.instance;
        for (const SourceParameter& parameter : parameters_) {
            auto argument = guess_argument(draft_, kernel_, parameter);
            if (!argument) return tl::unexpected(argument.error());
            launch.arguments.push_back(*std::move(argument));
        }
        choose_output(kernel_, draft_.variant, draft_.guesses);
        add_grid(launch);
        draft_.variant.launches.push_back(std::move(launch));
        return KernelSetup{std::move(draft_.variant), std::move(draft_.input), std::move(draft_.guesses)};
    }

private:
    [[nodiscard]] bool has(ScalarMeaning meaning) const { return meanings_.contains(meaning); }
    [[nodiscard]] std::optional<CellType> type_of(const SourceParameter& parameter) const {
        if (const auto type = cell_type(type_name(kernel_, draft_.instance, parameter))) return type;
        const auto cells = object_cells(parameter);
        if (!parameter.is_pointer || !cells || !cells->alike || cells->numbers > 4) return std::nullopt;
        return CellType{cells->type, cells->numbers, true};
    }
    [[nodiscard]] bool is_whole(const SourceParameter& parameter) const {
        const auto type = type_of(parameter);
        return type && !is_floating(type->type) && !type->is_vector;
    }
    [[nodiscard]] bool has_sized_objects() const {
        return std::ranges::count_if(parameters_, [](const SourceParameter& object) {
                   return !object.is_pointer && std::ranges::any_of(object.members, [](const SourceParameter& member) {
                       return is_value(member) && meaning_of(member.name) == ScalarMeaning::width;
                   });
               }) > 2;
    }

    /// Returns whether names and z indices suggest three-dimensional data, not color channels.
    [[nodiscard]] bool is_volume() const {
        const bool plane = has(ScalarMeaning::width) && has(ScalarMeaning::height);
        if (plane && has(ScalarMeaning::depth)) return true;
        if (kernel_.dimensions < 3 || has(ScalarMeaning::channels) || has_texture()) return false;
        const SourceParameter* const main = main_parameter();
        const auto type = main != nullptr ? type_of(*main) : std::nullopt;
        const bool of_bytes = type && type->type == ElementType::u8;
        const bool third = std::ranges::any_of(kernel_.parameters,
                                               [](const SourceParameter& p) { return is_value(p) && p.name == "d"; });
        return !plane || third || !of_bytes;
    }

    [[nodiscard]] bool scans_all() const {
        return kernel_.uses_threads && std::ranges::any_of(kernel_.parameters, [](const SourceParameter& p) {
                   return p.bounds_loop && meaning_of(p.name) == ScalarMeaning::count;
               });
    }

    void choose_extent() {
        const bool flat = kernel_.dimensions >= 2;
        const bool needs_square = kernel_.exchanges_blocks && whole_numbers_ == 0;
        if (flat && (has_sized_objects() || needs_square))
            draft_.extent = Extent::square;
        else if (is_volume())
            draft_.extent = Extent::volume;
        else if ((has(ScalarMeaning::width) && has(ScalarMeaning::height)) || has_texture() ||
                 !kernel_.block_row.empty() || kernel_.has_line_per_thread())
            draft_.extent = Extent::picture;
        else if (flat)
            draft_.extent = whole_numbers_ > 0 ? Extent::square : Extent::picture;
        else
            draft_.extent = Extent::line;
        const SourceParameter* const main = main_parameter();
        SetupDraft named = draft_;
        set_reach(named, kernel_, main != nullptr && type_of(*main) ? main->name : "", scans_all());
        const Expression cells =
            main == nullptr ? "" : fmt::format("{} * {}", cells_of(named.side), channels_of(*main));
        if (set_dimensions(draft_, named, kernel_, main, cells)) {
            kernel_.threads_per_element = 1;
            return;
        }
        draft_ = std::move(named);
        explain_missing_checks();
    }

    /// Explains each size that the kernel never compares with an index. Blocks that exactly cover the data hide the
    /// missing check.
    void explain_missing_checks() {
        if (!kernel_.uses_block_index || !kernel_.block_row.empty() || kernel_.has_line_per_thread()) return;
        std::set<std::string> explained; // objects may have members with the same names
        const auto is_checked = [&](ScalarMeaning meaning) {
            return std::ranges::any_of(kernel_.parameters, [&](const SourceParameter& one) {
                return is_value(one) && (one.bounds_index || one.bounds_loop || one.is_compared) &&
                       meaning_in(kernel_, one) == meaning;
            });
        };
        for (const SourceParameter& parameter : kernel_.parameters) {
            if (is_unused_size(kernel_, parameter))
                draft_.explain_about(
                    Guess::About::argument, parameter.name,
                    msg("{}: the kernel does not use it, so a bounds check may be missing", parameter.name));
            const ScalarMeaning meaning = is_value(parameter) ? meaning_in(kernel_, parameter) : ScalarMeaning::unknown;
            const bool is_size = kernel_.dimensions >= 2
                                     ? meaning == ScalarMeaning::width || meaning == ScalarMeaning::height
                                     : meaning == ScalarMeaning::count;
            if (is_size && !is_unused_size(kernel_, parameter) && !names_pitch(parameter.name) &&
                !is_checked(meaning) && explained.insert(parameter.name).second)
                draft_.explain_about(
                    Guess::About::argument, parameter.name,
                    msg("{}: not compared with an index, so other sizes may reach past the end", parameter.name));
        }
    }

    [[nodiscard]] const SourceParameter* main_parameter() const {
        for (const SourceParameter& parameter : kernel_.parameters)
            if (parameter.is_texture && type_of(parameter)) return &parameter;
        const bool has_sorted = std::ranges::any_of(kernel_.parameters, &SourceParameter::is_sorted);
        for (const SourceParameter& parameter : kernel_.parameters)
            if (parameter.is_pointer && is_input(parameter) && (!has_sorted || parameter.points_to_const) &&
                !parameter.single && !parameter.by_block && !parameter.is_sorted &&
                !(kernel_.has_line_per_thread() && (parameter.indexes_threads || parameter.indexes_loops)) &&
                (parameter.planes == 1 || has(ScalarMeaning::depth)) && type_of(parameter) &&
                type_of(parameter)->channels <= 4)
                return &parameter;
        return nullptr;
    }
    /// Returns whether each thread handles a row, but the kernel does not use the number of rows.
    [[nodiscard]] bool ignores_rows() const {
        return !kernel_.thread_row.empty() && std::ranges::any_of(kernel_.parameters, [](const SourceParameter& one) {
            return is_value(one) && !one.is_used && meaning_of(one.name) == ScalarMeaning::height;
        });
    }
    [[nodiscard]] bool has_texture() const {
        return std::ranges::any_of(kernel_.parameters, [](const SourceParameter& p) { return p.is_texture; });
    }
    [[nodiscard]] Message not_filled_in(const SourceParameter& parameter) const {
        if (parameter.type.ends_with('*'))
            return msg("'{}' of {} points to '{}', which is itself a pointer and cannot be filled", parameter.name,
                       kernel_.name, parameter.type);
        return parameter.members.empty()
                   ? msg("'{}' of {} points to '{}', which is not a number", parameter.name, kernel_.name,
                         parameter.type)
                   : msg("'{}' of {} points to '{}', which contains pointers and cannot be filled", parameter.name,
                         kernel_.name, parameter.type);
    }
    [[nodiscard]] uint32_t channels_of(const SourceParameter& parameter) const {
        const auto type = type_of(parameter);
        if (type && type->is_vector) return 1;
        return has(ScalarMeaning::channels) ? 3 : parameter.channels;
    }

    Result<void> add_buffer(const SourceParameter& parameter) {
        const auto objects = object_cells(parameter);
        auto type = type_of(parameter);
        if (!type && objects) type = CellType{objects->type, 1, true};
        if (!type) return fail(ErrorKind::failed, not_filled_in(parameter));
        BufferSpec buffer;
        buffer.name = parameter.name;
        buffer.type = type->type;
        buffer.channels = type->channels;
        buffer.is_main_input = buffer.name == draft_.main;
        buffer.owners = Owners::any;
        const bool read_only = is_input(parameter);
        buffer.role = read_only ? BufferRole::input : BufferRole::output;
        if (!type->is_vector) buffer.channels = channels_of(parameter);
        if (buffer.is_main_input) {
            if (parameter.channels > 1)
                draft_.explain_about(
                    Guess::About::buffer, buffer.name,
                    msg("{}: {} numbers per cell, according to its indices", buffer.name, parameter.channels));
            draft_.variant.buffers.push_back(std::move(buffer));
            return {};
        }
        const ShapeReason reason = set_shape(buffer, parameter);
        if (read_only || parameter.is_loaded) buffer.contents = noise_of_another_seed();
        if ((parameter.holds_offsets && draft_.extent == Extent::dimensions) ||
            (parameter.is_sorted && buffer.contents))
            buffer.contents = "index";
        if (objects) add_objects(buffer, *objects);
        if (parameter.is_atomic) {
            buffer.contents = "0";
            buffer.owners = Owners::many;
        }
        if (parameter.empty_value && buffer.contents && can_hold(buffer.type, *parameter.empty_value))
            buffer.contents = std::to_string(*parameter.empty_value);
        std::string extents = buffer.width;
        if (buffer.height != "1" || buffer.depth != "1") extents += " x " + buffer.height;
        if (buffer.depth != "1") extents += " x " + buffer.depth;
        Message shape = with_reason(
            Message::verbatim(fmt::format("{} {}{}", extents, name_of(buffer.type),
                                          buffer.channels > 1 ? fmt::format(" x {}", buffer.channels) : "")),
            reason);
        if (objects)
            shape = objects->alike ? msg("{}, {} per {}", shape, objects->numbers, parameter.type)
                                   : msg("{}, {} per {} (its members have several types)", shape, objects->numbers,
                                         parameter.type);
        draft_.explain_about(Guess::About::buffer, buffer.name,
                             !buffer.contents ? read_only ? msg("{}: input of {}", buffer.name, shape)
                                                          : msg("{}: output of {}", buffer.name, shape)
                             : read_only
                                 ? msg("{}: input of {}, filled with {}", buffer.name, shape, *buffer.contents)
                                 : msg("{}: output of {}, filled with {}", buffer.name, shape, *buffer.contents));
        draft_.variant.buffers.push_back(std::move(buffer));
        return {};
    }

    [[nodiscard]] static bool can_hold(ElementType type, int64_t value) {
        const bool is_unsigned =
            type == ElementType::u8 || type == ElementType::u16 || type == ElementType::u32 || type == ElementType::u64;
        return is_unsigned ? value >= 0 : value <= std::numeric_limits<int32_t>::max();
    }

    Result<void> add_texture(const SourceParameter& parameter) {
        const auto type = type_of(parameter);
        if (!type || type->channels == 3 || size_of(type->type) > 4)
            return fail(ErrorKind::failed, msg("the texture '{}' of {} returns '{}', which texels cannot hold",
                                               parameter.name, kernel_.name, parameter.type));
        if (!parameter.fetched_by.empty() && parameter.fetched_by != "tex2D")
            return fail(ErrorKind::failed,
                        msg("the texture '{}' of {} is read by {}; only those of two dimensions (tex2D) are set up",
                            parameter.name, kernel_.name, parameter.fetched_by));
        BufferSpec buffer;
        buffer.name = parameter.name + "_texels";
        buffer.type = type->type;
        buffer.channels = type->channels;
        buffer.role = BufferRole::input;
        buffer.owners = Owners::any;
        buffer.is_main_input = parameter.name == draft_.main;
        if (!buffer.is_main_input) {
            lay_out(buffer);
            buffer.contents = noise_of_another_seed();
        }
        TextureSpec texture;
        texture.name = parameter.name;
        texture.buffer = buffer.name;
        texture.settings.normalized_coordinates = parameter.fetched_normalized;
        texture.settings.linear = is_floating(type->type);
        draft_.guesses.push_back(
            {Guess::About::buffer, buffer.name,
             msg("'{}' is a texture over {} of {}, filter {}, clamped, with coordinates {}", parameter.name,
                 buffer.is_main_input ? msg("the picture") : msg("noise"),
                 fmt::format("{}{}", name_of(buffer.type),
                             buffer.channels > 1 ? fmt::format(" x {}", buffer.channels) : ""),
                 texture.settings.linear ? "linear" : "point",
                 texture.settings.normalized_coordinates ? msg("from 0 to 1") : msg("in texels"))});
        draft_.variant.textures.push_back(std::move(texture));
        draft_.variant.buffers.push_back(std::move(buffer));
        return {};
    }

    void lay_out(BufferSpec& buffer) const {
        std::tie(buffer.width, buffer.height, buffer.depth) = std::tie(draft_.side.x, draft_.side.y, draft_.side.z);
    }
    /// Reason why a buffer's shape differs from the picture's.
    enum class ShapeReason : uint8_t { none, name, blocks, single, transposed, planes, index };
    static Message with_reason(const Message& shape, ShapeReason reason) {
        switch (reason) {
        case ShapeReason::none: break;
        case ShapeReason::name: return msg("{}, according to its name", shape);
        case ShapeReason::blocks: return msg("{}, one per block", shape);
        case ShapeReason::single: return msg("{}, since only its first element is used", shape);
        case ShapeReason::transposed: return msg("{}, with rows and columns exchanged, according to its index", shape);
        case ShapeReason::index: return msg("{}, according to its index", shape);
        case ShapeReason::planes: return msg("{}, in planes, according to its index", shape);
        }
        return shape;
    }
    ShapeReason set_shape(BufferSpec& buffer, const SourceParameter& parameter) const {
        lay_out(buffer);
        if (draft_.extent == Extent::dimensions) return set_length(buffer, parameter);
        const bool bins = parameter.name.find("hist") != std::string::npos ||
                          parameter.name.find("bin") != std::string::npos ||
                          parameter.name.find("Hist") != std::string::npos;
        if (bins && parameter.is_atomic) {
            std::tie(buffer.width, buffer.height, buffer.depth) = std::tuple("256", "1", "1");
            return ShapeReason::name;
        }
        if (parameter.by_block) {
            const std::string blocks =
                kernel_.block_row.empty()
                    ? fmt::format("ceil_div({}, block.x{})", threads_of(kernel_, draft_.side), elements_text(kernel_))
                    : draft_.side.y;
            std::tie(buffer.width, buffer.height, buffer.depth) = std::tuple(blocks, "1", "1");
            return ShapeReason::blocks;
        }
        if (parameter.single) {
            std::tie(buffer.width, buffer.height, buffer.depth) = std::tuple("1", "1", "1");
            return ShapeReason::single;
        }
        if (const auto cells = cells_of_vector(parameter)) {
            std::tie(buffer.width, buffer.height, buffer.depth) = std::tuple(*cells, "1", "1");
            return ShapeReason::none;
        }
        if (fits_length(buffer, parameter)) return ShapeReason::index;
        if (begins_rows(parameter) && buffer.height == "1") {
            buffer.width += " + 1";
        } else if (is_transposed(parameter)) {
            std::swap(buffer.width, buffer.height);
            return ShapeReason::transposed;
        } else if (parameter.planes > 1 && buffer.depth == "1") {
            buffer.depth = std::to_string(parameter.planes);
            return ShapeReason::planes;
        }
        return ShapeReason::none;
    }

    /// Sets the length that the indices tell if it is another one than the data's.
    bool fits_length(BufferSpec& buffer, const SourceParameter& parameter) const {
        const Expression length = length_of(draft_, kernel_, parameter);
        const std::set<std::string> words = words_in(length);
        if (draft_.extent == Extent::volume || is_transposed(parameter)) return false;
        if (length.empty() || words.contains("block")) return false;
        const Expression cells = fmt::format("{} * {} * {}", cells_of(draft_.side), channels_of(parameter),
                                             draft_.side.z == "1" ? parameter.planes : 1);
        if (are_equal(length, cells)) return false;
        buffer.width = length;
        buffer.height = buffer.depth = "1";
        if (!type_of(parameter) || !type_of(parameter)->is_vector) buffer.channels = 1;
        return true;
    }

    ShapeReason set_length(BufferSpec& buffer, const SourceParameter& parameter) const {
        buffer.width = length_of(draft_, kernel_, parameter);
        buffer.height = buffer.depth = "1";
        buffer.channels = type_of(parameter) && type_of(parameter)->is_vector ? buffer.channels : 1;
        if (!buffer.width.empty()) return ShapeReason::index;
        if (parameter.single) {
            buffer.width = "1";
            return ShapeReason::single;
        }
        for (const SourceParameter& other : kernel_.parameters)
            if (const Expression length = other.is_pointer ? length_of(draft_, kernel_, other) : ""; !length.empty())
                buffer.width = buffer.width.empty() ? length : fmt::format("max({}, {})", buffer.width, length);
        return ShapeReason::none;
    }

    /// Returns the length of a vector that belongs to a matrix, as in "y[i] += a[i * cols + j] * x[j]".
    [[nodiscard]] std::optional<std::string> cells_of_vector(const SourceParameter& parameter) const {
        const bool by_rows = !kernel_.thread_row.empty();
        if (!kernel_.has_line_per_thread() || draft_.side.y == "1") return std::nullopt;
        if (parameter.indexes_threads) return by_rows ? draft_.side.y : draft_.side.x;
        if (parameter.indexes_loops) return by_rows ? draft_.side.x : draft_.side.y;
        return std::nullopt;
    }

    /// Recognizes "[x * height + y]", and "[y * height + x]" after blocks were exchanged.
    [[nodiscard]] bool is_transposed(const SourceParameter& parameter) const {
        const bool exchanged = kernel_.exchanges_blocks && parameter.is_stored && parameter.column_stride.empty();
        const std::string& stride = exchanged ? parameter.row_stride : parameter.column_stride;
        return (exchanged || parameter.row_stride.empty()) &&
               std::ranges::any_of(kernel_.parameters, [&](const SourceParameter& one) {
                   return is_value(one) && one.name == stride && meaning_in(kernel_, one) == ScalarMeaning::height;
               });
    }

    /// Widens the buffer if a cell has too few channels for an object's numbers.
    static void add_objects(BufferSpec& buffer, const ObjectCells& objects) {
        if (buffer.channels != objects.numbers)
            buffer.width = buffer.width == "1" ? std::to_string(objects.numbers)
                                               : fmt::format("({}) * {}", buffer.width, objects.numbers);
        if (!objects.alike && buffer.contents) buffer.contents = "0";
    }

    void add_grid(LaunchSpec& launch) {
        const bool has_block_results = std::ranges::any_of(kernel_.parameters, &SourceParameter::by_block);
        const bool has_spare_block = (draft_.input == "picture" || kernel_.threads_per_element > 1) &&
                                     (expects_any_size(kernel_) || ignores_rows()) && !has_block_results &&
                                     !kernel_.uses_wmma;
        GuessedLaunch guessed = guess_launch(kernel_, draft_.side, has_spare_block);
        draft_.variant.block = guessed.block;
        draft_.variant.block_dimensions = guessed.block_dimensions;
        launch.grid = std::move(guessed.grid);
        launch.shared = std::move(guessed.shared);
        draft_.guesses.insert(draft_.guesses.end(), guessed.guesses.begin(), guessed.guesses.end());
    }

    std::vector<SourceParameter> parameters_;
    SourceKernel kernel_; // after flat_parameters()
    std::set<ScalarMeaning> meanings_;
    size_t whole_numbers_ = 0;
    SetupDraft draft_;
};

} // namespace

Result<KernelSetup> guess_setup(const SourceKernel& kernel, const std::string& instance) {
    return Guesser(kernel, instance).guess();
}

} // namespace warpscope::catalog
