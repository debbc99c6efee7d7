// Reads events recorded by src/runtime.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace warpscope::program {

/// An event equal to an earlier one except for these members.
struct RepeatedEvent {
    size_t first = 0; // index of the earlier event
    uint32_t launch = 0;
    double execute_ms = 0;
};

struct Event {
    nlohmann::ordered_json json; // null if repeated
    std::optional<RepeatedEvent> repeated;
};

/// Skips invalid lines. Includes tail files next to `file`.
[[nodiscard]] std::vector<Event> read_events(const std::filesystem::path& file);

} // namespace warpscope::program
