#include "serve/class_session.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/random.h>

#include "base/csv.hpp"
#include "serve/class_json.hpp"
#include "serve/qr_code.hpp"

namespace warpscope::serve {
namespace {

using nlohmann::json;
using Reply = ClassSession::Reply;

constexpr std::chrono::seconds connected_time{10}; // a student counts as connected for this long after a poll

std::string random_token() {
    std::array<unsigned char, 16> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) std::abort();
    std::string out;
    for (const unsigned char byte : bytes) out += fmt::format("{:02x}", byte);
    return out;
}

Reply problem(int status, std::string_view words) { return {status, json_text({{"error", words}})}; }

Reply unknown_student() { return problem(401, "This class does not know you. Join again."); }

/// Parses untrusted JSON. Returns null unless it is an object.
json parse_object(const std::string& text) {
    json out = json::parse(text, nullptr, false);
    return out.is_object() ? out : json();
}

} // namespace

ClassSession::ClassSession(ClassLesson lesson, const Limits& limits, bool has_window, Judge judge)
    : lesson_(std::move(lesson))
    , limits_(limits)
    , has_window_(has_window)
    , judge_(std::move(judge))
    , secret_(random_token())
    , revealed_(lesson_.steps.size()) {}

bool ClassSession::is_secret(std::string_view text) const {
    if (text.size() != secret_.size()) return false;
    unsigned difference = 0; // constant time: timing must not reveal the secret
    for (size_t i = 0; i < text.size(); ++i) difference |= static_cast<unsigned char>(text[i] ^ secret_[i]);
    return difference == 0;
}

void ClassSession::set_address(const std::string& address) {
    const std::lock_guard lock(mutex_);
    address_ = address;
    code_ = qr_rows(address);
}

Reply ClassSession::join(const std::string& client, Clock::time_point now) {
    const std::lock_guard lock(mutex_);
    const auto of_client =
        std::ranges::count_if(students_, [&](const auto& entry) { return entry.second.client == client; });
    if (std::cmp_greater_equal(of_client, limits_.students_per_client) || !make_room(now))
        return problem(503, "The class is full.");
    std::string token = random_token();
    students_.emplace(token, Student{++joined_, client, now, {}});
    ++answer_revision_;
    return {200, json_text({{"student", token}})};
}

Reply ClassSession::student_state(std::string_view token, std::string_view since, Clock::time_point now,
                                  std::string_view language) {
    const std::lock_guard lock(mutex_);
    const Student* const student = find(token, now);
    if (student == nullptr) return unknown_student();
    const std::string revision = fmt::format("{}", revision_);
    if (since == revision) return {204, {}};
    const auto texts = texts_in(language);
    const ClassStep& step = texts.first;
    json out = json_of(step);
    out.update({{"lesson", texts.second},
                {"name", lesson_.name},
                {"step", step_},
                {"steps", lesson_.steps.size()},
                {"revision", revision},
                {"window", has_window_},
                {"revealed", bool{revealed_[step_]}}});
    const auto given = student->answers.find(step_);
    if (given != student->answers.end()) out["answer"] = json_of(step, given->second);
    if (revealed_[step_]) {
        out["right"] = right_answer(step);
        out["tally"] = tally(step, answers_to(step_));
        if (given != student->answers.end()) {
            out["verdict"] = {{"right", is_right(step, given->second)}};
            if (const ClassText* const means = misconception(step, given->second))
                out["verdict"]["means"] = json_of(*means);
        }
    }
    return {200, json_text(out)};
}

Reply ClassSession::answer(std::string_view token, const std::string& request, Clock::time_point now) {
    if (request.size() > limits_.answer_bytes) return problem(413, "The answer is too long.");
    const json object = parse_object(request);
    const std::lock_guard lock(mutex_);
    Student* const student = find(token, now);
    if (student == nullptr) return unknown_student();
    const auto step = object.find("step");
    if (step == object.end() || !step->is_number_unsigned()) return problem(400, "The answer is not valid.");
    if (step->get<uint64_t>() != step_) return problem(409, "The class is at another question.");
    if (revealed_[step_]) return problem(409, "The answer is already shown.");
    auto read = read_answer(lesson_.steps[step_], object);
    if (!read) return problem(400, "The answer is not valid.");
    student->answers.insert_or_assign(step_, std::move(*read));
    ++answer_revision_;
    return {200, json_text({{"saved", true}})};
}

Reply ClassSession::teacher_state(std::string_view since, Clock::time_point now, std::string_view language) {
    const std::lock_guard lock(mutex_);
    const auto connected =
        std::ranges::count_if(students_, [&](const auto& entry) { return now - entry.second.seen <= connected_time; });
    const std::string revision = fmt::format("{}.{}.{}", revision_, answer_revision_, connected);
    if (since == revision) return {204, {}};
    const auto texts = texts_in(language);
    const ClassStep& step = texts.first;
    const auto answers = answers_to(step_);
    json out = json_of(step);
    out.update({{"lesson", texts.second},
                {"step", step_},
                {"steps", lesson_.steps.size()},
                {"revision", revision},
                {"window", has_window_},
                {"revealed", bool{revealed_[step_]}},
                {"connected", connected},
                {"joined", joined_},
                {"answered", answers.size()},
                {"tally", tally(step, answers)},
                {"address", address_},
                {"code", code_}});
    if (step.kind == AnswerKind::window) {
        out["reports"] = reports(answers);
        out["judges"] = judge_ != nullptr;
    }
    if (revealed_[step_]) {
        out["right"] = right_answer(step);
        out["right_answers"] =
            std::ranges::count_if(answers, [&](const auto& each) { return is_right(step, *each.second); });
    }
    return {200, json_text(out)};
}

Reply ClassSession::control(const std::string& request) {
    const json object = parse_object(request);
    const auto step = object.find("step"), reveal = object.find("reveal");
    const std::lock_guard lock(mutex_);
    if (step == object.end() || !step->is_number_unsigned() || step->get<uint64_t>() >= lesson_.steps.size() ||
        (reveal != object.end() && !reveal->is_boolean()))
        return problem(400, "There is no such step.");
    const auto target = step->get<size_t>();
    const bool should_reveal =
        reveal != object.end() && reveal->get<bool>() && lesson_.steps[target].kind != AnswerKind::none;
    if (target != step_ || (should_reveal && !revealed_[target])) ++revision_;
    step_ = target;
    if (should_reveal) revealed_[target] = true;
    return {200, json_text({{"step", step_}})};
}

Reply ClassSession::report(std::string_view student) const {
    const std::lock_guard lock(mutex_);
    for (const auto& [number, answer] : answers_to(step_))
        if (student == fmt::format("{}", number)) return {200, json_text({{"text", answer->text}})};
    return problem(404, "There is no such report.");
}

Reply ClassSession::judge(const std::string& request) {
    const json object = parse_object(request);
    const auto student = object.find("student");
    if (student == object.end() || !student->is_number_unsigned()) return problem(400, "There is no such student.");
    if (!judge_) return problem(403, "This server does not judge kernels.");
    const auto number = student->get<size_t>();
    const std::lock_guard turn(judging_);
    std::unique_lock lock(mutex_);
    const size_t step = step_;
    const ClassAnswer* const found = find_answer(number, step);
    if (lesson_.steps[step].kind != AnswerKind::window || found == nullptr || !is_attempt(*found))
        return problem(404, "There is nothing to judge.");
    const ClassAnswer attempt = *found;
    lock.unlock();
    const auto judgment = judge_(step, attempt, stopped_);
    if (!judgment) return problem(503, judgment.error().text());
    lock.lock();
    ClassAnswer* const now = find_answer(number, step);
    if (now == nullptr || now->text != attempt.text || now->setup != attempt.setup)
        return problem(409, "The student has sent another attempt.");
    now->judgment = *judgment;
    ++answer_revision_;
    return {200, json_text({{"reached", judgment->is_reached}, {"words", judgment->words}})};
}

std::string ClassSession::csv() const {
    const std::lock_guard lock(mutex_);
    std::string out = "student,step,title,answer,right\n";
    for (size_t i = 0; i < lesson_.steps.size(); ++i) {
        const ClassStep& step = lesson_.steps[i];
        for (const auto& [number, answer] : answers_to(i)) {
            const std::string words = answer_words(step, *answer);
            out += fmt::format("{},{},{},{},{}\n", number, i + 1, safe_csv_field(step.title),
                               step.kind == AnswerKind::number ? csv_field(words) : safe_csv_field(words),
                               is_right(step, *answer) ? "yes" : "no");
        }
    }
    return out;
}

const std::string& ClassSession::picture(size_t step) const {
    static const std::string none;
    return step < lesson_.steps.size() ? lesson_.steps[step].png : none;
}

std::pair<const ClassStep&, const std::string&> ClassSession::texts_in(std::string_view language) const {
    const auto found = lesson_.translations.find(language);
    if (found == lesson_.translations.end()) return {lesson_.steps[step_], lesson_.title};
    return {found->second.steps[step_], found->second.title};
}

ClassSession::Student* ClassSession::find(std::string_view token, Clock::time_point now) {
    const auto found = students_.find(token);
    if (found == students_.end()) return nullptr;
    found->second.seen = now;
    return &found->second;
}

ClassAnswer* ClassSession::find_answer(size_t number, size_t step) {
    const auto student = std::ranges::find_if(students_, [&](auto& entry) { return entry.second.number == number; });
    if (student == students_.end()) return nullptr;
    const auto found = student->second.answers.find(step);
    return found == student->second.answers.end() ? nullptr : &found->second;
}

bool ClassSession::make_room(Clock::time_point now) {
    if (students_.size() < limits_.students) return true;
    return std::erase_if(students_, [&](const auto& entry) {
               return entry.second.answers.empty() && now - entry.second.seen > limits_.student_idle;
           }) > 0;
}

std::vector<std::pair<size_t, const ClassAnswer*>> ClassSession::answers_to(size_t step) const {
    std::vector<std::pair<size_t, const ClassAnswer*>> out;
    for (const auto& [token, student] : students_)
        if (const auto found = student.answers.find(step); found != student.answers.end())
            out.emplace_back(student.number, &found->second);
    std::ranges::sort(out);
    return out;
}

} // namespace warpscope::serve
