#include "web/class_link.hpp"

#include <utility>

#include <emscripten/emscripten.h>

namespace warpscope::web {

std::optional<std::string> PageClassLink::take_message() {
    if (!is_ready_ || messages_.empty()) return std::nullopt;
    std::string message = std::move(messages_.front());
    messages_.pop_front();
    return message;
}

void PageClassLink::send(const std::string& answer) {
    EM_ASM({ Module.sendToClass(UTF8ToString($0)); }, answer.c_str());
}

void PageClassLink::leave() {
    EM_ASM({ Module.leaveClass(); });
}

} // namespace warpscope::web
