// An OpenGL 3.3 core context without window or display, through EGL. libEGL is looked for at run time, so that a
// program with this code in it starts on machines that have none.
#pragma once

#include <memory>
#include <string>

#include "gl/context.hpp"

namespace warpscope::gl {

struct HeadlessOptions {
    bool prefer_gpu = true; // false: software rendering where there is any, so that pictures are the same everywhere
    bool debug = false;     // ask for a debug context
};

/// Owns display, surface (where one is needed) and context. The context belongs to the thread that called
/// make_current() last.
class HeadlessContext {
public:
    /// Makes the context and makes it current on the calling thread, with OpenGL's functions loaded. Tried in order:
    /// EGL's devices of the preferred kind (NVIDIA's GPUs first), Mesa's surfaceless platform, EGL's other devices, the
    /// default display with a pbuffer. Fails with what each of them said and which packages to install.
    [[nodiscard]] static Result<HeadlessContext> create(const HeadlessOptions& options = {});

    HeadlessContext(HeadlessContext&&) noexcept;
    HeadlessContext& operator=(HeadlessContext&&) noexcept;
    ~HeadlessContext();

    [[nodiscard]] Result<void> make_current();
    /// Lets go of the context on the calling thread, so that another may take it.
    void release();

    [[nodiscard]] const ContextInfo& info() const;
    [[nodiscard]] const std::string& renderer() const { return info().renderer; }
    /// How it was made: "EGL device", "EGL surfaceless" or "EGL pbuffer".
    [[nodiscard]] const std::string& platform() const;

private:
    struct Impl;
    explicit HeadlessContext(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::gl
