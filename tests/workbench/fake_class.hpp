#pragma once

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "workbench/lesson/class_link.hpp"

namespace warpscope::workbench {

struct FakeClass : ClassLink {
    std::optional<std::string> take_message() override {
        if (messages.empty()) return std::nullopt;
        std::string message = std::move(messages.front());
        messages.pop_front();
        return message;
    }
    void send(const std::string& answer) override { sent.push_back(answer); }
    void leave() override { has_left = true; }

    std::deque<std::string> messages;
    std::vector<std::string> sent;
    bool has_left = false;
};

} // namespace warpscope::workbench
