// Tests that a session publishes only the result of the newest request, and keeps the last good result if a run fails
// or is canceled.
#include <filesystem>
#include <fstream>

#include "input/scratch_folder.hpp"
#include "session/blurs.hpp"

namespace warpscope::session {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

TEST(Session, PublishesTheNewestRequest) {
    Session session;
    for (int radius = 0; radius <= 8; ++radius) session.submit(blur(61, 47, radius));
    wait(session);
    ASSERT_TRUE(session.result());
    EXPECT_EQ(radius_of(session.result()), 8);
    EXPECT_FALSE(session.failure());
}

TEST(Session, FailureKeepsTheLastResult) {
    Session session;
    session.submit(blur(61, 47, 2));
    wait(session);
    const auto good = session.result();
    ASSERT_TRUE(good);
    const uint64_t revision = session.revision();
    Request bad = blur(61, 47, 2);
    bad.input.file = "/no/such/picture.png";
    session.submit(bad);
    wait(session);
    EXPECT_EQ(session.result(), good);
    ASSERT_TRUE(session.failure());
    EXPECT_NE(session.failure()->message.english().find("/no/such/picture.png"), std::string::npos)
        << session.failure()->text();
    EXPECT_GT(session.revision(), revision);
    session.submit(blur(61, 47, 3));
    wait(session);
    EXPECT_FALSE(session.failure());
    EXPECT_EQ(radius_of(session.result()), 3);
}

TEST(Session, CancelKeepsTheLastResult) {
    Session session;
    session.submit(blur(61, 47, 2));
    wait(session);
    const auto good = session.result();
    session.submit(blur(3000, 2000, 16));
    ASSERT_TRUE(wait_until_running(session));
    session.cancel();
    wait(session);
    EXPECT_EQ(session.result(), good);
    EXPECT_FALSE(session.failure());
}

TEST(Session, NewerRequestReplacesALongOne) {
    Session session;
    session.submit(blur(6000, 4000, 16));
    ASSERT_TRUE(wait_until_running(session));
    session.submit(blur(19, 17, 1));
    wait(session);
    ASSERT_TRUE(session.result());
    EXPECT_EQ(session.result()->request.input.shape.width, 19u);
}

TEST(Session, EarlierRequestUsesTheCache) {
    Session session;
    session.submit(blur(61, 47, 2));
    wait(session);
    const auto first = session.result();
    session.submit(blur(61, 47, 3));
    wait(session);
    session.submit(blur(61, 47, 2));
    wait(session);
    EXPECT_EQ(session.result(), first);
}

TEST(Session, EditedTextRereadsItsHeaders) {
    const ScratchFolder folder;
    folder.write("k.h", "// first\n");
    Request request = blur(61, 47, 2);
    auto own = std::make_shared<catalog::Experiment>(*request.experiment);
    std::ifstream course(own->find("naive")->source);
    const std::string text{std::istreambuf_iterator<char>(course), {}};
    for (catalog::Variant& variant : own->variants) variant.source = folder.write("k.cu", text);
    request.experiment = own;
    request.text = "#include \"k.h\"\n" + text;
    Request other = request;
    other.settings.values["radius"] = 3;
    Session session;
    session.submit(request);
    wait(session);
    const auto first = session.result();
    ASSERT_TRUE(first) << session.failure()->text();
    session.submit(other);
    wait(session);
    folder.write("k.h", "// second\n");
    session.submit(request);
    wait(session);
    EXPECT_EQ(radius_of(session.result()), 2);
    EXPECT_NE(session.result(), first);
}

TEST(Session, NextRunWaitsForTheDisplay) {
    Session session;
    session.wait_until_shown();
    session.submit(blur(61, 47, 2)); // the next run does not wait for the display of a small result
    wait(session);
    session.submit(blur(4096, 1040, 0)); // input and output exceed 8 million cells
    wait(session);
    const auto large = session.result();
    ASSERT_TRUE(large);
    ASSERT_EQ(large->request.input.shape.width, 4096u);
    session.submit(blur(61, 47, 3));
    std::this_thread::sleep_for(100ms);
    EXPECT_EQ(session.result(), large);
    EXPECT_TRUE(session.busy());
    EXPECT_FALSE(session.running());
    session.note_shown(*large);
    wait(session);
    EXPECT_EQ(radius_of(session.result()), 3);
}

} // namespace
} // namespace warpscope::session
