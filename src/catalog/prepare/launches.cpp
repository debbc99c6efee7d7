#include "catalog/prepare/launches.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <span>

#include "base/plan/devices.hpp"
#include "base/symbol_name.hpp"
#include "catalog/arguments.hpp"
#include "language/tr.hpp"

namespace warpscope::catalog {
namespace {

constexpr size_t max_launches = 100'000;

class LaunchPlanner {
public:
    LaunchPlanner(const Variant& variant, const Settings& settings, const DeviceLimits& limits, Evaluation& values,
                  Prepared& out)
        : variant_(variant)
        , settings_(settings)
        , limits_(limits)
        , values_(values)
        , out_(out) {}

    Result<void> add() {
        const std::vector<LaunchSpec>& specs = variant_.launches;
        for (size_t first = 0, end = 0; first < specs.size(); first = end) {
            for (end = first + 1;
                 end < specs.size() && !specs[first].loop.empty() && specs[end].loop == specs[first].loop;)
                ++end;
            if (auto added = add_loop(std::span(specs).subspan(first, end - first)); !added) return added;
        }
        if (out_.plan.launches.empty()) return misuse(msg("With these settings, no kernel is launched."));
        if (auto why = division_error(out_.plan)) return misuse(std::move(*why));
        return {};
    }

private:
    Result<void> add_loop(std::span<const LaunchSpec> specs) {
        const bool loop = !specs.front().loop.empty();
        values_.set("block", settings_.block);
        int64_t rounds = 1;
        if (loop) {
            const auto wanted = values_.number(specs.front().rounds);
            if (!wanted) return tl::unexpected(wanted.error());
            rounds = *wanted;
            if (rounds < 0 || static_cast<uint64_t>(rounds) > max_launches)
                return misuse(msg("The loop '{}' would have {} rounds (rounds = {}); 0 to {} are allowed.",
                                  specs.front().loop, rounds, specs.front().rounds, max_launches));
        }
        std::vector<int64_t> iterations(specs.size());
        for (int64_t round = 0; round < rounds; ++round)
            for (size_t k = 0; k < specs.size(); ++k) {
                if (loop) values_.set("round", round);
                values_.set("block", settings_.block);
                const auto repeat = values_.number(specs[k].repeat);
                if (!repeat) return tl::unexpected(repeat.error());
                if (*repeat < 0 || static_cast<uint64_t>(*repeat) + out_.plan.launches.size() > max_launches)
                    return misuse(msg("'{}' would be launched {} times (repeat = {}); 0 to {} are allowed.",
                                      specs[k].kernel, *repeat, specs[k].repeat, max_launches));
                for (int64_t left = *repeat; left > 0; --left)
                    if (auto added = add_everywhere(specs[k], iterations[k]++); !added) return added;
            }
        return {};
    }

    /// Refuses launches beyond device limits. If the variant expects this, sets `launch.refused` instead.
    Result<void> check_limits(const LaunchConfig& config, PlannedLaunch& launch) const {
        auto why = config_error(config, limits_);
        if (!why) return {};
        const auto& shown = variant_.findings;
        if (std::find(shown.begin(), shown.end(), "invalid_launch") == shown.end()) return misuse(*why);
        launch.refused = std::move(*why);
        return {};
    }

    Result<void> add_everywhere(const LaunchSpec& spec, int64_t iteration) {
        values_.set("iteration", iteration);
        const uint32_t devices = spec.on_each_device ? out_.plan.devices : 1;
        for (const CopySpec& copy : spec.copies)
            // Each copy runs on all devices before the next one, which may depend on it.
            for (uint32_t device = 0; device < devices; ++device) {
                values_.set("device", device);
                if (auto added = copies_.add(spec, copy, static_cast<uint64_t>(iteration), values_.numbers()); !added)
                    return added;
            }
        const size_t first = out_.plan.launches.size();
        for (uint32_t device = 0; device < devices; ++device) {
            values_.set("device", device);
            if (auto added = add_launch(spec, iteration, device); !added) return added;
        }
        copies_.settle(spec, first);
        return {};
    }

    bool is_idle(const LaunchSpec& spec) const {
        return spec.on_each_device && std::ranges::any_of(spec.grid, [&](const Expression& extent) {
                   const auto blocks = values_.number(extent);
                   return blocks && *blocks == 0;
               });
    }

    Result<void> add_launch(const LaunchSpec& spec, int64_t iteration, uint32_t device) {
        values_.set("block", settings_.block);
        PlannedLaunch launch;
        launch.device = device;
        launch.config.block = settings_.block;
        if (!spec.block.empty()) {
            const auto block = values_.dimensions(spec.block, msg("the block"));
            if (!block) return tl::unexpected(block.error());
            launch.config.block = *block;
            values_.set("block", *block);
        }
        auto kernel = values_.filled_in(spec.kernel);
        if (!kernel) return tl::unexpected(kernel.error());
        launch.kernel = std::move(*kernel);
        // Checks the block first, because the grid may depend on it.
        if (auto fits = check_limits({{}, launch.config.block, 0}, launch); !fits) return fits;
        if (is_idle(spec)) return {};
        want_instance(launch.kernel);
        const auto grid = values_.dimensions(spec.grid, msg("the grid"));
        if (!grid) return tl::unexpected(grid.error());
        launch.config.grid = *grid;
        launch.config.cooperative = spec.cooperative;
        values_.set("grid", *grid);
        if (auto fits = check_limits(launch.config, launch); !fits) return fits;
        values_.set("blocks", static_cast<int64_t>(launch.config.blocks()));
        values_.set("threads", static_cast<int64_t>(launch.config.threads()));
        const auto shared = values_.number(spec.shared);
        if (!shared) return tl::unexpected(shared.error());
        if (*shared < 0 || *shared > std::numeric_limits<int32_t>::max())
            return misuse(msg("The shared memory ({}) comes out as {} bytes.", spec.shared, *shared));
        launch.config.dynamic_shared_bytes = static_cast<uint32_t>(*shared);
        if (auto fits = check_limits(launch.config, launch); !fits) return fits;
        const ArgumentValues meanings{
            variant_.parameters,
            variant_.buffers,
            variant_.textures,
            [this](const Parameter& parameter) { return values_.value_of(parameter); },
            values_.numbers(),
            static_cast<uint64_t>(iteration),
            [this](uint32_t buffer, const Expression& part, const Expression& row) {
                return copies_.end(buffer, part, row, values_.numbers()).map([](const PlannedCopy::End& end) {
                    return end.offset;
                });
            },
            [this](uint32_t buffer) { return out_.plan.buffers[buffer].layout.bytes(); }};
        for (const ArgumentSpec& argument_spec : spec.arguments) {
            auto argument = make_argument(argument_spec, meanings);
            if (!argument) return tl::unexpected(argument.error());
            launch.arguments.push_back(std::move(*argument));
        }
        out_.plan.launches.push_back(std::move(launch));
        return {};
    }

    void want_instance(std::string_view kernel) {
        const NameParts parts = parts_of(kernel);
        std::string wanted = fmt::format("{}{}", parts.name, parts.parameters);
        auto& all = out_.instances;
        if (parts.name.ends_with('>') && std::find(all.begin(), all.end(), wanted) == all.end())
            all.push_back(std::move(wanted));
    }

    const Variant& variant_;
    const Settings& settings_;
    const DeviceLimits& limits_;
    Evaluation& values_;
    Prepared& out_;
    CopyPlanner copies_{variant_, out_.plan};
};

} // namespace

Result<void> add_launches(const Variant& variant, const Settings& settings, const DeviceLimits& limits,
                          Evaluation& values, Prepared& out) {
    return LaunchPlanner(variant, settings, limits, values, out).add();
}

} // namespace warpscope::catalog
