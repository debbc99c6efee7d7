#include "catalog/legal.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace warpscope::catalog {
namespace {

constexpr int64_t max_tried = 256;

class Values {
public:
    Values(const Variant& variant, const Knob& knob, const DeviceLimits& limits) {
        for (const Parameter& p : variant.parameters)
            if (p.name == knob.parameter) {
                first_ = p.minimum;
                step_ = p.step > 0 ? p.step : 1;
                count_ = static_cast<int64_t>(std::floor((p.maximum - p.minimum) / step_ + 1e-9)) + 1;
            }
        if (!knob.parameter.empty()) return;
        const uint32_t extents[] = {limits.max_block.x, limits.max_block.y, limits.max_block.z};
        count_ = extents[knob.axis];
        in_ratio_ = true;
    }
    [[nodiscard]] int64_t count() const { return count_; }
    [[nodiscard]] double operator[](int64_t number) const { return first_ + static_cast<double>(number) * step_; }
    [[nodiscard]] std::vector<int64_t> probes() const {
        std::vector<int64_t> numbers;
        const int64_t tried = std::min(count_, max_tried);
        for (int64_t i = 0; i < tried; ++i) {
            const double share = tried == 1 ? 0 : static_cast<double>(i) / static_cast<double>(tried - 1);
            const double last = static_cast<double>(count_ - 1);
            const auto number =
                static_cast<int64_t>(std::llround(in_ratio_ ? std::pow(last + 1, share) - 1 : share * last));
            if (numbers.empty() || number > numbers.back()) numbers.push_back(number);
        }
        return numbers;
    }

private:
    double first_ = 1, step_ = 1;
    int64_t count_ = 1;
    bool in_ratio_ = false;
};

class Finder {
public:
    Finder(const Variant& variant, const Settings& settings, const Shape& input, const Knob& knob,
           const DeviceLimits& limits)
        : variant_(variant)
        , settings_(settings)
        , input_(input)
        , knob_(knob)
        , limits_(limits)
        , values_(variant, knob, limits) {}

    std::vector<IllegalSpan> find() {
        std::vector<IllegalSpan> spans;
        std::optional<int64_t> start;
        Message why;
        const auto close = [&](int64_t last) {
            if (start) spans.push_back({values_[*start], values_[last], why});
            start.reset();
        };
        std::optional<Message> before;
        int64_t before_number = 0;
        for (const int64_t number : values_.probes()) {
            const auto refused = refusal(number);
            if (number > 0 && refused.has_value() != before.has_value()) {
                const auto [last, reason] = border(before_number, number, before.has_value());
                if (refused) {
                    start = last + 1;
                    why = reason;
                } else {
                    why = reason;
                    close(last);
                }
            } else if (number == 0 && refused) {
                start = 0;
                why = *refused;
            }
            before = refused;
            before_number = number;
        }
        close(values_.count() - 1);
        return spans;
    }

private:
    [[nodiscard]] std::optional<Message> refusal(int64_t number) const {
        Settings settings = settings_;
        const double value = values_[number];
        if (knob_.parameter.empty()) {
            uint32_t* const extents[] = {&settings.block.x, &settings.block.y, &settings.block.z};
            *extents[knob_.axis] = static_cast<uint32_t>(value);
        } else {
            settings.values[knob_.parameter] = value;
        }
        const auto legal = check_settings(variant_, settings, input_, limits_);
        return legal ? std::nullopt : std::optional(legal.error().message);
    }

    /// Bisects between `low` and `high`, exactly one of which is refused. Returns the last number with the outcome
    /// of `low`, and the reason why the refused number at the border is refused.
    [[nodiscard]] std::pair<int64_t, Message> border(int64_t low, int64_t high, bool low_refused) const {
        while (high - low > 1) {
            const int64_t middle = low + (high - low) / 2;
            (refusal(middle).has_value() == low_refused ? low : high) = middle;
        }
        return {low, refusal(low_refused ? low : high).value_or("")};
    }

    const Variant& variant_;
    const Settings& settings_;
    const Shape& input_;
    const Knob& knob_;
    const DeviceLimits& limits_;
    Values values_;
};

} // namespace

std::vector<IllegalSpan> illegal_values(const Variant& variant, const Settings& settings, const Shape& input,
                                        const Knob& knob, const DeviceLimits& limits) {
    return Finder(variant, settings, input, knob, limits).find();
}

IllegalValues all_illegal_values(const Variant& variant, const Settings& settings, const Shape& input,
                                 const DeviceLimits& limits) {
    IllegalValues all;
    const auto add = [&](const std::string& name, const Knob& knob) {
        if (auto spans = illegal_values(variant, settings, input, knob, limits); !spans.empty())
            all[name] = std::move(spans);
    };
    for (const Parameter& parameter : variant.parameters) add(parameter.name, {parameter.name});
    const std::string axes[] = {"block x", "block y", "block z"};
    for (uint32_t axis = 0; axis < std::min(variant.block_dimensions, 3u); ++axis) add(axes[axis], {{}, axis});
    return all;
}

} // namespace warpscope::catalog
