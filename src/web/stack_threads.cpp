// POSIX threads for pages to which browsers give only one thread. Each thread has its own stack, which JavaScript
// suspends and resumes (JavaScript Promise Integration). The page's thread draws frames, then resumes the others in
// turn. A thread runs until it waits, or until it locks a mutex or yields after its time slice. The linker of LLVM 19
// gives thread_local variables wrong addresses in this program, so its code must have none. All threads share the list
// of caught exceptions, so code must not wait in a catch block.
#include "web/threads.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <deque>
#include <limits>
#include <memory>
#include <utility>

#include <emscripten/emscripten.h>
#include <pthread.h>
#include <sched.h>

#include "language/thread_messages.hpp"

namespace warpscope::web {
namespace {

// Times are milliseconds of emscripten_get_now().
constexpr double never = std::numeric_limits<double>::infinity();
constexpr double slice = 12;
constexpr size_t stack_bytes = size_t{1} << 20;
constexpr uintptr_t stack_alignment = 16; // operator new aligns less

struct Thread {
    std::unique_ptr<std::byte[]> stack; // null: the program's stack
    void* (*entry)(void*) = nullptr;
    void* argument = nullptr;
    void* result = nullptr;
    const void* messages = nullptr;
    const void* waits_for = nullptr; // a mutex, condition or thread
    double deadline = never;         // end of the wait
    bool is_started = false, is_finished = false, is_detached = false;
};

// JavaScript suspends WebAssembly's own stack while it waits for a promise. stackRestore() switches the stack of C++
// variables, which is in the program's memory.

// Starts or resumes a thread, and returns when it has suspended itself or ended.
EM_ASYNC_JS(void, resume_thread, (void* thread, void* stack_to_start), {
    const own = stackSave();
    await new Promise(function(back) {
        Module.leaveThread = back;
        if (stack_to_start) {
            stackRestore(stack_to_start);
            _run_thread(thread);
        } else {
            const suspended = Module.suspendedThreads.get(thread);
            Module.suspendedThreads.delete(thread);
            suspended();
        }
    });
    stackRestore(own);
});

EM_ASYNC_JS(void, suspend_thread, (void* thread), {
    const own = stackSave();
    await new Promise(function(go) {
        Module.suspendedThreads = Module.suspendedThreads || new Map();
        Module.suspendedThreads.set(thread, go);
        Module.leaveThread();
    });
    stackRestore(own);
});

// Lets the browser handle events, such as the end of a request.
EM_ASYNC_JS(void, let_browser_run, (), {
    const own = stackSave();
    await new Promise(function(go) { setTimeout(go); });
    stackRestore(own);
});

EM_JS(void, end_thread, (), { Module.leaveThread(); });

// A frame may wait for threads, so the next frame is requested after this frame ends.
EM_JS(void, call_before_each_frame, (), {
    async function next() {
        if (await _run_page_frame()) requestAnimationFrame(next);
    }
    requestAnimationFrame(next);
});

void (*draw_page)() = nullptr;

class Scheduler {
public:
    [[nodiscard]] Thread* current() const { return current_; }

    Thread* start(void* (*entry)(void*), void* argument);

    /// Waits for wake(object). Returns false if `deadline` came first.
    bool wait(const void* object, double deadline = never);

    void wake(const void* object) {
        for (const auto& thread : threads_) end_wait(*thread, object);
        end_wait(page_, object);
    }

    void end_slice() {
        if (current_ != &page_ && emscripten_get_now() >= slice_end_) suspend_thread(current_);
    }

    /// Runs other threads for about a time slice, on the page's thread.
    void run_others() {
        const double end = emscripten_get_now() + slice;
        while (emscripten_get_now() < end) {
            Thread* const next = take_ready();
            if (next == nullptr) return;
            slice_end_ = end;
            resume(*next);
        }
    }

    void release(Thread* thread) {
        std::erase_if(threads_, [&](const auto& each) { return each.get() == thread; });
    }

private:
    static void end_wait(Thread& thread, const void* object) {
        if (thread.waits_for != object) return;
        thread.waits_for = nullptr;
        thread.deadline = never;
    }
    static bool is_ready(const Thread& thread) {
        return !thread.is_finished && (thread.waits_for == nullptr || emscripten_get_now() >= thread.deadline);
    }
    /// Returns the next ready thread, or null. Frees finished detached threads.
    Thread* take_ready();
    void resume(Thread& thread);

    Thread page_;
    Thread* current_ = &page_;
    std::deque<std::unique_ptr<Thread>> threads_;
    double slice_end_ = 0;
};

Scheduler& scheduler() {
    static Scheduler all;
    return all;
}

Thread* Scheduler::start(void* (*entry)(void*), void* argument) {
    auto thread = std::make_unique<Thread>();
    thread->entry = entry;
    thread->argument = argument;
    thread->stack = std::make_unique_for_overwrite<std::byte[]>(stack_bytes);
    threads_.push_back(std::move(thread));
    return threads_.back().get();
}

bool Scheduler::wait(const void* object, double deadline) {
    Thread& waiting = *current_;
    waiting.waits_for = object;
    waiting.deadline = deadline;
    if (&waiting != &page_)
        suspend_thread(&waiting);
    else
        while (!is_ready(waiting))
            if (Thread* const next = take_ready()) {
                slice_end_ = emscripten_get_now() + slice;
                resume(*next);
            } else {
                let_browser_run();
            }
    const bool is_woken = waiting.waits_for == nullptr;
    end_wait(waiting, object);
    return is_woken;
}

Thread* Scheduler::take_ready() {
    std::erase_if(threads_, [](const auto& thread) { return thread->is_finished && thread->is_detached; });
    for (size_t tried = 0; tried < threads_.size(); ++tried) {
        threads_.push_back(std::move(threads_.front()));
        threads_.pop_front();
        if (is_ready(*threads_.back())) return threads_.back().get();
    }
    return nullptr;
}

void Scheduler::resume(Thread& thread) {
    current_ = &thread;
    const auto end = reinterpret_cast<uintptr_t>(thread.stack.get() + stack_bytes); // stacks grow downwards
    void* const aligned_end = reinterpret_cast<void*>(end - end % stack_alignment);
    resume_thread(&thread, std::exchange(thread.is_started, true) ? nullptr : aligned_end);
    current_ = &page_;
}

/// Content of a pthread_mutex_t. Every mutex is recursive.
struct Lock {
    Thread* owner;
    int depth;
};
static_assert(sizeof(Lock) <= sizeof(pthread_mutex_t));

Lock& lock_of(pthread_mutex_t* mutex) { return *reinterpret_cast<Lock*>(mutex); }

bool try_lock(Lock& lock) {
    Thread* const current = scheduler().current();
    if (lock.owner != nullptr && lock.owner != current) return false;
    lock.owner = current;
    ++lock.depth;
    return true;
}

double milliseconds(const timespec& time) {
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

} // namespace

void start_frames(void (*frame)()) {
    draw_page = frame;
    call_before_each_frame();
}

void stop_frames() { draw_page = nullptr; }

} // namespace warpscope::web

const void*& warpscope::language_detail::thread_messages() { return web::scheduler().current()->messages; }

extern "C" {

using warpscope::web::scheduler;
using warpscope::web::Thread;

/// Draws a frame and runs other threads. Returns whether to continue.
EMSCRIPTEN_KEEPALIVE bool run_page_frame() {
    if (warpscope::web::draw_page != nullptr) warpscope::web::draw_page();
    scheduler().run_others();
    return warpscope::web::draw_page != nullptr;
}

EMSCRIPTEN_KEEPALIVE void run_thread(Thread* thread) {
    thread->result = thread->entry(thread->argument);
    thread->is_finished = true;
    scheduler().wake(thread);
    warpscope::web::end_thread();
}

int pthread_create(pthread_t* thread, const pthread_attr_t*, void* (*entry)(void*), void* argument) {
    *thread = reinterpret_cast<pthread_t>(scheduler().start(entry, argument));
    return 0;
}

int pthread_join(pthread_t thread, void** result) {
    auto* const joined = reinterpret_cast<Thread*>(thread);
    while (!joined->is_finished) scheduler().wait(joined);
    if (result != nullptr) *result = joined->result;
    scheduler().release(joined);
    return 0;
}

int pthread_detach(pthread_t thread) {
    reinterpret_cast<Thread*>(thread)->is_detached = true;
    return 0;
}

pthread_t pthread_self() { return reinterpret_cast<pthread_t>(scheduler().current()); }

int pthread_mutex_trylock(pthread_mutex_t* mutex) {
    return warpscope::web::try_lock(warpscope::web::lock_of(mutex)) ? 0 : EBUSY;
}

int pthread_mutex_lock(pthread_mutex_t* mutex) {
    scheduler().end_slice();
    while (!warpscope::web::try_lock(warpscope::web::lock_of(mutex))) scheduler().wait(mutex);
    return 0;
}

int pthread_mutex_unlock(pthread_mutex_t* mutex) {
    auto& lock = warpscope::web::lock_of(mutex);
    if (--lock.depth == 0) {
        lock.owner = nullptr;
        scheduler().wake(mutex);
    }
    return 0;
}

// The linker's option --wrap makes calls of pthread_cond_wait() call __wrap_pthread_cond_wait(), and so on.
int __wrap_pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
    pthread_mutex_unlock(mutex);
    scheduler().wait(condition);
    return pthread_mutex_lock(mutex);
}

int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* end) {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    const double left = warpscope::web::milliseconds(*end) - warpscope::web::milliseconds(now);
    pthread_mutex_unlock(mutex);
    const bool is_woken = scheduler().wait(condition, emscripten_get_now() + left);
    pthread_mutex_lock(mutex);
    return is_woken ? 0 : ETIMEDOUT;
}

int __wrap_pthread_cond_signal(pthread_cond_t* condition) { return pthread_cond_broadcast(condition); }

int __wrap_pthread_cond_broadcast(pthread_cond_t* condition) {
    scheduler().wake(condition);
    return 0;
}

int sched_yield() {
    scheduler().end_slice();
    return 0;
}

int nanosleep(const timespec* time, timespec*) {
    scheduler().wait(time, emscripten_get_now() + warpscope::web::milliseconds(*time));
    return 0;
}
}
