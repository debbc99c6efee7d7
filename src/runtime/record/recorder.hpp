// What is told of a program while it runs: one line of JSON for each thing that happens, and how often each call was
// made. The newest lines and the counts are in memory that is a file, so that nothing is lost when the program crashes.
// Private to src/runtime; program/record.cpp reads it.
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
    /// Writes below the folder $WARPSCOPE_RECORD; without one findings go to standard error and nothing else is kept.
    Recorder();

    [[nodiscard]] bool records() const { return events_ >= 0; }
    /// Empty where nothing is recorded.
    [[nodiscard]] const std::string& folder() const { return folder_; }
    void write(const nlohmann::ordered_json& event);
    /// A number for an event that others are like, which no other process has in the same record.
    [[nodiscard]] uint64_t new_shape() { return process_bits_ | ++shapes_; }
    /// An event as its line of JSON, without the line's end. Of processes that the program forks nothing is told.
    void write_line(std::string_view line);

    /// A count that lives as long as the process, named in the file. To be asked for once by each caller.
    [[nodiscard]] std::atomic<uint64_t>& counter(const char* name);
    /// The same, looked up each time: under the context's lock.
    [[nodiscard]] std::atomic<uint64_t>& counter_of(const std::string& name);

private:
    void append(std::string_view text) const;
    /// Says, once, that this is a child process of the program, of which nothing else is recorded.
    void note_child();
    /// Puts the newest lines where the others are.
    void flush();

    std::string folder_;
    int events_ = -1;
    uint64_t process_bits_ = 0, shapes_ = 0;
    /// The newest lines; the file is called as the process, since a program may start others that are recorded, too.
    struct Tail {
        uint64_t bytes = 0;
        uint64_t flushed_to = 0; // where in `events` these lines are being put, plus 1; 0: nowhere yet
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
    std::atomic<int> noted_child_{0}; // the child process that has been told of
};

/// Says something wrong with the host's code, of which nothing more is known than where.
struct HostFinding {
    const char* kind = "";
    const char* severity = "error"; // or "note"
    std::string message;
    Frames frames{};
};

} // namespace warpscope::runtime
