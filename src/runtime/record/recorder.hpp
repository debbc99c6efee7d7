// Records events (JSON lines) and call counts for program/record.cpp. The newest are in mapped files, which survive
// crashes.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "base/message.hpp"
#include "runtime/record/call_scope.hpp"
#include "runtime/record/leaked.hpp"

namespace warpscope::runtime {

class Recorder {
public:
    /// Records to the folder $WARPSCOPE_RECORD; without it, prints findings to stderr.
    Recorder();

    [[nodiscard]] bool records() const { return events_ >= 0; }
    [[nodiscard]] const std::string& folder() const { return folder_; }
    void write(const nlohmann::ordered_json& event);
    /// Returns an id that is unique among processes.
    [[nodiscard]] uint64_t new_shape() { return process_bits_ | ++shapes_; }
    /// Adds the line end. Does nothing in forked processes.
    void write_line(std::string_view line);

    /// Counters are never destroyed.
    [[nodiscard]] std::atomic<uint64_t>& counter(const char* name);
    /// Requires the context's lock.
    [[nodiscard]] std::atomic<uint64_t>& counter_of(const std::string& name);

private:
    void append(std::string_view text) const;
    void note_child();
    void flush();

    std::string folder_;
    int events_ = -1;
    uint64_t process_bits_ = 0, shapes_ = 0;
    /// Mapped file with the newest events. Its name has the process id, because programs may start other programs.
    struct Tail {
        uint64_t bytes = 0;
        uint64_t flushed_to = 0; // offset in `events` plus 1 while flushing, otherwise 0
        char text[64 * 1024 - 2 * sizeof(uint64_t)] = {};
    };
    Tail* tail_ = nullptr;
    struct Slot {
        char name[56] = {};
        std::atomic<uint64_t> count{0};
    };
    static constexpr size_t slots = 1024;
    Slot* counts_ = nullptr;
    std::atomic<size_t> used_{0};
    std::map<std::string, std::atomic<uint64_t>*> by_name_;
    std::atomic<int> noted_child_{0};
};

[[nodiscard]] Message bounded_message(const Message& message);

struct HostFinding {
    const char* kind = "";
    const char* severity = "error"; // or "note"
    Message message;
    Frames frames{};
    Leaked leaked{};
};

} // namespace warpscope::runtime
