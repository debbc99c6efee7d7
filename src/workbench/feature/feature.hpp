#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "workbench/document/action.hpp"
#include "workbench/document/command.hpp"
#include "workbench/document/document.hpp"
#include "workbench/feature/models.hpp"

namespace warpscope::workbench {

/// A feature writes the document and its own view model. It uses other features only through commands.
class Feature {
public:
    virtual ~Feature() = default;
    Feature(const Feature&) = delete;
    Feature& operator=(const Feature&) = delete;

    /// Returns the feature's folder, as in feature_of<T>.
    [[nodiscard]] virtual std::string_view name() const = 0;
    virtual void handle(const Command& command) = 0;
    virtual bool perform(const Perform& /*action*/) { return false; }

    virtual void reset_view_state() {}
    virtual void run_requested(const session::Request& /*request*/) {}
    /// `failure` is null on success.
    virtual void run_answered(const Diagnostic* /*failure*/) {}

    /// Returns false while pending work will change the picture.
    [[nodiscard]] virtual bool is_settled() const { return true; }
    /// nullopt: no frame is due.
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
    void say(bool error, Message words, Message hint = {}) { document_.say(error, std::move(words), std::move(hint)); }

    Document& document_;
    const Models& model_;
    scene::Scene& scene_;
    Preferences& preferences_;
    WindowState& window_;
    Runs& runs_;
    Redraw& redraw_;
    Worker& worker_;
    Start& start_;
};

template<class Self, class List>
class CommandFeature : public Feature {
public:
    void handle(const Command& command) override {
        visit(List(), command, [this](const auto& c) { static_cast<Self&>(*this).on(c); });
    }

protected:
    using Feature::Feature;
};

} // namespace warpscope::workbench
