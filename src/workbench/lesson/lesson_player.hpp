// The lesson that is open: which step, what was predicted, what is told. Its expressions are evaluated on a worker, on
// the run that the views show and on the step's other launches.
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

/// A lesson as a worker has read it.
struct OpenedLesson {
    std::shared_ptr<const lesson::Lesson> lesson;
    /// By step and round.
    std::vector<std::vector<session::Request>> requests;
};
[[nodiscard]] Result<OpenedLesson> open_lesson(const std::filesystem::path& file, const catalog::Catalog& catalog);

class LessonPlayer {
public:
    /// `progress_file` empty: no progress is kept.
    LessonPlayer(std::filesystem::path progress_file, std::function<void()> wake, Redraw& redraw);
    ~LessonPlayer();
    LessonPlayer(const LessonPlayer&) = delete;
    LessonPlayer& operator=(const LessonPlayer&) = delete;

    [[nodiscard]] bool on() const { return view_.lesson != nullptr; }
    [[nodiscard]] const LessonView* view() const { return on() ? &view_ : nullptr; }
    [[nodiscard]] const lesson::Progress& progress() const { return progress_; }
    /// Shows the step that was shown last, or the first.
    void open(OpenedLesson opened);
    void close();
    void go_to(size_t step);
    /// The launch of the step and of the round.
    [[nodiscard]] const session::Request& request() const;
    /// With other numbers; returns false where there are none.
    bool ask_again();

    /// Once per frame: `run` is what the views show, null while the step's launch is not there yet. `catalog` is for
    /// the step's other launches.
    /// What is told is put into `words`, and again when they are others.
    void update(const RunPtr& run, const std::shared_ptr<const catalog::Catalog>& catalog, Language words);
    /// What is shown is in this language, as far as it ever will be.
    [[nodiscard]] bool is_in_language(Language words) const { return !asked_of_ || (language_ == words && idle()); }
    /// Takes what is ready.
    void deliver();
    [[nodiscard]] bool idle() const { return worker_.idle(); }
    /// Why the step's launch cannot be shown.
    void fail(const Diagnostic& why);

    void predict(const lesson::Prediction& prediction);
    void type(std::string words);
    /// A click on a cell of a buffer, while cells are to be picked; returns whether it was taken.
    bool pick(uint32_t buffer, uint64_t cell);
    void set_sureness(Sureness sure) { view_.sure = sure; }
    /// Returns whether the answer is shown from now on.
    bool reveal();
    /// Shows the answer although nothing was predicted: for slides.
    bool tell();
    void count(size_t option, int by);
    /// Lessons that are opened from now on have nothing to press.
    void draw_slides(bool slides) { slides_ = slides; }
    void set_copy(std::string file) { view_.copy = std::move(file); }
    /// Nothing that the step needs is missing.
    [[nodiscard]] bool ready() const {
        return !on() || view_.phase != LessonPhase::loading || view_.problem.has_value();
    }

private:
    struct Made;
    void answer(lesson::Verdict verdict);
    [[nodiscard]] lesson::Verdict verdict() const;
    void begin_question();
    void stop();
    void take(Made made);
    void save_progress();
    void show_picked();

    std::filesystem::path progress_file_;
    Redraw& redraw_;
    lesson::Progress progress_;
    std::vector<std::vector<session::Request>> requests_;
    LessonView view_;
    RunPtr asked_of_;     // the run that is being, or was, evaluated
    Language language_{}; // that it was, or is, put in words in
    bool slides_ = false;
    bool launch_failed_ = false; // view_.problem says so; a problem of the lesson's own stays
    /// The work on it: is stopped when the step is left.
    struct Job {
        std::atomic<bool> cancel{false};
        std::atomic<size_t> done{0}; // launches that it is compared with
    };
    std::shared_ptr<Job> job_;
    uint64_t asking_ = 0; // grows with each step and round, so that late answers are known
    std::shared_ptr<std::vector<lesson::Run>> others_ = std::make_shared<std::vector<lesson::Run>>(); // the worker's
    Worker worker_; // last: its jobs use the members above
};

} // namespace warpscope::workbench
