// Time cursor without a window, on a run of a small experiment. Its worker can be stopped after a block's beginning.
#pragma once

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <thread>

#include "cli/target.hpp"
#include "ui/workbench.hpp"
#include "workbench/time/time_cursor.hpp"

namespace warpscope::ui {

inline RunPtr run_of(const std::string& target, const std::string& input, const std::string& block = "16x16") {
    const auto request = cli::make_request(catalog::load_catalog(WARPSCOPE_SOURCE_DIR "/cuda"),
                                           {target, input, block, {}, "emulator", "clang"});
    EXPECT_TRUE(request);
    if (!request) return nullptr;
    auto run = session::run(*request);
    EXPECT_TRUE(run);
    return run ? *run : nullptr;
}

struct Cursor {
    scene::Moment moment;
    Redraw redraw;
    RunPtr run;
    FollowedThread thread;
    /// If `hold`, the worker waits in wake() until `let_go` changes.
    std::atomic<bool> hold{false}, held{false};
    std::atomic<int> let_go{0};
    TimeCursor cursor{moment, redraw, [this] { wake(); }};

    explicit Cursor(RunPtr of)
        : run(std::move(of)) {}
    ~Cursor() { release(); }
    void wake() {
        const int before = let_go;
        if (!hold) return;
        held = true;
        let_go.wait(before);
    }
    /// Waits until only the beginning of the requested block is recorded.
    void wait_for_beginning() {
        hold = true;
        for (int k = 0; k < 3000; ++k) {
            update();
            if (held) {
                update();
                if (cursor.bar().records > 0) break;
                proceed(); // the worker has not started this block yet
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        ASSERT_TRUE(held) << "nothing came";
        ASSERT_TRUE(cursor.bar().recording);
    }
    /// Moves to the block's first step. Returns the length of the recorded beginning, 0 if there is none.
    uint64_t go_to_beginning() {
        cursor.apply(GoToShare{0});
        wait_for_beginning();
        return cursor.bar().block ? cursor.bar().length : 0;
    }
    void proceed() {
        held = false;
        ++let_go;
        let_go.notify_all();
    }
    void release() {
        hold = false;
        proceed();
    }
    void update(double seconds = 0) { cursor.update(run, thread, seconds); }
    void settle() {
        for (int k = 0; k < 3000; ++k) {
            update();
            if (cursor.ready()) return;
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        ADD_FAILURE() << "nothing came";
    }
};

} // namespace warpscope::ui
