#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.hpp"
#include "serve/class_lesson.hpp"
#include "serve/limits.hpp"

namespace warpscope::serve {

/// A lesson that a class does together. Students and their answers are only in memory. Thread-safe.
class ClassSession {
public:
    using Clock = std::chrono::steady_clock;

    struct Reply {
        int status = 200;
        std::string content; // JSON, unless documented otherwise
    };

    /// Judges an attempt at a step's task in a sandbox. Stops if `cancel` becomes true.
    using Judge =
        std::function<Result<Judgment>(size_t step, const ClassAnswer& attempt, const std::atomic<bool>& cancel)>;

    /// `has_window`: the page with Warpscope's own window is served.
    ClassSession(ClassLesson lesson, const Limits& limits, bool has_window, Judge judge = nullptr);

    [[nodiscard]] const std::string& secret() const { return secret_; }
    [[nodiscard]] bool is_secret(std::string_view text) const;
    /// Sets the students' address, which the teacher's page shows.
    void set_address(const std::string& address);

    // Requests of students; an unknown token gets status 401.
    [[nodiscard]] Reply join(const std::string& client, Clock::time_point now = Clock::now());
    /// Returns the status 204 if nothing changed since the revision `since`. Uses English for unknown languages.
    [[nodiscard]] Reply student_state(std::string_view token, std::string_view since,
                                      Clock::time_point now = Clock::now(), std::string_view language = {});
    /// Replaces the student's earlier answer, if any. `request`: untrusted JSON.
    [[nodiscard]] Reply answer(std::string_view token, const std::string& request,
                               Clock::time_point now = Clock::now());

    // Requests of the teacher; the caller checks the secret.
    [[nodiscard]] Reply teacher_state(std::string_view since, Clock::time_point now = Clock::now(),
                                      std::string_view language = {});
    /// Goes to a step, and reveals its answer if requested. `request`: {"step": 2, "reveal": true}
    [[nodiscard]] Reply control(const std::string& request);
    [[nodiscard]] Reply report(std::string_view student) const;
    /// Judges a student's attempt at the current step, one attempt at a time. `request`: {"student": 3}
    [[nodiscard]] Reply judge(const std::string& request);
    /// Cancels judgments. Thread-safe.
    void stop() { stopped_ = true; }
    [[nodiscard]] std::string csv() const;

    /// Returns the PNG of a step, or "".
    [[nodiscard]] const std::string& picture(size_t step) const;

private:
    struct Student {
        size_t number; // shown to the teacher
        std::string client;
        Clock::time_point seen;
        std::map<size_t, ClassAnswer> answers; // key: step
    };

    [[nodiscard]] std::pair<const ClassStep&, const std::string&> texts_in(std::string_view language) const;
    [[nodiscard]] Student* find(std::string_view token, Clock::time_point now);
    [[nodiscard]] bool make_room(Clock::time_point now);
    [[nodiscard]] ClassAnswer* find_answer(size_t number, size_t step);
    [[nodiscard]] std::vector<std::pair<size_t, const ClassAnswer*>> answers_to(size_t step) const;

    const ClassLesson lesson_;
    const Limits limits_;
    const bool has_window_;
    const Judge judge_;
    std::atomic<bool> stopped_ = false;
    std::mutex judging_; // allows one attempt at a time; locked before mutex_
    const std::string secret_;
    mutable std::mutex mutex_;
    std::string address_;
    std::vector<std::string> code_; // QR code of the address
    size_t step_ = 0;
    std::vector<bool> revealed_;   // indexed by step
    uint64_t revision_ = 1;        // changes with the students' view
    uint64_t answer_revision_ = 1; // changes with the teacher's view
    size_t joined_ = 0;
    std::map<std::string, Student, std::less<>> students_; // key: token
};

} // namespace warpscope::serve
