// The OpenGL context that tests draw in: headless in programs, the page's canvas in browsers.
#pragma once

#include <memory>

#include "gl/context.hpp"

namespace warpscope::test {

class StageContext {
public:
    virtual ~StageContext() = default;
    [[nodiscard]] virtual const gl::ContextInfo& info() const = 0;
};

/// Returns a current context. Programs draw in software, which gives the same pictures everywhere; with the variable
/// WARPSCOPE_TEST_GPU=1 they use a GPU.
[[nodiscard]] Result<std::unique_ptr<StageContext>> create_stage_context();

} // namespace warpscope::test
