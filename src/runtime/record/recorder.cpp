#include "runtime/record/recorder.hpp"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <new>
#include <nlohmann/json.hpp>
#include <pthread.h>
#include <string_view>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/message_json.hpp"

namespace warpscope::runtime {
namespace {

/// True in forked processes. Calling getpid() at each write would be slow.
std::atomic<bool>& is_child() {
    static std::atomic<bool> child{false};
    return child;
}

/// Returns null if the disk is full, because writes to the mapping would end the program.
void* map_file(const std::string& path, size_t bytes) {
    const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return nullptr;
    void* const memory = posix_fallocate(file, 0, static_cast<off_t>(bytes)) == 0
                             ? mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                             : MAP_FAILED;
    close(file);
    return memory == MAP_FAILED ? nullptr : memory;
}

std::string other_process_note() {
    nlohmann::ordered_json note{{"event", "finding"}, {"kind", "child_process"}, {"severity", "note"}};
    put_message(note,
                msg("{} is another program of this run that uses CUDA: only the first that does is recorded; run it "
                    "by itself with warpscope capture",
                    program_invocation_short_name));
    return note.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

/// Makes this process the record's owner. Returns false if another process is the owner: launch numbers of both would
/// collide.
bool takes_record(const std::string& path) {
    const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return true;
    const auto self = static_cast<int64_t>(getpid());
    int64_t owner = self;
    const bool locked = flock(file, LOCK_EX) == 0;
    if (pread(file, &owner, sizeof(owner), 0) != sizeof(owner)) owner = self;
    const bool wrote = pwrite(file, &owner, sizeof(owner), 0) == sizeof(owner);
    close(file);
    return !locked || !wrote || owner == self;
}

} // namespace

Recorder::Recorder() {
    const char* const folder = std::getenv("WARPSCOPE_RECORD");
    if (folder == nullptr || *folder == '\0') return;
    const std::string path = folder;
    events_ = open((path + "/events").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (!takes_record(path + "/owner")) {
        append(other_process_note());
        close(events_);
        events_ = -1;
        return;
    }
    folder_ = path;
    process_bits_ = static_cast<uint64_t>(getpid()) << 32;
    pthread_atfork(nullptr, nullptr, [] { is_child() = true; });
    tail_ = static_cast<Tail*>(map_file(fmt::format("{}/tail-{}", path, getpid()), sizeof(Tail)));
    counts_ = static_cast<Slot*>(map_file(path + "/calls", sizeof(Slot) * slots));
}

void Recorder::write(const nlohmann::ordered_json& event) {
    write_line(event.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void Recorder::write_line(std::string_view line) {
    if (events_ < 0) return;
    if (is_child()) {
        note_child();
        return;
    }
    const size_t needed = line.size() + 1;
    if (tail_ != nullptr && needed > sizeof(tail_->text) - tail_->bytes) flush();
    if (tail_ == nullptr || needed > sizeof(tail_->text)) {
        append(std::string(line) + "\n");
        return;
    }
    char* const at = tail_->text + tail_->bytes;
    std::memcpy(at, line.data(), line.size());
    at[line.size()] = '\n';
    std::atomic_signal_fence(std::memory_order_seq_cst); // stores the line before its size
    tail_->bytes += needed;
}

void Recorder::note_child() {
    if (noted_child_.exchange(getpid()) == getpid()) return;
    append(R"({"event":"finding","kind":"child_process","severity":"note","message":"a child process (fork) uses )"
           R"(CUDA: its calls are counted, its launches, findings and leaks are not listed"})"
           "\n");
}

void Recorder::flush() {
    if (tail_ == nullptr || events_ < 0 || is_child()) return;
    struct stat now {};
    tail_->flushed_to = fstat(events_, &now) == 0 ? static_cast<uint64_t>(now.st_size) + 1 : 0;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    append({tail_->text, tail_->bytes});
    std::atomic_signal_fence(std::memory_order_seq_cst);
    tail_->bytes = 0;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    tail_->flushed_to = 0;
}

void Recorder::append(std::string_view text) const {
    for (size_t done = 0; done < text.size();) {
        const ssize_t wrote = ::write(events_, text.data() + done, text.size() - done);
        if (wrote <= 0) return;
        done += static_cast<size_t>(wrote);
    }
}

std::atomic<uint64_t>& Recorder::counter(const char* name) {
    static std::atomic<uint64_t> nowhere{0};
    const size_t index = used_.fetch_add(1);
    if (counts_ == nullptr || index >= slots) return nowhere;
    std::strncpy(counts_[index].name, name, sizeof(Slot::name) - 1);
    return counts_[index].count;
}

std::atomic<uint64_t>& Recorder::counter_of(const std::string& name) {
    std::atomic<uint64_t>*& count = by_name_[name];
    if (count == nullptr) count = &counter(name.c_str());
    return *count;
}

Message bounded_message(const Message& message) {
    constexpr size_t max_bytes = 4000;
    const std::string text = message.english();
    if (text.size() <= max_bytes) return message;
    size_t end = max_bytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end; // does not cut a UTF-8 character
    return msg("{} ... ({} more bytes)", std::string_view(text).substr(0, end), text.size() - end);
}

} // namespace warpscope::runtime
