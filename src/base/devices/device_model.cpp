#include "base/devices/device_model.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>

#include <fmt/format.h>

namespace warpscope {
namespace {

constexpr int kib = 1024;

/// Reference: CUDA C++ Programming Guide, technical specifications and arithmetic instructions.
struct Architecture {
    int major, minor, threads, blocks, shared_kib, max_shared_kib, reserved_kib, single_to_double;
};
constexpr Architecture cc61{6, 1, 2048, 32, 96, 48, 0, 32}, cc70{7, 0, 2048, 32, 96, 96, 0, 2},
    cc75{7, 5, 1024, 16, 64, 64, 0, 32}, cc80{8, 0, 2048, 32, 164, 163, 1, 2}, cc86{8, 6, 1536, 16, 100, 99, 1, 64},
    cc89{8, 9, 1536, 24, 100, 99, 1, 64}, cc90{9, 0, 2048, 32, 228, 227, 1, 2};

/// Values from data sheets, at boost clock, without sparsity.
struct Board {
    std::string_view name, reported_as;
    int multiprocessors, clock_mhz, memory_clock_mhz, bus_bits, l2_kib, memory_gib;
    double tflops, gigabytes;
};

constexpr DeviceModel model(const Architecture& a, const Board& b) {
    return {b.name,
            b.reported_as,
            a.major,
            a.minor,
            b.multiprocessors,
            a.threads,
            a.blocks,
            65536,
            a.shared_kib * kib,
            a.max_shared_kib * kib,
            a.reserved_kib * kib,
            a.single_to_double,
            b.clock_mhz * 1000,
            b.memory_clock_mhz * 1000,
            b.bus_bits,
            b.l2_kib * kib,
            static_cast<uint64_t>(b.memory_gib) << 30,
            b.tflops,
            b.gigabytes};
}

constexpr std::array models{
    model(cc90, {"H100 SXM", "H100 80GB HBM3", 132, 1980, 2619, 5120, 50 * kib, 80, 67, 3350}),
    model(cc90, {"H100 PCIe", "H100 PCIe", 114, 1755, 1593, 5120, 50 * kib, 80, 51, 2000}),
    model(cc90, {"H200 SXM", "H200", 132, 1980, 3125, 6144, 50 * kib, 141, 67, 4800}),
    model(cc80, {"A100 80 GB SXM", "A100-SXM4-80GB", 108, 1410, 1593, 5120, 40 * kib, 80, 19.5, 2039}),
    model(cc80, {"A100 40 GB", "A100", 108, 1410, 1215, 5120, 40 * kib, 40, 19.5, 1555}),
    model(cc70, {"V100 SXM2", "V100", 80, 1530, 877, 4096, 6 * kib, 16, 15.7, 900}),
    model(cc89, {"L4", "NVIDIA L4", 58, 2040, 6251, 192, 48 * kib, 24, 30.3, 300}),
    model(cc75, {"T4", "T4", 40, 1590, 5001, 256, 4 * kib, 16, 8.1, 320}),
    model(cc89, {"RTX 4090", "RTX 4090", 128, 2520, 10501, 384, 72 * kib, 24, 82.6, 1008}),
    model(cc89, {"RTX 4060", "RTX 4060", 24, 2460, 8501, 128, 24 * kib, 8, 15.1, 272}),
    model(cc86, {"RTX 3090", "RTX 3090", 82, 1695, 9751, 384, 6 * kib, 24, 35.6, 936}),
    model(cc86, {"RTX 3060 12 GB", "RTX 3060", 28, 1777, 7501, 192, 3 * kib, 12, 12.7, 360}),
    model(cc61, {"GTX 1080 Ti", "GTX 1080 Ti", 28, 1582, 5505, 352, 2816, 11, 11.3, 484})};

bool begins_with(std::string_view name, std::string_view typed) {
    return name.size() >= typed.size() && std::ranges::equal(name.substr(0, typed.size()), typed, [](char a, char b) {
               return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
           });
}

} // namespace

std::span<const DeviceModel> device_models() { return models; }

const DeviceModel* find_device_model(std::string_view name) {
    if (name.empty()) return nullptr;
    const auto fits = [&](const DeviceModel& model) { return begins_with(model.name, name); };
    const auto whole = std::ranges::find_if(
        models, [&](const DeviceModel& model) { return fits(model) && model.name.size() == name.size(); });
    if (whole != models.end()) return &*whole;
    auto first = std::ranges::find_if(models, fits);
    if (first == models.end())
        first = std::ranges::find_if(
            models, [&](const DeviceModel& model) { return name.find(model.reported_as) != std::string_view::npos; });
    return first == models.end() ? nullptr : &*first;
}

const DeviceModel& chosen_device_model() {
    const char* const name = std::getenv(device_model_variable);
    const DeviceModel* const found = name == nullptr ? nullptr : find_device_model(name);
    return found == nullptr ? models.front() : *found;
}

const DeviceModel& selected_device_model(std::string_view selected, std::string_view gpu) {
    for (const std::string_view name : {selected, gpu})
        if (const DeviceModel* const found = find_device_model(name)) return *found;
    return chosen_device_model();
}

Result<const DeviceModel*> known_device_model(const std::string& name) {
    if (const DeviceModel* const found = find_device_model(name)) return found;
    std::string names;
    for (const DeviceModel& model : models) names += fmt::format("{}{}", names.empty() ? "" : ", ", model.name);
    return fail(ErrorKind::usage, msg("'{}' is not a known device.", name), msg("known: {}", names));
}

Result<void> choose_device_model(const std::string& name) {
    return known_device_model(name).map(
        [](const DeviceModel* found) { setenv(device_model_variable, std::string(found->name).c_str(), 1); });
}

} // namespace warpscope
