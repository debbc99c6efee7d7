#pragma once

#include <atomic>
#include <deque>
#include <string>

#include "workbench/lesson/class_link.hpp"

namespace warpscope::web {

/// Connects the page to a class on its server. src/web/shell/class_link.js polls the server for messages.
class PageClassLink : public workbench::ClassLink {
public:
    std::optional<std::string> take_message() override;
    void send(const std::string& answer) override;
    void leave() override;

    /// Lets take_message() return messages. Call it when all PTX is loaded, because a lesson's step runs at once.
    void begin() { is_ready_ = true; }
    void receive(std::string message) { messages_.push_back(std::move(message)); }

private:
    std::deque<std::string> messages_;
    std::atomic<bool> is_ready_ = false;
};

} // namespace warpscope::web
