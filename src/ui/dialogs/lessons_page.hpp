#pragma once

#include "ui/dialogs/thumbnails.hpp"
#include "ui/model/model.hpp"
#include "workbench/background/worker.hpp"
#include "workbench/lesson/lesson_list.hpp"

namespace warpscope::ui {

[[nodiscard]] std::string status_words(const LessonStatus& status);

class LessonsPage {
public:
    void show() { open_ = true; }
    void hide() { open_ = false; }
    [[nodiscard]] bool open() const { return open_; }
    [[nodiscard]] Commands draw(const Model& model, Worker& worker);

private:
    [[nodiscard]] bool row(const Model& model, const LessonEntry& lesson, Worker& worker);

    bool open_ = false;
    Thumbnails thumbnails_{{.width = 224, .height = 140}};
};

} // namespace warpscope::ui
