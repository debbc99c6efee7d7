#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace warpscope::program {

struct RepeatedEvent {
    size_t first = 0; // index of the repeated event
    uint32_t launch = 0;
    double execute_ms = 0;
};

struct Event {
    nlohmann::ordered_json json; // null if repeated
    std::optional<RepeatedEvent> repeated;
};

/// Reads events of src/runtime, including tail files next to `file`. Skips invalid lines.
[[nodiscard]] std::vector<Event> read_events(const std::filesystem::path& file);

} // namespace warpscope::program
