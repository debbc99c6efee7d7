// The command that serves the page; tests/serve has the server's tests.
#include "command.hpp"

#include <fmt/format.h>

namespace warpscope::cli {
namespace {

TEST_F(Command, ServeEndsWithoutErrorOnSignal) {
    fs::create_directories(folder / "page");
    write("page/index.html", "page");
    for (const char* signal : {"INT", "TERM"}) {
        write("script",
              fmt::format("cd '{}'\n"
                          "env --default-signal=INT '{}' serve --no-compile --page page --port 0 >out 2>err &\n"
                          "for i in $(seq 600); do grep -q http out && break; sleep 0.1; done\n"
                          "kill -{} $!\n"
                          "wait $!\n",
                          folder.string(), WARPSCOPE_PROGRAM, signal));
        // Without --default-signal, a background process of a shell ignores SIGINT.
        EXPECT_EQ(std::system(("timeout 120 bash '" + file("script") + "'").c_str()), 0)
            << signal << contents(folder / "err");
        EXPECT_NE(contents(folder / "out").find("http://127.0.0.1:"), std::string::npos);
    }
}

TEST_F(Command, ServeNeedsPage) {
    const Outcome serve = warpscope("serve --no-compile --page '" + file("missing") + "'");
    EXPECT_EQ(serve.status, 3);
    EXPECT_NE(serve.err.find("scripts/web.sh --build-only"), std::string::npos) << serve.err;
}

TEST_F(Command, ServeRefusesUnknownFiles) {
    const Outcome serve = warpscope("serve --no-compile no-such-lesson");
    EXPECT_EQ(serve.status, 2);
    EXPECT_NE(serve.err.find("no-such-lesson"), std::string::npos) << serve.err;
}

} // namespace
} // namespace warpscope::cli
