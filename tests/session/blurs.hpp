// Makes requests for the box blur, and waits for a session.
#pragma once

#include <chrono>
#include <filesystem>
#include <gtest/gtest.h>
#include <stdexcept>
#include <thread>

#include "session/session.hpp"

namespace warpscope::session {

inline std::shared_ptr<const catalog::Experiment> box_blur() {
    static const auto experiment = [] {
        auto loaded =
            catalog::load_experiment(std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "cuda/box_blur/experiment.toml");
        if (!loaded) throw std::runtime_error(loaded.error().text());
        return std::make_shared<const catalog::Experiment>(std::move(*loaded));
    }();
    return experiment;
}

inline Request blur(uint32_t width, uint32_t height, double radius) {
    Request request;
    request.experiment = box_blur();
    request.variant = "naive";
    request.settings = catalog::default_settings(*request.experiment->find("naive"));
    request.settings.values["radius"] = radius;
    request.input.pattern = input::Pattern::noise;
    request.input.shape = {width, height, 1};
    return request;
}

/// Waits until the session is idle. The limit only ends hanging tests.
inline void wait(const Session& session) {
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(120);
    while (session.busy() && std::chrono::steady_clock::now() < limit)
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    ASSERT_FALSE(session.busy());
}

/// Waits until the last request runs. Returns false if it has ended already, or after two minutes.
inline bool wait_until_running(const Session& session) {
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(120);
    while (session.busy() && !session.running() && std::chrono::steady_clock::now() < limit) std::this_thread::yield();
    return session.running();
}

inline double radius_of(const std::shared_ptr<const RunResult>& result) {
    return result->request.settings.values.at("radius");
}

} // namespace warpscope::session
