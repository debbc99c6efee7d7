// A feature: one subject of the window as a controller, with commands and a view model of its own. Needs no window.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "workbench/document/action.hpp"
#include "workbench/document/command.hpp"
#include "workbench/document/document.hpp"
#include "workbench/feature/models.hpp"

namespace warpscope::workbench {

/// A feature reads the document and the view models of all features. It changes the document, writes its own view
/// model, and asks other features through commands.
class Feature {
public:
    virtual ~Feature() = default;
    Feature(const Feature&) = delete;
    Feature& operator=(const Feature&) = delete;

    /// The name that its commands are routed by: its folder's.
    [[nodiscard]] virtual std::string_view name() const = 0;
    /// Does what one of its commands asks for.
    virtual void handle(const Command& command) = 0;
    /// Performs the action if it is one of the feature's; returns whether it was.
    virtual bool perform(const Perform& /*action*/) { return false; }

    /// Another launch takes the place of the shown one.
    virtual void leave_place() {}
    /// A run is about to be requested.
    virtual void run_requested(const session::Request& /*request*/) {}
    /// The newest request was answered; `failure` says why there is no result.
    virtual void run_answered(const Diagnostic* /*failure*/) {}

    /// Returns whether nothing is outstanding that will change the picture by itself.
    [[nodiscard]] virtual bool is_settled() const { return true; }
    /// Seconds until there is something to do without input; none: nothing.
    [[nodiscard]] virtual std::optional<double> seconds_until_due() const { return std::nullopt; }

protected:
    Feature(Document& document, const Models& model)
        : document_(document)
        , model_(model)
        , scene_(document.scene)
        , preferences_(document.preferences)
        , window_(document.window)
        , runs_(document.runs)
        , redraw_(document.redraw)
        , worker_(document.worker)
        , start_(document.start) {}

    void send(const Command& command) { document_.send(command); }
    void say(bool error, std::string words, std::string hint = {}) {
        document_.say(error, std::move(words), std::move(hint));
    }

    Document& document_;
    const Models& model_;
    // Parts of the document
    scene::Scene& scene_;
    Preferences& preferences_;
    WindowState& window_;
    Runs& runs_;
    Redraw& redraw_;
    Worker& worker_;
    Start& start_;
};

/// A feature that has a function on(const T&) for each command T of its list.
template<class Self, class List>
class FeatureWith : public Feature {
public:
    void handle(const Command& command) override {
        visit(List(), command, [this](const auto& c) { static_cast<Self&>(*this).on(c); });
    }

protected:
    using Feature::Feature;
};

} // namespace warpscope::workbench
