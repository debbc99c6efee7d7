// A libEGL whose OpenGL draws nothing. Tests of the window that read no pixels use it: they need no graphics driver.
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#define EGL_NO_X11
#include <EGL/egl.h>
#include <glad/gl.h>

namespace {

template<class Function>
struct Nothing;
template<class Result, class... Arguments>
struct Nothing<Result (*)(Arguments...)> {
    static Result call(Arguments...) { return Result(); }
};

using Function = __eglMustCastToProperFunctionPointerType;

struct Named {
    std::string_view name;
    Function function;
};

template<class Type>
Function function(Type* of) {
    return reinterpret_cast<Function>(of);
}

template<class Type>
Named nothing(std::string_view name) {
    return {name, function(&Nothing<Type>::call)};
}

GLuint next_name() {
    static std::atomic<GLuint> next{0};
    return ++next;
}

void make_names(GLsizei count, GLuint* names) {
    for (GLsizei i = 0; i < count; ++i) names[i] = next_name();
}

const GLubyte* text(GLenum name) {
    const char* const words = name == GL_VERSION                    ? "3.3"
                              : name == GL_SHADING_LANGUAGE_VERSION ? "3.30"
                                                                    : "Software Rasterizer that draws nothing";
    return reinterpret_cast<const GLubyte*>(words);
}

const GLubyte* extension(GLenum /*name*/, GLuint /*index*/) { return reinterpret_cast<const GLubyte*>("GL_TEST_fake"); }

void integer(GLenum name, GLint* values) {
    switch (name) {
    case GL_MAJOR_VERSION:
    case GL_MINOR_VERSION: *values = 3; break;
    case GL_NUM_EXTENSIONS: *values = 1; break; // glad fails without any
    case GL_MAX_TEXTURE_SIZE: *values = 16384; break;
    case GL_VIEWPORT:
    case GL_SCISSOR_BOX: std::memset(values, 0, 4 * sizeof *values); break;
    default: *values = 0;
    }
}

/// Tells that shaders compile and programs link, without messages.
void object_state(GLuint /*object*/, GLenum name, GLint* value) {
    *value = name == GL_COMPILE_STATUS || name == GL_LINK_STATUS ? GL_TRUE : 0;
}

GLuint make_shader(GLenum /*type*/) { return next_name(); }

[[noreturn]] void end_without_pixels() {
    std::fputs("This OpenGL draws nothing. Tests that read pixels belong to a suite named *Pixels.\n", stderr);
    std::abort();
}
void read_pixels(GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void*) { end_without_pixels(); }
void read_texture(GLenum, GLint, GLenum, GLenum, void*) { end_without_pixels(); }

GLenum complete(GLenum /*target*/) { return GL_FRAMEBUFFER_COMPLETE; }

GLsync fence(GLenum /*condition*/, GLbitfield /*flags*/) { return reinterpret_cast<GLsync>(uintptr_t{1}); }

GLenum signaled(GLsync /*fence*/, GLbitfield /*flags*/, GLuint64 /*nanoseconds*/) { return GL_ALREADY_SIGNALED; }

#define NOTHING(TYPE, NAME) nothing<PFN##TYPE##PROC>(#NAME)

const std::array functions{
    Named{"glGetString", function(text)},
    Named{"glGetStringi", function(extension)},
    Named{"glGetIntegerv", function(integer)},
    Named{"glGenTextures", function(make_names)},
    Named{"glGenBuffers", function(make_names)},
    Named{"glGenFramebuffers", function(make_names)},
    Named{"glGenSamplers", function(make_names)},
    Named{"glGenVertexArrays", function(make_names)},
    Named{"glGetShaderiv", function(object_state)},
    Named{"glGetProgramiv", function(object_state)},
    Named{"glCreateShader", function(make_shader)},
    Named{"glCreateProgram", function(next_name)},
    Named{"glReadPixels", function(read_pixels)},
    Named{"glGetTexImage", function(read_texture)},
    Named{"glCheckFramebufferStatus", function(complete)},
    Named{"glFenceSync", function(fence)},
    Named{"glClientWaitSync", function(signaled)},
    NOTHING(GLACTIVETEXTURE, glActiveTexture),
    NOTHING(GLATTACHSHADER, glAttachShader),
    NOTHING(GLBINDBUFFER, glBindBuffer),
    NOTHING(GLBINDFRAMEBUFFER, glBindFramebuffer),
    NOTHING(GLBINDSAMPLER, glBindSampler),
    NOTHING(GLBINDTEXTURE, glBindTexture),
    NOTHING(GLBINDVERTEXARRAY, glBindVertexArray),
    NOTHING(GLBLENDEQUATION, glBlendEquation),
    NOTHING(GLBLENDEQUATIONSEPARATE, glBlendEquationSeparate),
    NOTHING(GLBLENDFUNCSEPARATE, glBlendFuncSeparate),
    NOTHING(GLBLITFRAMEBUFFER, glBlitFramebuffer),
    NOTHING(GLBUFFERDATA, glBufferData),
    NOTHING(GLBUFFERSUBDATA, glBufferSubData),
    NOTHING(GLCLEAR, glClear),
    NOTHING(GLCLEARCOLOR, glClearColor),
    NOTHING(GLCOMPILESHADER, glCompileShader),
    NOTHING(GLDELETEBUFFERS, glDeleteBuffers),
    NOTHING(GLDELETEFRAMEBUFFERS, glDeleteFramebuffers),
    NOTHING(GLDELETEPROGRAM, glDeleteProgram),
    NOTHING(GLDELETESAMPLERS, glDeleteSamplers),
    NOTHING(GLDELETESHADER, glDeleteShader),
    NOTHING(GLDELETESYNC, glDeleteSync),
    NOTHING(GLDELETETEXTURES, glDeleteTextures),
    NOTHING(GLDELETEVERTEXARRAYS, glDeleteVertexArrays),
    NOTHING(GLDETACHSHADER, glDetachShader),
    NOTHING(GLDISABLE, glDisable),
    NOTHING(GLDISABLEVERTEXATTRIBARRAY, glDisableVertexAttribArray),
    NOTHING(GLDRAWARRAYS, glDrawArrays),
    NOTHING(GLDRAWELEMENTS, glDrawElements),
    NOTHING(GLDRAWELEMENTSBASEVERTEX, glDrawElementsBaseVertex),
    NOTHING(GLENABLE, glEnable),
    NOTHING(GLENABLEVERTEXATTRIBARRAY, glEnableVertexAttribArray),
    NOTHING(GLFINISH, glFinish),
    NOTHING(GLFLUSH, glFlush),
    NOTHING(GLFRAMEBUFFERTEXTURE2D, glFramebufferTexture2D),
    NOTHING(GLGENERATEMIPMAP, glGenerateMipmap),
    NOTHING(GLGETATTRIBLOCATION, glGetAttribLocation),
    NOTHING(GLGETBUFFERSUBDATA, glGetBufferSubData),
    NOTHING(GLGETERROR, glGetError),
    NOTHING(GLGETPROGRAMINFOLOG, glGetProgramInfoLog),
    NOTHING(GLGETSHADERINFOLOG, glGetShaderInfoLog),
    NOTHING(GLGETTEXLEVELPARAMETERIV, glGetTexLevelParameteriv),
    NOTHING(GLGETUNIFORMLOCATION, glGetUniformLocation),
    NOTHING(GLGETVERTEXATTRIBIV, glGetVertexAttribiv),
    NOTHING(GLGETVERTEXATTRIBPOINTERV, glGetVertexAttribPointerv),
    NOTHING(GLISENABLED, glIsEnabled),
    NOTHING(GLISPROGRAM, glIsProgram),
    NOTHING(GLLINKPROGRAM, glLinkProgram),
    NOTHING(GLPIXELSTOREI, glPixelStorei),
    NOTHING(GLPOLYGONMODE, glPolygonMode),
    NOTHING(GLSAMPLERPARAMETERI, glSamplerParameteri),
    NOTHING(GLSCISSOR, glScissor),
    NOTHING(GLSHADERSOURCE, glShaderSource),
    NOTHING(GLTEXIMAGE2D, glTexImage2D),
    NOTHING(GLTEXPARAMETERI, glTexParameteri),
    NOTHING(GLTEXPARAMETERIV, glTexParameteriv),
    NOTHING(GLTEXSUBIMAGE2D, glTexSubImage2D),
    NOTHING(GLUNIFORM1F, glUniform1f),
    NOTHING(GLUNIFORM1I, glUniform1i),
    NOTHING(GLUNIFORM1UI, glUniform1ui),
    NOTHING(GLUNIFORM2FV, glUniform2fv),
    NOTHING(GLUNIFORM2IV, glUniform2iv),
    NOTHING(GLUNIFORM3FV, glUniform3fv),
    NOTHING(GLUNIFORM4FV, glUniform4fv),
    NOTHING(GLUNIFORM4IV, glUniform4iv),
    NOTHING(GLUNIFORMMATRIX4FV, glUniformMatrix4fv),
    NOTHING(GLUSEPROGRAM, glUseProgram),
    NOTHING(GLVERTEXATTRIBPOINTER, glVertexAttribPointer),
    NOTHING(GLVIEWPORT, glViewport),
};

thread_local EGLContext current = EGL_NO_CONTEXT;
int something; // address of the display and of contexts

} // namespace

extern "C" {

Function EGLAPIENTRY eglGetProcAddress(const char* name) {
    for (const Named& named : functions)
        if (named.name == name) return named.function;
    return nullptr;
}
const char* EGLAPIENTRY eglQueryString(EGLDisplay /*display*/, EGLint /*name*/) {
    return "EGL_KHR_surfaceless_context";
}
EGLint EGLAPIENTRY eglGetError() { return EGL_SUCCESS; }
EGLDisplay EGLAPIENTRY eglGetDisplay(EGLNativeDisplayType /*native*/) { return &something; }
EGLBoolean EGLAPIENTRY eglInitialize(EGLDisplay /*display*/, EGLint* /*major*/, EGLint* /*minor*/) { return EGL_TRUE; }
EGLBoolean EGLAPIENTRY eglTerminate(EGLDisplay /*display*/) { return EGL_TRUE; }
EGLBoolean EGLAPIENTRY eglBindAPI(EGLenum /*api*/) { return EGL_TRUE; }
EGLBoolean EGLAPIENTRY eglChooseConfig(EGLDisplay /*display*/, const EGLint* /*attributes*/, EGLConfig* configs,
                                       EGLint /*size*/, EGLint* count) {
    *configs = &something;
    *count = 1;
    return EGL_TRUE;
}
EGLContext EGLAPIENTRY eglCreateContext(EGLDisplay /*display*/, EGLConfig /*config*/, EGLContext /*shared*/,
                                        const EGLint* /*attributes*/) {
    return &something;
}
EGLBoolean EGLAPIENTRY eglDestroyContext(EGLDisplay /*display*/, EGLContext /*context*/) { return EGL_TRUE; }
EGLSurface EGLAPIENTRY eglCreatePbufferSurface(EGLDisplay /*display*/, EGLConfig /*config*/,
                                               const EGLint* /*attributes*/) {
    return &something;
}
EGLBoolean EGLAPIENTRY eglDestroySurface(EGLDisplay /*display*/, EGLSurface /*surface*/) { return EGL_TRUE; }
EGLBoolean EGLAPIENTRY eglMakeCurrent(EGLDisplay /*display*/, EGLSurface /*draw*/, EGLSurface /*read*/,
                                      EGLContext context) {
    current = context;
    return EGL_TRUE;
}
EGLContext EGLAPIENTRY eglGetCurrentContext() { return current; }

} // extern "C"
