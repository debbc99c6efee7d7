#include "gl/context.hpp"

#include <array>
#include <fmt/format.h>
#include <string_view>

#include "gl/dialect.hpp"

namespace warpscope::gl {
namespace {

std::string text_of(GLenum name) {
    const auto* text = reinterpret_cast<const char*>(glGetString(name));
    return text ? text : "";
}

bool is_software(std::string_view renderer) {
    constexpr std::array names{"llvmpipe", "softpipe", "swrast", "Software Rasterizer", "SwiftShader"};
    for (std::string_view name : names)
        if (renderer.find(name) != std::string_view::npos) return true;
    return false;
}

std::string_view error_name(GLenum error) {
    switch (error) {
    case GL_INVALID_ENUM: return "GL_INVALID_ENUM";
    case GL_INVALID_VALUE: return "GL_INVALID_VALUE";
    case GL_INVALID_OPERATION: return "GL_INVALID_OPERATION";
    case GL_INVALID_FRAMEBUFFER_OPERATION: return "GL_INVALID_FRAMEBUFFER_OPERATION";
    case GL_OUT_OF_MEMORY: return "GL_OUT_OF_MEMORY";
    default: return "unknown OpenGL error";
    }
}

} // namespace

bool draws_in_software() { return is_software(text_of(GL_RENDERER)); }

Result<ContextInfo> load(GLADloadfunc get_address) {
    const int version = gladLoadGL(get_address);
    if (version == 0)
        return fail(ErrorKind::environment, msg("OpenGL's functions cannot be loaded: no context is current."));

    ContextInfo info;
    info.renderer = text_of(GL_RENDERER);
    info.vendor = text_of(GL_VENDOR);
    info.version = text_of(GL_VERSION);
    info.major = GLAD_VERSION_MAJOR(version);
    info.minor = GLAD_VERSION_MINOR(version);
    // Asks OpenGL, because gladLoadGL returns at most the newest version that it knows.
    glGetIntegerv(GL_MAJOR_VERSION, &info.major);
    glGetIntegerv(GL_MINOR_VERSION, &info.minor);
    if (info.major * 10 + info.minor < dialect.oldest)
        return fail(ErrorKind::environment,
                    msg("{} is needed and {} offers {}.{}.", dialect.name, info.renderer, info.major, info.minor),
                    msg("update the graphics driver, or set LIBGL_ALWAYS_SOFTWARE=1 to draw on the processor"));
    info.software = is_software(info.renderer);
    info.debug_output = GLAD_GL_KHR_debug != 0;
    GLint side = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side);
    info.max_texture_side = static_cast<uint32_t>(side);
    return info;
}

std::string take_errors() {
    std::string names;
    // A lost context reports errors forever, hence the limit.
    for (int i = 0; i < 16; ++i) {
        const GLenum error = glGetError();
        if (error == GL_NO_ERROR) break;
        if (!names.empty()) names += ", ";
        names += error_name(error);
    }
    return names;
}

} // namespace warpscope::gl
