#include "workbench/lesson/lesson_player.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/parse_real.hpp"
#include "export/file.hpp"
#include "language/course.hpp"
#include "language/tr.hpp"

namespace warpscope::workbench {

struct LessonPlayer::Made {
    bool reworded = false;
    std::string text;
    std::vector<uint32_t> code;
    lesson::Run beside;
    std::vector<uint32_t> beside_code;
    std::shared_ptr<const lesson::EvaluatedQuestion> evaluated;
};

namespace {

Result<lesson::Runs> runs_of(const lesson::Lesson& lesson, const lesson::Step& step, const lesson::RunSpec& change,
                             const RunPtr& own, const catalog::Catalog& catalog, std::vector<lesson::Run>& known,
                             const std::atomic<bool>& cancel, std::atomic<size_t>& done) {
    lesson::Runs runs{own, {}};
    for (const auto& [name, spec] : step.others) {
        const auto request = lesson::make_request(catalog, lesson::changed(spec, change), lesson.file.parent_path());
        if (!request) return tl::unexpected(request.error());
        const auto same = std::ranges::find_if(known, [&](const lesson::Run& run) {
            return run->request.experiment->file == request->experiment->file &&
                   run->request.variant == request->variant && run->request.settings == request->settings &&
                   run->request.input == request->input;
        });
        if (same != known.end()) {
            runs.others.emplace(name, *same);
            ++done;
            continue;
        }
        auto made = session::run(*request, {.cancel = &cancel});
        if (!made) return tl::unexpected(made.error());
        ++done;
        known.push_back(*made);
        runs.others.emplace(name, std::move(*made));
    }
    return runs;
}

} // namespace

Result<OpenedLesson> open_lesson(const std::filesystem::path& file, const catalog::Catalog& catalog) {
    auto lesson = lesson::read_lesson(file);
    if (!lesson) return tl::unexpected(lesson.error());
    OpenedLesson out{std::make_shared<const lesson::Lesson>(std::move(*lesson)), {}};
    for (const lesson::Step& step : out.lesson->steps) {
        std::vector<lesson::RunSpec> specs{step.run};
        if (step.question)
            for (const lesson::RunSpec& again : step.question->again) specs.push_back(lesson::changed(step.run, again));
        std::vector<session::Request>& requests = out.requests.emplace_back();
        for (const lesson::RunSpec& spec : specs) {
            auto request = lesson::make_request(catalog, spec, file.parent_path());
            if (!request) return tl::unexpected(request.error());
            const catalog::Experiment* known = catalog.find(request->experiment->name);
            if (known != nullptr && known->file != request->experiment->file) {
                auto renamed = std::make_shared<catalog::Experiment>(*request->experiment);
                renamed->name = renamed->file.string();
                request->experiment = std::move(renamed);
            }
            requests.push_back(std::move(*request));
        }
    }
    return out;
}

LessonPlayer::LessonPlayer(std::filesystem::path progress_file, std::function<void()> wake, Redraw& redraw)
    : progress_file_(std::move(progress_file))
    , redraw_(redraw)
    , worker_(std::move(wake)) {
    if (progress_file_.empty()) return;
    if (auto read = lesson::read_progress(progress_file_)) progress_ = std::move(*read);
}

LessonPlayer::~LessonPlayer() { stop(); }

void LessonPlayer::stop() {
    if (job_) job_->cancel = true;
    job_.reset();
}

void LessonPlayer::deliver() {
    worker_.deliver();
    if (on()) view_.compared = job_ ? job_->done.load() : 0;
}

void LessonPlayer::open(OpenedLesson opened) {
    counted_.clear();
    others_ = std::make_shared<std::vector<lesson::Run>>();
    view_ = {};
    view_.on_slide = slides_;
    requests_ = std::move(opened.requests);
    view_.lesson = std::move(opened.lesson);
    int64_t visits = 0;
    for (const auto& [name, own] : progress_) visits = std::max(visits, own.visit);
    view_.progress = progress_[view_.lesson->name];
    view_.progress.visit = visits + 1;
    const auto last = static_cast<int64_t>(view_.lesson->steps.size()) - 1;
    go_to(view_.progress.finished ? 0 : static_cast<size_t>(std::clamp<int64_t>(view_.progress.step, 0, last)));
}

void LessonPlayer::close() {
    stop();
    view_ = {};
    requests_.clear();
    asked_of_ = nullptr;
    ++asking_;
}

void LessonPlayer::go_to(size_t step) {
    if (step == view_.step)
        counted_.erase(step);
    else
        keep_votes();
    view_.step = std::min(step, view_.lesson->steps.size() - 1);
    view_.round = 0;
    view_.knows_own_answer = own_answers_.contains(own_answer_key());
    set_copy({}, 0);
    begin_question();
    save_progress();
}

std::pair<std::string, std::string> LessonPlayer::own_answer_key() const {
    return {view_.lesson->name, view_.now().name};
}

const session::Request& LessonPlayer::request() const { return requests_[view_.step][view_.round]; }

void LessonPlayer::keep_votes() {
    if (view_.in_class || view_.round != 0 ||
        std::ranges::all_of(view_.votes, [](uint32_t count) { return count == 0; }))
        return;
    counted_.insert_or_assign(view_.step, CountedHands{view_.votes, view_.phase == LessonPhase::answered});
}

bool LessonPlayer::ask_again() {
    const size_t rounds = requests_[view_.step].size();
    if (rounds < 2) return false;
    keep_votes();
    view_.round = (view_.round + 1) % rounds;
    begin_question();
    return true;
}

void LessonPlayer::begin_question() {
    stop();
    view_.phase = LessonPhase::loading;
    view_.run = nullptr;
    view_.text.clear();
    view_.code.clear();
    view_.beside = nullptr;
    view_.beside_code.clear();
    view_.evaluated = nullptr;
    view_.highlighted = view_.highlighted_in_other_run = view_.picked = nullptr;
    view_.prediction = {};
    view_.typed.clear();
    view_.confidence = Confidence::none;
    view_.verdict.reset();
    view_.undone = false;
    view_.problem.reset();
    launch_failed_ = false;
    view_.votes.clear();
    asked_of_ = nullptr;
    ++asking_;
    redraw_.want(3);
}

void LessonPlayer::fail(const Diagnostic& why) {
    view_.problem = why;
    launch_failed_ = true;
    if (view_.phase == LessonPhase::answered && has_goal()) reopen_goal();
}

bool LessonPlayer::has_goal() const {
    return view_.question() != nullptr && view_.question()->kind == lesson::Kind::settings;
}

void LessonPlayer::reopen_goal() {
    view_.phase = LessonPhase::asking;
    view_.undone = true;
    view_.copied_at = 0;
    view_.verdict.reset();
    view_.highlighted = view_.highlighted_in_other_run = nullptr;
}

void LessonPlayer::update(const RunPtr& run, const std::shared_ptr<const catalog::Catalog>& catalog, Language words) {
    if (!on() || !run) return;
    // A run has arrived, so the launch no longer fails.
    if (std::exchange(launch_failed_, false)) {
        view_.problem.reset();
        redraw_.want(3);
        if (asked_of_ == run && view_.undone) reveal();
    }
    // Newer runs change only questions that have a goal to reach.
    const bool again = asked_of_ != run && (!asked_of_ || has_goal());
    if (!again && (!asked_of_ || language_ == words)) return;
    if (again) asked_of_ = run;
    const bool reworded = !again && view_.phase != LessonPhase::loading;
    language_ = words;
    stop();
    job_ = std::make_shared<Job>();
    worker_.post([this, run = asked_of_, reworded, catalog, asking = asking_, lesson = view_.lesson, index = view_.step,
                  round = view_.round, known = others_, job = job_, words]() -> Worker::Finish {
        const ScopedLanguage spoken(words);
        const lesson::Step& step = lesson->steps[index];
        const lesson::RunSpec change = round > 0 ? step.question->again[round - 1] : lesson::RunSpec();
        Result<Made> made = [&]() -> Result<Made> {
            auto runs = runs_of(*lesson, step, change, run, *catalog, *known, job->cancel, job->done);
            if (!runs) return tl::unexpected(runs.error());
            lesson::Run beside = step.beside ? runs->others.at(step.beside->other) : nullptr;
            const lesson::Facts facts(std::move(*runs));
            auto text = lesson::filled_in(tr_course(step.text.text), facts, step.text.where);
            if (!text) return tl::unexpected(text.error());
            auto code = lesson::quoted_lines(step, *run);
            Made out{reworded, std::move(*text), code.value_or(std::vector<uint32_t>()), std::move(beside),
                     {},       nullptr};
            if (out.beside) out.beside_code = quoted_lines_beside(step, *out.beside).value_or(std::vector<uint32_t>());
            if (!step.question) return out;
            auto evaluated = lesson::ask(step, facts);
            if (!evaluated) return tl::unexpected(evaluated.error());
            out.evaluated = std::make_shared<const lesson::EvaluatedQuestion>(std::move(*evaluated));
            return out;
        }();
        return [this, run, asking, job, made = std::make_shared<Result<Made>>(std::move(made))] {
            if (asking != asking_ || job != job_) return;
            redraw_.want(3);
            if (!*made) {
                view_.problem = made->error();
                return;
            }
            view_.problem.reset();
            view_.run = run;
            take(std::move(**made));
        };
    });
}

void LessonPlayer::take(Made made) {
    view_.text = std::move(made.text);
    view_.code = std::move(made.code);
    view_.beside = std::move(made.beside);
    view_.beside_code = std::move(made.beside_code);
    // A change of language only rewords an answered question.
    const bool answered = view_.phase == LessonPhase::answered && view_.evaluated && made.evaluated;
    if (made.reworded && answered && (made.evaluated->kind != lesson::Kind::settings || made.evaluated->reached)) {
        view_.evaluated = std::move(made.evaluated);
        const ScopedLanguage words(language_);
        answer(verdict());
        return;
    }
    if (answered && !made.evaluated->reached) reopen_goal();
    view_.evaluated = std::move(made.evaluated);
    if (!view_.evaluated) {
        view_.phase = LessonPhase::reading;
        return;
    }
    view_.votes.resize(view_.evaluated->options.size());
    if (view_.phase != LessonPhase::answered) view_.phase = LessonPhase::asking;
    if (view_.evaluated->kind == lesson::Kind::settings && view_.evaluated->reached) reveal();
    const auto counted = counted_.find(view_.step);
    if (counted == counted_.end() || view_.round != 0 || counted->second.votes.size() != view_.votes.size()) return;
    view_.votes = counted->second.votes;
    if (counted->second.is_measured) reveal();
}

void LessonPlayer::predict(const lesson::Prediction& prediction) {
    if (view_.phase != LessonPhase::asking) return;
    view_.prediction = prediction;
    if (view_.evaluated->kind == lesson::Kind::cells) show_picked();
}

void LessonPlayer::type(std::string words) {
    if (view_.phase != LessonPhase::asking) return;
    double number = 0;
    const char* const end = words.data() + words.size();
    const auto [rest, error] = parse_real(words.data(), end, number);
    view_.prediction.number = error == std::errc() && rest == end ? std::optional(number) : std::nullopt;
    view_.typed = std::move(words);
}

bool LessonPlayer::pick(uint32_t buffer, uint64_t cell) {
    if (view_.phase != LessonPhase::asking || view_.evaluated->kind != lesson::Kind::cells ||
        view_.evaluated->right_cells.buffer != buffer)
        return false;
    std::vector<uint64_t>& cells = view_.prediction.cells;
    if (const auto found = std::ranges::find(cells, cell); found != cells.end()) {
        cells.erase(found);
    } else {
        if (cells.size() == view_.evaluated->pick) cells.erase(cells.begin());
        cells.push_back(cell);
    }
    show_picked();
    return true;
}

void LessonPlayer::show_picked() {
    auto set = std::make_shared<insight::CellSet>();
    set->buffer = view_.evaluated->right_cells.buffer;
    set->cells.resize(view_.evaluated->right_cells.cells.size());
    for (const uint64_t cell : view_.prediction.cells)
        if (cell < set->cells.size()) set->cells[cell] = true;
    view_.picked = std::move(set);
}

void LessonPlayer::answer(lesson::Verdict verdict) {
    const lesson::EvaluatedQuestion& evaluated = *view_.evaluated;
    view_.phase = LessonPhase::answered;
    view_.undone = false;
    view_.verdict = std::move(verdict);
    if (evaluated.kind == lesson::Kind::cells)
        view_.highlighted = std::shared_ptr<const insight::CellSet>(view_.evaluated, &evaluated.right_cells);
    if (evaluated.highlighted)
        view_.highlighted = std::shared_ptr<const insight::CellSet>(view_.evaluated, &*evaluated.highlighted);
    if (evaluated.highlighted_in_other_run)
        view_.highlighted_in_other_run =
            std::shared_ptr<const insight::CellSet>(view_.evaluated, &*evaluated.highlighted_in_other_run);
}

lesson::Verdict LessonPlayer::verdict() const {
    const lesson::EvaluatedQuestion& evaluated = *view_.evaluated;
    if (lesson::is_complete(evaluated, view_.prediction)) return lesson::judge(evaluated, view_.prediction);
    lesson::Verdict out = lesson::measured(evaluated);
    uint64_t answers = 0, right = 0;
    uint32_t max = 0;
    for (size_t i = 0; i < view_.votes.size(); ++i) {
        answers += view_.votes[i];
        const lesson::Option& option = evaluated.options[i];
        if (option.right) right += view_.votes[i];
        if (option.right || view_.votes[i] <= max) continue;
        max = view_.votes[i];
        out.means = tr_format(" **Why not \"{}\"?** {}", option.text, option.means);
    }
    out.means =
        tr_count(answers, "{1} of {0} answer is right.", "{1} of {0} answers are right.", answers, right) + out.means;
    out.right = 2 * right > answers;
    return out;
}

bool LessonPlayer::reveal() {
    if (view_.phase != LessonPhase::asking) return false;
    const bool predicted = lesson::is_complete(*view_.evaluated, view_.prediction);
    const bool voted = std::ranges::any_of(view_.votes, [](uint32_t count) { return count > 0; });
    if (!predicted && !voted) return false;
    answer(verdict());
    // Saves only a student's first answer.
    if (predicted) view_.progress.answered.emplace(view_.now().name, view_.verdict->right);
    if (predicted && view_.round == 0)
        own_answers_.insert_or_assign(own_answer_key(), OwnAnswer{view_.prediction, view_.confidence});
    save_progress();
    return true;
}

bool LessonPlayer::show_answer() {
    if (view_.phase != LessonPhase::asking) return false;
    answer(lesson::measured(*view_.evaluated));
    return true;
}

bool LessonPlayer::show_own_answer() {
    const auto first_try = view_.progress.answered.find(view_.now().name);
    if (view_.phase != LessonPhase::asking || view_.evaluated->kind == lesson::Kind::settings || view_.round != 0 ||
        first_try == view_.progress.answered.end())
        return false;
    if (const auto own = own_answers_.find(own_answer_key()); own != own_answers_.end()) {
        restore(own->second.prediction);
        view_.confidence = own->second.confidence;
        answer(verdict());
        return true;
    }
    // Progress files keep only whether the answer was right.
    lesson::Verdict known = lesson::measured(*view_.evaluated);
    known.right = first_try->second;
    answer(std::move(known));
    return true;
}

void LessonPlayer::restore(const lesson::Prediction& prediction) {
    if (prediction.number)
        type(fmt::format("{}", *prediction.number));
    else
        predict(prediction);
}

void LessonPlayer::reveal_to_class(const std::optional<lesson::Prediction>& saved, const std::vector<uint32_t>& votes) {
    if (view_.phase != LessonPhase::asking) return;
    redraw_.want(3);
    if (saved) restore(*saved);
    if (!saved || !reveal()) static_cast<void>(show_answer());
    if (votes.size() == view_.votes.size()) view_.votes = votes;
}

void LessonPlayer::count(size_t option, int by) {
    if (view_.phase != LessonPhase::asking || option >= view_.votes.size()) return;
    uint32_t& votes = view_.votes[option];
    votes = by < 0 && votes == 0 ? 0 : votes + static_cast<uint32_t>(by);
}

void LessonPlayer::save_progress() {
    view_.progress.step = static_cast<int64_t>(view_.step);
    const bool last = view_.step + 1 == view_.lesson->steps.size();
    if (last && (view_.phase == LessonPhase::answered || view_.question() == nullptr)) view_.progress.finished = true;
    progress_[view_.lesson->name] = view_.progress;
    if (progress_file_.empty()) return;
    // Loses progress silently if the file is unwritable.
    worker_.post([file = progress_file_, text = lesson::to_text(progress_)]() -> Worker::Finish {
        std::error_code ignored;
        std::filesystem::create_directories(file.parent_path(), ignored);
        (void)exporting::write_file(file, text);
        return {};
    });
}

} // namespace warpscope::workbench
