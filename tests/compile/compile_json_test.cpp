#include "compile/compile_json.hpp"

#include <gtest/gtest.h>

#include "base/process/temporary_folder.hpp"

namespace warpscope::compile {
namespace {

TEST(CompileJson, RequestsSurviveTransfer) {
    CompileRequest request;
    request.file = "blur.cu";
    request.source = "__global__ void blur() {}\n";
    request.defines = {{"RADIUS", "2"}};
    request.arch = "compute_80";
    request.optimization = 0;
    request.compiler = CompilerChoice::clang;
    request.debug = true;
    request.instances = {"blur<float, 3>"};
    request.headers = {{"filter.h", "// text"}};
    const auto read = request_from_json(json_text_of(request));
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(json_text_of(*read), json_text_of(request));
    EXPECT_EQ(read->source, request.source);
    EXPECT_EQ(read->defines, request.defines);
    EXPECT_EQ(read->compiler, CompilerChoice::clang);
    EXPECT_TRUE(read->debug);
}

TEST(CompileJson, FoldersOfTheFileAreDropped) {
    const auto read = request_from_json(R"({"source": "", "file": "../../home/user/blur.cu"})");
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->file, "blur.cu");
}

TEST(CompileJson, HeadersAreAddedOnlyOnRequest) {
    const auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder && folder->write("filter.h", "// text of the header"));
    CompileRequest request;
    request.file = "blur.cu";
    request.folder = folder->path();
    request.source = "#include \"filter.h\"\n";
    EXPECT_EQ(json_text_of(request).find("text of the header"), std::string::npos);
    const auto sent = request_from_json(json_text_of(with_included_headers(request)));
    ASSERT_TRUE(sent) << sent.error().text();
    ASSERT_EQ(sent->headers.size(), 1u);
    EXPECT_EQ(sent->headers.front().first, "filter.h");
    EXPECT_EQ(sent->headers.front().second, "// text of the header");
}

TEST(CompileJson, RefusalsHaveReasons) {
    const auto problem = [](int status, std::string_view json = "") {
        return result_from_answer(status, json).error().message.english();
    };
    EXPECT_EQ(problem(0), "The page's server does not answer.");
    EXPECT_EQ(problem(408), "The page's server did not compile the kernel in time (HTTP status 408).");
    EXPECT_EQ(problem(413), "The kernel and its headers are too large for the page's server: together, more than 1 MiB "
                            "(HTTP status 413).");
    EXPECT_EQ(problem(503), "The page's server is busy (HTTP status 503).");
    EXPECT_EQ(problem(500), "The page's server did not compile the kernel (HTTP status 500).");
    const std::string own =
        json_text_of(Result<CompileResult>(fail(ErrorKind::environment, msg("Too many requests."))));
    EXPECT_EQ(problem(429, own), "Too many requests.");
}

TEST(CompileJson, ResultsSurviveTransfer) {
    CompileResult result;
    result.ptx = ".file 1 \"/home/somebody/blur.cu\"\n";
    result.compiler = CompilerKind::nvrtc;
    result.compiler_name = "NVRTC 13.0";
    result.instances = {{"blur<float>", "_Z4blurIfEvv"}};
    result.warnings = {{ErrorKind::failed, msg("'{}' is unused", "x"), {"blur.cu", 3, 7}, {}}};
    const auto read = result_from_json(json_text_of(Result<CompileResult>(result)));
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->ptx, ".file 1 \"blur.cu\"\n") << "folders of the server are private";
    EXPECT_EQ(read->compiler, CompilerKind::nvrtc);
    EXPECT_EQ(read->compiler_name, "NVRTC 13.0");
    EXPECT_EQ(read->instances, result.instances);
    ASSERT_EQ(read->warnings.size(), 1u);
    EXPECT_EQ(read->warnings.front().message, result.warnings.front().message);
    EXPECT_EQ(read->warnings.front().where, result.warnings.front().where);
}

TEST(CompileJson, ErrorsSurviveTransfer) {
    const Diagnostic error{ErrorKind::usage, msg("There is no variant '{}'.", "x"), {"blur.cu", 3, 7}, msg("use y")};
    const auto read = result_from_json(json_text_of(Result<CompileResult>(tl::unexpected(error))));
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().kind, error.kind);
    EXPECT_EQ(read.error().message, error.message);
    EXPECT_EQ(read.error().where, error.where);
    EXPECT_EQ(read.error().hint, error.hint);
}

TEST(CompileJson, InvalidAnswersAreErrors) {
    for (const char* text : {"", "no JSON", "{}", R"({"ptx": 3})", R"({"error": 3})", R"({"error": {}})"})
        EXPECT_FALSE(result_from_json(text)) << text;
}

} // namespace
} // namespace warpscope::compile
