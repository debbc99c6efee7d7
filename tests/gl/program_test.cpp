#include "gl/program.hpp"

#include <gtest/gtest.h>
#include <vector>

#include "gl/framebuffer.hpp"
#include "gl/headless_fixture.hpp"

namespace warpscope::gl {
namespace {

using Programs = HeadlessContextTest;

constexpr const char* whole_screen = R"(#version 330 core
void main() {
    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
)";

TEST_F(Programs, DrawsWithItsUniforms) {
    auto program =
        Program::create(shader_text("screen.vert", whole_screen), shader_text("tint.frag", R"(#version 330 core
uniform vec4 tint;
uniform int shift;
out vec4 color;
void main() { color = tint + vec4(0.0, float(shift) / 255.0, 0.0, 0.0); }
)"));
    ASSERT_TRUE(program) << program.error().text();
    auto framebuffer = Framebuffer::create(5, 3);
    ASSERT_TRUE(framebuffer);
    const VertexArray vertices = VertexArray::create();
    framebuffer->bind();
    program->use();
    program->set("tint", std::array{1.0f, 0.0f, 0.0f, 1.0f});
    program->set("shift", 7);
    program->set("not_there", 1.0f);
    vertices.draw_triangles(3);
    Framebuffer::unbind();
    const std::vector<uint8_t> pixels = framebuffer->read_rgba();
    for (size_t pixel = 0; pixel < 15; ++pixel) {
        EXPECT_EQ(pixels[pixel * 4], 255);
        EXPECT_EQ(pixels[pixel * 4 + 1], 7);
        EXPECT_EQ(pixels[pixel * 4 + 2], 0);
    }
}

TEST_F(Programs, CompileErrorNamesFileAndLine) {
    const auto program =
        Program::create(shader_text("screen.vert", whole_screen), shader_text("broken.frag", R"(#version 330 core
out vec4 color;
void main() {
    color = undeclared_name;
}
)"));
    ASSERT_FALSE(program);
    EXPECT_EQ(program.error().where.file, "broken.frag");
    EXPECT_EQ(program.error().where.line, 4u);
    EXPECT_NE(program.error().message.english().find("color = undeclared_name;"), std::string::npos)
        << program.error().text();
}

TEST_F(Programs, LinkErrorNamesBothShaders) {
    const auto program =
        Program::create(shader_text("a.vert", "#version 330 core\nout vec2 value;\nvoid main() { value = vec2(1); "
                                              "gl_Position = vec4(0); }\n"),
                        shader_text("b.frag", "#version 330 core\nin vec4 value;\nout vec4 color;\nvoid main() { color "
                                              "= value; }\n"));
    ASSERT_FALSE(program);
    EXPECT_NE(program.error().message.english().find("a.vert and b.frag do not link"), std::string::npos);
}

} // namespace
} // namespace warpscope::gl
