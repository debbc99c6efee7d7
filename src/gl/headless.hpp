// OpenGL context without window or display, through EGL. libEGL is loaded at run time, so that programs start without
// it.
#pragma once

#include <memory>
#include <string>

#include "gl/context.hpp"

namespace warpscope::gl {

struct HeadlessOptions {
    bool prefer_gpu = true; // false: prefer software rendering, which is the same everywhere
    bool debug = false;
};

/// The context belongs to the thread that called make_current() last.
class HeadlessContext {
public:
    /// Creates a context and makes it current. Tries EGL devices of the preferred kind (NVIDIA first), Mesa's
    /// surfaceless platform, other EGL devices, and the default display with a pbuffer. The error lists all failures
    /// and packages to install.
    [[nodiscard]] static Result<HeadlessContext> create(const HeadlessOptions& options = {});

    HeadlessContext(HeadlessContext&&) noexcept;
    HeadlessContext& operator=(HeadlessContext&&) noexcept;
    ~HeadlessContext();

    [[nodiscard]] Result<void> make_current();
    /// Releases the context, so that another thread can use it.
    void release();

    [[nodiscard]] const ContextInfo& info() const;
    [[nodiscard]] const std::string& renderer() const { return info().renderer; }
    /// Returns "EGL device", "EGL surfaceless" or "EGL pbuffer".
    [[nodiscard]] const std::string& platform() const;

private:
    struct Impl;
    explicit HeadlessContext(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::gl
