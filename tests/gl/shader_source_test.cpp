#include "gl/shader_source.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace warpscope::gl {
namespace {

class ShaderFiles : public testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() /
                  ("warpscope_shaders_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }

    std::filesystem::path folder_;
};

TEST_F(ShaderFiles, IncludesEachFileOnce) {
    write("main.frag", "#version 330 core\n#include \"palette.glsl\"\n#include \"border.glsl\"\nvoid main() {}\n");
    write("palette.glsl", "#include \"common.glsl\"\nvec3 fill;\n");
    write("border.glsl", "#include \"common.glsl\"\nvec3 line;\n");
    write("common.glsl", "float common_value;\n");
    const auto source = read_shader(folder_ / "main.frag");
    ASSERT_TRUE(source) << source.error().text();
    EXPECT_EQ(source->text, "#version 330 core\n"
                            "#line 1 1\n#line 1 2\nfloat common_value;\n#line 2 1\nvec3 fill;\n#line 3 0\n"
                            "#line 1 3\n#line 2 3\nvec3 line;\n#line 4 0\nvoid main() {}\n");
    ASSERT_EQ(source->files.size(), 4u);
    EXPECT_EQ(source->files[2], (folder_ / "common.glsl").string());
}

TEST_F(ShaderFiles, MissingFileIsNamed) {
    write("main.frag", "#version 330 core\n#include \"nowhere.glsl\"\n");
    const auto source = read_shader(folder_ / "main.frag");
    ASSERT_FALSE(source);
    EXPECT_EQ(source.error().kind, ErrorKind::environment);
    EXPECT_NE(source.error().message.english().find("nowhere.glsl"), std::string::npos);
}

const ShaderSource two_files{"#version 330 core\n#line 1 1\nfloat a;\n  float b = c;\n#line 3 0\nvoid main() {}\n",
                             {"main.frag", "palette.glsl"}};

TEST(ShaderLog, ReadsMesaFormat) {
    const Diagnostic d = explain_shader_log(two_files, "1:2(12): error: `c' undeclared\n");
    EXPECT_EQ(d.where.file, "palette.glsl");
    EXPECT_EQ(d.where.line, 2u);
    EXPECT_EQ(d.message, "Shader does not compile: `c' undeclared in `float b = c;`");
}

TEST(ShaderLog, ReadsNvidiaFormat) {
    const Diagnostic d =
        explain_shader_log(two_files, "1(1) : warning C7050: w\n0(3) : error C1503: undefined variable \"x\"\n");
    EXPECT_EQ(d.where.file, "main.frag");
    EXPECT_EQ(d.where.line, 3u);
    EXPECT_EQ(d.message, "Shader does not compile: undefined variable \"x\" in `void main() {}`");
}

TEST(ShaderLog, UnknownFormatIsShownUnchanged) {
    const Diagnostic d = explain_shader_log(two_files, "the driver says no\n");
    EXPECT_EQ(d.where.file, "main.frag");
    EXPECT_EQ(d.message, "Shader does not compile:\nthe driver says no");
    EXPECT_NE(explain_shader_log(two_files, "").message.english().find("no reason"), std::string::npos);
}

} // namespace
} // namespace warpscope::gl
