#pragma once

#include <atomic>
#include <functional>
#include <map>

#include "catalog/experiment.hpp"
#include "language/language.hpp"
#include "workbench/background/worker.hpp"
#include "workbench/document/redraw.hpp"
#include "workbench/document/runs.hpp"
#include "workbench/lesson/lesson_view.hpp"

namespace warpscope::workbench {

struct OpenedLesson {
    std::shared_ptr<const lesson::Lesson> lesson;
    /// One list per step, with one request per round.
    std::vector<std::vector<session::Request>> requests;
};
[[nodiscard]] Result<OpenedLesson> open_lesson(const std::filesystem::path& file, const catalog::Catalog& catalog);

class LessonPlayer {
public:
    /// An empty `progress_file` disables saving.
    LessonPlayer(std::filesystem::path progress_file, std::function<void()> wake, Redraw& redraw);
    ~LessonPlayer();
    LessonPlayer(const LessonPlayer&) = delete;
    LessonPlayer& operator=(const LessonPlayer&) = delete;

    [[nodiscard]] bool on() const { return view_.lesson != nullptr; }
    [[nodiscard]] const LessonView* view() const { return on() ? &view_ : nullptr; }
    [[nodiscard]] const lesson::Progress& progress() const { return progress_; }
    void open(OpenedLesson opened);
    void close();
    void go_to(size_t step);
    [[nodiscard]] const session::Request& request() const;
    bool ask_again();

    /// `run`: the displayed run, or null if it is not the step's launch. `catalog`: finds the step's other launches.
    void update(const RunPtr& run, const std::shared_ptr<const catalog::Catalog>& catalog, Language words);
    [[nodiscard]] bool is_in_language(Language words) const { return !asked_of_ || (language_ == words && idle()); }
    void deliver();
    [[nodiscard]] bool idle() const { return worker_.idle(); }
    void fail(const Diagnostic& why);

    void predict(const lesson::Prediction& prediction);
    void type(std::string words);
    /// Picks a cell if the question asks for cells. Returns whether it did.
    bool pick(uint32_t buffer, uint64_t cell);
    void set_confidence(Confidence confidence) { view_.confidence = confidence; }
    bool reveal();
    bool show_answer();
    /// Shows the student's earlier answer to the question. Returns whether it did.
    bool show_own_answer();
    void count(size_t option, int by);
    void set_class(std::optional<ClassStanding> standing) { view_.in_class = std::move(standing); }
    void restore(const lesson::Prediction& prediction);
    void reveal_to_class(const std::optional<lesson::Prediction>& saved, const std::vector<uint32_t>& votes);
    void draw_slides(bool slides) { slides_ = slides; }
    void set_copy(std::string file, int64_t copied_at) {
        view_.copy = std::move(file);
        view_.copied_at = copied_at;
    }
    [[nodiscard]] bool ready() const {
        return !on() || view_.phase != LessonPhase::loading || view_.problem.has_value();
    }

private:
    struct Made;
    void answer(lesson::Verdict verdict);
    [[nodiscard]] lesson::Verdict verdict() const;
    void begin_question();
    void keep_votes();
    [[nodiscard]] std::pair<std::string, std::string> own_answer_key() const;
    [[nodiscard]] bool has_goal() const;
    void reopen_goal();
    void stop();
    void take(Made made);
    void save_progress();
    void show_picked();

    std::filesystem::path progress_file_;
    Redraw& redraw_;
    lesson::Progress progress_;
    std::vector<std::vector<session::Request>> requests_;
    LessonView view_;
    struct OwnAnswer {
        lesson::Prediction prediction;
        Confidence confidence{};
    };
    std::map<std::pair<std::string, std::string>, OwnAnswer> own_answers_; // by lesson and step
    struct CountedHands {
        std::vector<uint32_t> votes;
        bool is_measured = false;
    };
    std::map<size_t, CountedHands> counted_; // by step
    RunPtr asked_of_;
    Language language_{};
    bool slides_ = false;
    bool launch_failed_ = false; // otherwise view_.problem is an error in the lesson
    struct Job {
        std::atomic<bool> cancel{false};
        std::atomic<size_t> done{0};
    };
    std::shared_ptr<Job> job_;
    uint64_t asking_ = 0; // identifies outdated jobs
    std::shared_ptr<std::vector<lesson::Run>> others_ = std::make_shared<std::vector<lesson::Run>>();
    Worker worker_; // last: destroyed first
};

} // namespace warpscope::workbench
