// OpenGL without a window, through EGL loaded at run time.
#pragma once

#include <memory>
#include <string>

#include "gl/context.hpp"

namespace warpscope::gl {

struct HeadlessOptions {
    bool prefer_gpu = true; // false: software rendering, with equal pixels everywhere
    bool debug = false;
};

/// An OpenGL context. It belongs to the thread that last called make_current().
class HeadlessContext {
public:
    /// Tries EGL devices of the preferred kind, Mesa's surfaceless platform, other EGL devices, then a pbuffer. The
    /// error lists all failures.
    [[nodiscard]] static Result<HeadlessContext> create(const HeadlessOptions& options = {});

    HeadlessContext(HeadlessContext&&) noexcept;
    HeadlessContext& operator=(HeadlessContext&&) noexcept;
    ~HeadlessContext();

    [[nodiscard]] Result<void> make_current();
    void release();

    [[nodiscard]] const ContextInfo& info() const;
    [[nodiscard]] const std::string& renderer() const { return info().renderer; }
    [[nodiscard]] const std::string& platform() const;

private:
    struct Impl;
    explicit HeadlessContext(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::gl
