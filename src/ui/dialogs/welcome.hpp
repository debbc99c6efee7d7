#pragma once

#include "ui/model/model.hpp"

namespace warpscope::ui {

class Welcome {
public:
    void show() { open_ = true; }
    void hide() { open_ = false; }
    [[nodiscard]] bool open() const { return open_; }
    [[nodiscard]] Commands draw(const Model& model);

private:
    bool open_ = false;
};

} // namespace warpscope::ui
