// Records a running program: one line of JSON per event, and call counts. The newest lines and the counts are in mapped
// files, so that a crash loses nothing. program/record.cpp reads them.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "runtime/record/call_place.hpp"

namespace warpscope::runtime {

class Recorder {
public:
    /// Writes to the folder $WARPSCOPE_RECORD; if unset, findings go to stderr and the rest is dropped.
    Recorder();

    [[nodiscard]] bool records() const { return events_ >= 0; }
    /// Empty if nothing is recorded.
    [[nodiscard]] const std::string& folder() const { return folder_; }
    void write(const nlohmann::ordered_json& event);
    /// Returns a number for an event that others may refer to, unique among processes.
    [[nodiscard]] uint64_t new_shape() { return process_bits_ | ++shapes_; }
    /// Writes an event without line end. Ignored in forked processes.
    void write_line(std::string_view line);

    /// Returns a counter that is never destroyed. Callers should keep it.
    [[nodiscard]] std::atomic<uint64_t>& counter(const char* name);
    /// Looks up a counter; requires the context's lock.
    [[nodiscard]] std::atomic<uint64_t>& counter_of(const std::string& name);

private:
    void append(std::string_view text) const;
    /// Records once that a child process exists.
    void note_child();
    /// Appends the newest lines to the events file.
    void flush();

    std::string folder_;
    int events_ = -1;
    uint64_t process_bits_ = 0, shapes_ = 0;
    /// Newest lines. The file name contains the process, because programs may start other recorded programs.
    struct Tail {
        uint64_t bytes = 0;
        uint64_t flushed_to = 0; // offset in `events` plus 1 during a flush; 0: none
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
    std::atomic<int> noted_child_{0}; // last reported child
};

/// A fault in host code, known only by place.
struct HostFinding {
    const char* kind = "";
    const char* severity = "error"; // or "note"
    std::string message;
    Frames frames{};
};

} // namespace warpscope::runtime
