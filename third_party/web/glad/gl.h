// Stands in for glad's header in builds for browsers: OpenGL ES 3.0, whose functions need no loader.
#pragma once

#include <GLES3/gl3.h>

typedef void (*GLADapiproc)(void);
typedef GLADapiproc (*GLADloadfunc)(const char* name);

#define GLAD_VERSION_MAJOR(version) ((version) / 10000)
#define GLAD_VERSION_MINOR(version) ((version) % 10000)
#define GLAD_GL_KHR_debug 0

static inline int gladLoadGL(GLADloadfunc load) {
    (void)load;
    return 30000;
}
