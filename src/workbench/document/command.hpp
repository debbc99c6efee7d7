#pragma once

#include <any>
#include <concepts>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::workbench {

template<class... T>
struct CommandList {
    template<class U>
    static constexpr bool contains = (std::same_as<T, U> || ...);
};

/// Name of the feature that handles T. Does not compile if two command lists contain T.
template<class T>
inline constexpr std::string_view feature_of{};

template<class T>
concept IsCommand = !feature_of<T>.empty();

/// A type-erased command; a std::variant of a hundred types would double compile times.
class Command {
public:
    template<IsCommand T>
    Command(T what) // NOLINT(google-explicit-constructor): panels append structs to lists of commands
        : what_(std::move(what))
        , feature_(feature_of<T>) {}

    template<IsCommand T>
    [[nodiscard]] const T* as() const {
        return std::any_cast<T>(&what_);
    }
    template<IsCommand... T>
    [[nodiscard]] bool is() const {
        return (... || (as<T>() != nullptr));
    }
    [[nodiscard]] std::string_view feature() const { return feature_; }

private:
    std::any what_;
    std::string_view feature_;
};
using Commands = std::vector<Command>;

template<class... T, class Handler>
bool visit(CommandList<T...>, const Command& command, Handler&& handler) {
    return (... || (command.is<T>() && (handler(*command.as<T>()), true)));
}

} // namespace warpscope::workbench
