#include "export/hardware_counters.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/devices/device_model.hpp"
#include "base/files.hpp"
#include "language/tr.hpp"

namespace warpscope::exporting {
namespace {

namespace fs = std::filesystem;

using Sum = uint64_t (*)(const metrics::LaunchMeasurement& launch);
constexpr std::array<std::pair<std::string_view, Sum>, 12> sums{{
    {N_("load sectors"), [](const metrics::LaunchMeasurement& launch) { return launch.global.load_sectors; }},
    {N_("store sectors"), [](const metrics::LaunchMeasurement& launch) { return launch.global.store_sectors; }},
    {N_("load requests"), [](const metrics::LaunchMeasurement& launch) { return launch.global.load_requests; }},
    {N_("store requests"), [](const metrics::LaunchMeasurement& launch) { return launch.global.store_requests; }},
    {N_("shared requests"), [](const metrics::LaunchMeasurement& launch) { return launch.shared.requests; }},
    {N_("shared passes"), [](const metrics::LaunchMeasurement& launch) { return launch.shared.passes; }},
    {N_("bank conflicts"),
     [](const metrics::LaunchMeasurement& launch) { return launch.shared.passes - launch.shared.passes_ideal; }},
    {N_("atomic requests"),
     [](const metrics::LaunchMeasurement& launch) { return launch.atomics.requests - launch.atomics.shared_requests; }},
    {N_("atomic sectors"), [](const metrics::LaunchMeasurement& launch) { return launch.atomics.sectors; }},
    {N_("local requests"),
     [](const metrics::LaunchMeasurement& launch) { return launch.local.load_requests + launch.local.store_requests; }},
    {N_("local sectors"),
     [](const metrics::LaunchMeasurement& launch) { return launch.local.load_sectors + launch.local.store_sectors; }},
    {N_("divergent branches"),
     [](const metrics::LaunchMeasurement& launch) { return launch.divergence.divergent_branches; }},
}};

constexpr std::array<std::pair<std::string_view, std::string_view>, 13> reasons{{
    {"merged", N_("merged or omitted accesses")},
    {"predicated", N_("requests whose lanes are all masked")},
    {"own", N_("branches that ptxas adds")},
    {"registers", N_("arrays in registers")},
    {"stack", N_("saved registers")},
    {"interleaved", N_("a request for each local word")},
    {"texture", N_("the texture unit counts apart")},
    {"queued", N_("waits for other accesses to L1")},
    {"beyond", N_("accesses outside of all buffers")},
    {"atomics", N_("atomics take one lane at a time")},
    {"late", N_("lanes go on alone")},
    {"warpsync", N_("lanes with different masks take turns")},
    {"depends", N_("depends on the order of blocks and warps")},
}};

std::string words_of_reason(std::string_view reason) {
    const auto found = std::ranges::find(reasons, reason, &decltype(reasons)::value_type::first);
    return found == reasons.end() ? std::string() : std::string(found->second);
}

bool has_initial_setup(const session::RunResult& run) {
    const session::Request& request = run.request;
    if (!request.experiment || request.text || request.ptx) return false;
    if (request.experiment->file.parent_path().parent_path() != catalog::catalog_folder()) return false;
    const catalog::Variant& variant = run.variant();
    const catalog::Settings initial = catalog::default_settings(variant);
    if (variant.block_dimensions > 0 && !(request.settings.block == initial.block)) return false;
    const auto is_initial = [&](const auto& setting) {
        const auto found = initial.values.find(setting.first);
        return found != initial.values.end() && found->second == setting.second;
    };
    if (!std::ranges::all_of(request.settings.values, is_initial)) return false;
    if (catalog::main_input(variant) == nullptr) return true;
    const auto input = catalog::default_input(*request.experiment, variant, catalog::default_picture().string());
    return input && request.input == *input;
}

} // namespace

size_t HardwareCounters::equal_variants(std::span<const std::string_view> counters) const {
    const auto is_equal = [&](const auto& variant) {
        for (size_t k = 0; k < names.size(); ++k)
            if (std::ranges::find(counters, names[k]) != counters.end() &&
                variant.second[k].emulator != variant.second[k].hardware)
                return false;
        return true;
    };
    return static_cast<size_t>(std::ranges::count_if(variants, is_equal));
}

size_t HardwareCounters::equal_variants() const {
    const std::vector<std::string_view> all(names.begin(), names.end());
    return equal_variants(all);
}

size_t HardwareCounters::variants_with(std::string_view counter) const {
    const auto at = static_cast<size_t>(std::ranges::find(names, counter) - names.begin());
    if (at == names.size()) return 0;
    return static_cast<size_t>(std::ranges::count_if(
        variants, [&](const auto& variant) { return variant.second[at].emulator + variant.second[at].hardware > 0; }));
}

std::string agreement_text(const HardwareCounters& counters) {
    constexpr std::array<std::string_view, 3> memory{"load sectors", "store sectors", "shared passes"};
    constexpr std::array<std::string_view, 1> atomics{"atomic requests"};
    const size_t all = counters.variants.size(), with_atomics = counters.variants_with(atomics[0]);
    std::string text = fmt::format(
        "hardware counters of {} (driver {}, {}) equal the emulator's: all in {} of {} variants of the course, global "
        "sectors and shared passes in {}, divergent branches of the PTX that the machine code keeps in {}, requests of "
        "global atomics in {} of {}",
        counters.device, counters.driver, counters.date, counters.equal_variants(), all,
        counters.equal_variants(memory), counters.equal_surviving_branches,
        counters.equal_variants(atomics) + with_atomics - all, with_atomics);
    if (counters.corpus.compared > 0)
        text += fmt::format("; all in {} of {} kernels of the test corpus", counters.corpus.equal,
                            counters.corpus.compared);
    return text + (counters.unexplained > 0 ? fmt::format("; without a known reason, {} differ", counters.unexplained)
                                            : "; every difference fits a known reason");
}

Result<HardwareCounters> read_hardware_counters(const std::filesystem::path& file) {
    const auto text = read_file(file);
    if (!text) return tl::unexpected(text.error());
    const auto refuse = [&] {
        return fail(ErrorKind::failed, msg("{} has no hardware counters.", file.string()),
                    msg("create the file with scripts/gpu_counters.py --counters {}", file.string()));
    };
    const auto json = nlohmann::json::parse(*text, nullptr, false);
    if (!json.is_object()) return refuse();
    try {
        HardwareCounters out;
        out.device = json.at("device").get<std::string>();
        out.driver = json.at("driver").get<std::string>();
        out.date = json.at("date").get<std::string>();
        out.names = json.at("counters").get<std::vector<std::string>>();
        for (const auto& [name, counts] : json.at("variants").items()) {
            const auto emulator = counts.at("emulator").get<std::vector<uint64_t>>();
            const auto hardware = counts.at("hardware").get<std::vector<uint64_t>>();
            if (emulator.size() != out.names.size() || hardware.size() != out.names.size()) return refuse();
            std::vector<HardwareCounters::Counts>& row = out.variants[name];
            const auto why = counts.value("reasons", std::map<std::string, std::string, std::less<>>());
            for (size_t k = 0; k < emulator.size(); ++k) {
                const auto reason = why.find(out.names[k]);
                row.push_back({emulator[k], hardware[k], reason == why.end() ? std::string() : reason->second});
            }
        }
        out.equal_surviving_branches = json.value("equal surviving branches", size_t{0});
        out.unexplained = json.value("unknown", nlohmann::json::array()).size();
        if (const auto corpus = json.find("corpus"); corpus != json.end()) {
            out.corpus = {corpus->at("compared").get<size_t>(), corpus->at("equal").get<size_t>()};
            out.unexplained += corpus->at("unknown").size();
        }
        return out;
    } catch (const nlohmann::json::exception&) {
        return refuse();
    }
}

fs::path user_hardware_counters() {
    const auto variable = [](const char* name) -> fs::path {
        const char* value = std::getenv(name);
        return value != nullptr && *value == '/' ? value : "";
    };
    const fs::path name = fs::path("warpscope") / "hardware_counters.json";
    if (const fs::path data = variable("XDG_DATA_HOME"); !data.empty()) return data / name;
    if (const fs::path home = variable("HOME"); !home.empty()) return home / ".local" / "share" / name;
    return {};
}

const HardwareCounters* find_hardware_counters(std::span<const HardwareCounters> all, std::string_view gpu) {
    if (all.empty()) return nullptr;
    auto found = std::ranges::find(all, gpu, &HardwareCounters::device);
    if (const DeviceModel* const model = find_device_model(gpu); model != nullptr && found == all.end())
        found = std::ranges::find_if(all, [&](const auto& one) { return find_device_model(one.device) == model; });
    return found == all.end() ? &all.front() : &*found;
}

const HardwareCounters* stored_hardware_counters(std::string_view gpu) {
    static const std::vector<HardwareCounters> stored = [] {
        std::vector<HardwareCounters> all;
        for (const fs::path& file :
             {user_hardware_counters(), catalog::default_picture().parent_path() / "hardware_counters.json"})
            if (auto counters = read_hardware_counters(file)) all.push_back(std::move(*counters));
        return all;
    }();
    return find_hardware_counters(stored, gpu);
}

std::vector<ComparedCounter> compare_with_hardware(const HardwareCounters& stored, const session::RunResult& run) {
    std::vector<ComparedCounter> out;
    if (!run.measured || !run.not_emulated.empty() || !has_initial_setup(run)) return out;
    const auto found = stored.variants.find(run.request.experiment->name + "/" + run.variant().name);
    if (found == stored.variants.end()) return out;
    for (size_t k = 0; k < stored.names.size(); ++k) {
        const auto sum = std::ranges::find(sums, stored.names[k], &decltype(sums)::value_type::first);
        if (sum == sums.end()) continue;
        const HardwareCounters::Counts& counts = found->second[k];
        ComparedCounter row{stored.names[k], 0, counts.emulator, counts.hardware};
        for (const metrics::LaunchMeasurement& launch : run.measured->launches()) row.now += sum->second(launch);
        if (row.name != "divergent branches") row.emulator = row.now;
        if (row.emulator != row.hardware) row.reason = words_of_reason(counts.reason);
        out.push_back(std::move(row));
    }
    return out;
}

} // namespace warpscope::exporting
