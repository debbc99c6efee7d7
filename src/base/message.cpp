#include "base/message.hpp"

#include <ostream>

#include <fmt/args.h>
#include <fmt/format.h>

namespace warpscope {

struct Message::Body {
    std::string format; // format, or the verbatim text
    std::string many;   // empty unless counted
    uint64_t count = 0;
    bool is_verbatim = false;
    std::vector<MessageArgument> arguments;
    std::string log = {}; // printed on further lines

    friend bool operator==(const Body&, const Body&) = default;
};

namespace {

std::string formatted_with(std::string_view format, std::span<const MessageArgument> arguments,
                           Message::ChooseFormat choose) {
    fmt::dynamic_format_arg_store<fmt::format_context> store;
    for (const MessageArgument& argument : arguments)
        std::visit(
            [&]<class T>(const T& value) {
                if constexpr (std::same_as<T, Message>)
                    store.push_back(value.rendered(choose));
                else if constexpr (std::same_as<T, SourceLocation>)
                    store.push_back(value.line_text());
                else
                    store.push_back(value);
            },
            argument.value);
    return fmt::vformat(fmt::string_view(format.data(), format.size()), store);
}

} // namespace

Message Message::verbatim(std::string text) {
    if (text.empty()) return {};
    return Message(std::make_shared<const Body>(Body{std::move(text), {}, 0, true, {}}));
}

Message Message::formatted(std::string format, std::vector<MessageArgument> arguments) {
    if (format.empty()) return {};
    return Message(std::make_shared<const Body>(Body{std::move(format), {}, 0, false, std::move(arguments)}));
}

Message Message::counted(uint64_t count, std::string one, std::string many, std::vector<MessageArgument> arguments) {
    return Message(
        std::make_shared<const Body>(Body{std::move(one), std::move(many), count, false, std::move(arguments)}));
}

bool Message::is_verbatim() const { return body_ == nullptr || body_->is_verbatim; }
std::string_view Message::format() const { return body_ == nullptr ? std::string_view() : body_->format; }
bool Message::is_counted() const { return body_ != nullptr && !body_->many.empty(); }
uint64_t Message::count() const { return body_ == nullptr ? 0 : body_->count; }
std::string_view Message::many() const { return body_ == nullptr ? std::string_view() : body_->many; }
std::span<const MessageArgument> Message::arguments() const {
    return body_ == nullptr ? std::span<const MessageArgument>() : body_->arguments;
}

std::string_view Message::log() const { return body_ == nullptr ? std::string_view() : body_->log; }

Message Message::with_log(std::string log) const {
    if (empty()) return verbatim(std::move(log));
    Body body = *body_;
    body.log = std::move(log);
    return Message(std::make_shared<const Body>(std::move(body)));
}

Message Message::with_arguments(std::vector<MessageArgument> arguments) const {
    if (is_verbatim()) return *this;
    Body body = *body_;
    body.arguments = std::move(arguments);
    return Message(std::make_shared<const Body>(std::move(body)));
}

Message Message::first_line() const {
    if (empty()) return {};
    const size_t end = is_verbatim() ? format().find('\n') : std::string_view::npos;
    if (end != std::string_view::npos) return verbatim(std::string(format().substr(0, end)));
    return log().empty() ? *this : with_log({});
}

std::string_view Message::english_format() const { return is_counted() && count() != 1 ? many() : format(); }

std::string Message::english() const {
    return rendered([](const Message& message) { return message.english_format(); });
}

std::string Message::rendered(ChooseFormat choose) const {
    const auto text = [&] {
        if (is_verbatim()) return std::string(format());
        const std::string_view chosen = choose(*this);
        if (chosen != english_format()) try {
                return formatted_with(chosen, arguments(), choose);
            } catch (const fmt::format_error&) {
                // The translation does not fit. The English format was checked before.
            }
        return formatted_with(english_format(), arguments(), choose);
    };
    return log().empty() ? text() : text() + "\n" + std::string(log());
}

bool operator==(const Message& one, const Message& other) {
    if (one.body_ == other.body_) return true;
    return one.body_ != nullptr && other.body_ != nullptr && *one.body_ == *other.body_;
}

std::ostream& operator<<(std::ostream& out, const Message& message) { return out << message.english(); }

Message quoted(std::string_view name) { return msg("'{}'", name); }

Message joined(std::span<const Message> messages, std::string_view separator) {
    if (messages.size() == 1) return messages.front();
    std::string format;
    std::vector<MessageArgument> arguments;
    for (const Message& message : messages) {
        if (message.empty()) continue;
        if (!format.empty()) format += separator;
        format += "{}";
        arguments.emplace_back(message);
    }
    return Message::formatted(std::move(format), std::move(arguments));
}

} // namespace warpscope
