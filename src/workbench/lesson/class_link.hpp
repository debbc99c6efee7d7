#pragma once

#include <optional>
#include <string>

namespace warpscope::workbench {

/// Connection to a class on a server. Only the browser page has one.
class ClassLink {
public:
    ClassLink() = default;
    virtual ~ClassLink() = default;
    ClassLink(const ClassLink&) = delete;
    ClassLink& operator=(const ClassLink&) = delete;

    /// Returns a new message from the server: JSON with the class's state, or a reply to send().
    [[nodiscard]] virtual std::optional<std::string> take_message() = 0;
    virtual void send(const std::string& answer) = 0;
    virtual void leave() = 0;
};

} // namespace warpscope::workbench
