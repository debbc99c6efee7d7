// The events of a run as src/runtime has written them. Private to this folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace warpscope::program {

/// An event that was like an earlier one, of which only this was told.
struct RepeatedEvent {
    size_t first = 0;    // which the earlier one is
    uint32_t launch = 0; // of launches
    double execute_ms = 0;
};

struct Event {
    nlohmann::ordered_json json; // null of a repeated one
    std::optional<RepeatedEvent> repeated;
};

/// In order; what is no event is left out. `file`: that with the events; the newest ones may lie beside it.
[[nodiscard]] std::vector<Event> read_events(const std::filesystem::path& file);

} // namespace warpscope::program
