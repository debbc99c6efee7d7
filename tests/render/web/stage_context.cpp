#include "render/stage_context.hpp"

#include <utility>

#include <emscripten/html5_webgl.h>

namespace warpscope::test {
namespace {

class CanvasStageContext : public StageContext {
public:
    explicit CanvasStageContext(gl::ContextInfo info)
        : info_(std::move(info)) {}
    [[nodiscard]] const gl::ContextInfo& info() const override { return info_; }

private:
    gl::ContextInfo info_;
};

} // namespace

Result<std::unique_ptr<StageContext>> create_stage_context() {
    // A canvas has one context, which all tests share.
    static const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = [] {
        EmscriptenWebGLContextAttributes attributes;
        emscripten_webgl_init_context_attributes(&attributes);
        attributes.majorVersion = 2;
        attributes.antialias = false;
        return emscripten_webgl_create_context("#canvas", &attributes);
    }();
    if (context <= 0) return fail(ErrorKind::environment, msg("The browser has no WebGL 2."));
    emscripten_webgl_make_context_current(context);
    auto info = gl::load(nullptr);
    if (!info) return tl::unexpected(info.error());
    return std::make_unique<CanvasStageContext>(std::move(*info));
}

} // namespace warpscope::test
