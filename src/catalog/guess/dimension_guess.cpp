#include "catalog/guess/dimension_guess.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <numeric>
#include <set>

#include "catalog/expression.hpp"
#include "catalog/guess/argument_guess.hpp"
#include "catalog/guess/parameter_names.hpp"
#include "source/tokens.hpp"

namespace warpscope::catalog {
namespace {

using compile::SourceKernel;
using compile::SourceParameter;

constexpr const char* any_block = "blocks";
constexpr const char* block_slider = "block_count";

bool is_whole(const SourceParameter& parameter) {
    const auto type = cell_type(parameter.type);
    return is_value(parameter) && type && !type->is_vector && !is_floating(type->type);
}

std::set<std::string> words_in(const std::string& text) {
    std::set<std::string> out;
    for (const source::Token& token : source::tokens_of(text))
        if (token.is_word()) out.emplace(token.text);
    return out;
}

std::optional<int64_t> sample(const Expression& text) {
    const auto value = evaluate(text, [](std::string_view name) -> std::optional<int64_t> {
        int64_t hash = 0;
        for (const char c : name) hash = (hash * 31 + c) % 97;
        // Halves and quarters are exact.
        return name == "cells" || name == "elements" ? 48 * 7919 : 48 * (101 + hash);
    });
    return value ? std::optional(*value) : std::nullopt;
}

/// Returns whether an array needs more elements than the data has cells. Small multiples are numbers per cell.
bool is_longer(const Expression& length, const Expression& cells) {
    constexpr int64_t max = 4;
    const auto left = sample(length), right = sample(cells);
    if (!left || !right || *left <= *right) return false;
    return *right <= 0 || *left % *right != 0 || *left > max * *right;
}

class Dimensions {
public:
    Dimensions(SetupDraft& draft, const SetupDraft& named, const SourceKernel& kernel, const SourceParameter* main,
               const Expression& cells)
        : draft_(draft)
        , named_(named)
        , kernel_(kernel)
        , main_(main)
        , cells_(cells) {}

    bool set() {
        if (!is_known() || !is_needed()) return false;
        draft_.extent = SetupDraft::Extent::dimensions;
        draft_.main.clear();
        choose_values();
        set_side();
        draft_.explain(msg("each size has a different value, which reveals swapped sizes"));
        return true;
    }

private:
    [[nodiscard]] bool is_known() const {
        if (kernel_.uses_wmma || !kernel_.uses_threads || !kernel_.uses_block_index) return false;
        size_t known = 0, unknown = 0;
        for (const SourceParameter& one : kernel_.parameters) {
            if (one.is_texture || (is_value(one) && range_part(one.name) != RangePart::none)) return false;
            if (!one.is_pointer) continue;
            const bool is_simple = one.single || one.by_block;
            if (one.length.empty() && one.is_stored && !is_simple) return false;
            if (!one.length.empty()) ++known;
            if (one.length.empty() && !is_simple) ++unknown;
            if (one.length.find("block.") != std::string::npos || has_tiles(one)) return false;
        }
        if (known == 0 || unknown > known || (main_ != nullptr && main_->length.empty())) return false;
        const bool has_x = !kernel_.threads[0].text.empty() || !kernel_.uses_block_x || has_rows_by_block();
        const bool has_y = !kernel_.threads[1].text.empty() || !kernel_.uses_block_y;
        const bool has_z = !kernel_.threads[2].text.empty() || kernel_.dimensions < 3;
        return has_x && has_y && has_z;
    }
    [[nodiscard]] static bool has_tiles(const SourceParameter& array) {
        const std::set<std::string> words = words_in(array.length);
        return words.size() == 1 && words.contains(any_block) && array.length != any_block;
    }
    [[nodiscard]] bool has_rows_by_block() const {
        return std::ranges::any_of(kernel_.parameters, [](const SourceParameter& one) {
            return one.is_pointer && words_in(one.length).contains(any_block);
        });
    }

    [[nodiscard]] bool is_needed() const {
        std::set<Expression> values;
        for (const SourceParameter& one : kernel_.parameters) {
            if (one.holds_offsets) return true;
            if (!is_whole(one) || !is_size(one)) continue;
            const Expression value = argument_value(named_, kernel_, one.name);
            if (value == slider_name(one.name) && first_value(one.name, false) == 1) return true;
            if (!values.insert(value).second) return true;
        }
        if (main_ == nullptr || words_in(main_->length).empty()) return false;
        return is_longer(length_of(named_, kernel_, *main_), cells_);
    }

    [[nodiscard]] bool is_size(const SourceParameter& parameter) const {
        if (parameter.is_dimension) return true;
        return parameter.row_length.empty() && !names_pitch(parameter.name) && !names_step(parameter.name) &&
               std::ranges::any_of(kernel_.parameters, [&](const SourceParameter& one) {
                   return one.is_pointer && words_in(one.length).contains(parameter.name);
               });
    }

    void choose_values() {
        std::vector<const SourceParameter*> small;
        for (const SourceParameter& one : kernel_.parameters) {
            if (!is_whole(one) || names_step(one.name) || first_value(one.name, false) > 1) continue;
            if (const double value = large_value(one); value > 0)
                draft_.dimensions[one.name] = value;
            else if (is_size(one) || counts_blocks(one))
                small.push_back(&one);
        }
        static constexpr std::array<double, 8> few{5, 7, 11, 13, 17, 19, 23, 29}, many{2, 3, 7, 11, 5, 13, 17, 19};
        size_t next = 0;
        for (const SourceParameter* one : small)
            draft_.dimensions[one->name] = small.size() > 4 ? many[next++ % many.size()] : few[next++ % few.size()];
        for (const SourceParameter& one : kernel_.parameters) widen_picture(one);
        for (const SourceParameter& one : kernel_.parameters) round_up(one);
    }

    /// Exchanges the values of "src_width" and "src_height" if the width is smaller.
    void widen_picture(const SourceParameter& parameter) {
        const NamedExtent width = split_extent(parameter.name);
        const auto own = draft_.dimensions.find(parameter.name);
        if (width.meaning != ScalarMeaning::width || own == draft_.dimensions.end()) return;
        for (auto& [name, value] : draft_.dimensions)
            if (const NamedExtent height = split_extent(name);
                height.meaning == ScalarMeaning::height && height.stem == width.stem && value > own->second)
                std::swap(value, own->second);
    }

    [[nodiscard]] double large_value(const SourceParameter& parameter) const {
        static constexpr std::array<double, 3> of_plane{37, 53, 5};
        const bool is_kernel_side = parameter.name == "R" || parameter.name == "S";
        if (is_kernel_side && parameter.bounds_loop && has("C") && has("K")) return 3;
        const bool flat = kernel_.threads[1].counts_threads;
        for (size_t i = 0; i < kernel_.threads.size(); ++i)
            if (kernel_.threads[i].counts_threads && words_in(kernel_.threads[i].text) == std::set{parameter.name})
                return parameter.bounds_values ? 1003 : flat ? of_plane[i] : 1003;
        if (parameter.bounds_values) return 259;
        for (size_t i = 0; i < 2; ++i)
            if (!kernel_.threads[i].counts_threads && words_in(kernel_.threads[i].text) == std::set{parameter.name})
                return i == 0 ? 101 : 23;
        const auto loops = std::ranges::count_if(kernel_.parameters, &SourceParameter::bounds_loop);
        return flat && loops == 1 && parameter.bounds_loop && names_size(parameter.name) ? 45 : 0;
    }

    [[nodiscard]] bool has(std::string_view name) const {
        return std::ranges::find(kernel_.parameters, name, &SourceParameter::name) != kernel_.parameters.end();
    }

    /// Makes a size divisible by another one, such as the channels by the heads.
    void round_up(const SourceParameter& parameter) {
        const auto own = draft_.dimensions.find(parameter.name);
        if (own == draft_.dimensions.end()) return;
        for (const std::string& divisor : parameter.divided_by) {
            const auto other = draft_.dimensions.find(divisor);
            const double by = other != draft_.dimensions.end() ? other->second : std::strtod(divisor.c_str(), nullptr);
            if (by > 1) own->second = std::ceil(own->second / by) * by;
        }
    }

    /// Returns whether the parameter is the number of blocks, which the kernel does not check.
    [[nodiscard]] bool counts_blocks(const SourceParameter& parameter) const {
        return !parameter.is_used && kernel_.threads[0].text.empty() && has_rows_by_block() &&
               names_size(parameter.name);
    }

    void set_side() {
        const auto value = [&](const std::string& text) {
            return replace_names(text, [&](std::string_view name) { return argument_value(draft_, kernel_, name); });
        };
        draft_.side = {value(kernel_.threads[0].text), value(kernel_.threads[1].text), value(kernel_.threads[2].text)};
        draft_.side.x_counts_blocks = !kernel_.threads[0].counts_threads;
        if (draft_.side.x.empty() && kernel_.uses_block_x) {
            const auto rows = std::ranges::find_if(kernel_.parameters,
                                                   [&](const SourceParameter& one) { return counts_blocks(one); });
            if (rows != kernel_.parameters.end()) {
                draft_.side.x = slider_name(rows->name);
            } else {
                draft_.add_slider(block_slider, 7, 1, 4096, "blocks");
                draft_.side.x = block_slider;
            }
        }
        for (Expression* const axis : {&draft_.side.x, &draft_.side.y, &draft_.side.z})
            if (axis->empty()) *axis = "1";
    }

    SetupDraft& draft_;
    const SetupDraft& named_;
    const SourceKernel& kernel_;
    const SourceParameter* main_;
    const Expression& cells_;
};

} // namespace

bool set_dimensions(SetupDraft& draft, const SetupDraft& named, const SourceKernel& kernel, const SourceParameter* main,
                    const Expression& cells) {
    return Dimensions(draft, named, kernel, main, cells).set();
}

Expression length_of(const SetupDraft& draft, const SourceKernel& kernel, const SourceParameter& array) {
    if (array.length.empty()) return {};
    return replace_names(array.length, [&](std::string_view name) {
        if (name != any_block) return argument_value(draft, kernel, name);
        const bool has_block_per_row = !kernel.block_row.empty() && draft.side.y != "1";
        if (has_block_per_row && draft.extent != SetupDraft::Extent::dimensions) return draft.side.y;
        return draft.side.x_counts_blocks ? draft.side.x : fmt::format("ceil_div({}, block.x)", draft.side.x);
    });
}

bool are_equal(const Expression& one, const Expression& other) {
    const auto left = sample(one), right = sample(other);
    return left && right && *left == *right;
}

} // namespace warpscope::catalog
