#include <filesystem>
#include <fstream>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/process/temporary_folder.hpp"
#include "serve/http_client.hpp"
#include "serve/server.hpp"
#include "serve/small_class.hpp"

namespace warpscope::serve {
namespace {

using nlohmann::json;

class ServedClass : public testing::Test {
protected:
    ServedClass() {
        options.page = folder.path() / "missing";
        options.class_pages = folder.path();
        options.port = 0;
        options.lesson = small_lesson();
        for (const char* name : {"class.html", "teach.html", "student.js"}) std::ofstream(folder.path() / name) << name;
    }
    ~ServedClass() override {
        if (server) server->stop();
        if (thread.joinable()) thread.join();
    }
    void start() {
        auto opened = Server::open(std::move(options));
        ASSERT_TRUE(opened) << opened.error().text();
        server = std::move(*opened);
        secret = server->session()->secret();
        thread = std::thread([this] { server->run(); });
    }
    [[nodiscard]] Answer get(const std::string& path, const std::string& credential = "") const {
        return answer_to(
            server->port(),
            fmt::format("GET {} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {}\r\n\r\n", path, credential));
    }
    [[nodiscard]] Answer post(const std::string& path, const std::string& body, const std::string& credential = "",
                              const std::string& type = "application/json") const {
        return answer_to(server->port(),
                         fmt::format("POST {} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {}\r\n"
                                     "Content-Type: {}\r\nContent-Length: {}\r\n\r\n{}",
                                     path, credential, type, body.size(), body));
    }
    [[nodiscard]] std::string join() const { return json::parse(post("/class/join", "{}").body)["student"]; }

    TemporaryFolder folder = *TemporaryFolder::create();
    ServerOptions options;
    std::unique_ptr<Server> server;
    std::string secret;
    std::thread thread;
};

TEST_F(ServedClass, PagesForbidForeignScripts) {
    start();
    for (const char* path : {"/class", "/teach", "/class/student.js"}) {
        const Answer answer = get(path);
        EXPECT_EQ(answer.status, 200) << path;
        EXPECT_NE(answer.head.find("Content-Security-Policy: default-src 'none'; script-src 'self'"), std::string::npos)
            << answer.head;
    }
    EXPECT_EQ(get("/class").body, "class.html");
    EXPECT_EQ(get("/class/missing.js").status, 404);
    EXPECT_EQ(get("/class/../teach.html").status, 404);
}

TEST_F(ServedClass, WorksWithoutWholeWindow) {
    start();
    EXPECT_EQ(get("/").status, 302);
    EXPECT_NE(get("/").head.find("Location: /class\r\n"), std::string::npos);
    EXPECT_EQ(json::parse(get("/class/state", join()).body)["window"], false);
}

TEST_F(ServedClass, StudentAnswersAndTeacherReveals) {
    start();
    const std::string student = join();
    EXPECT_EQ(post("/teach/control", R"({"step":1})", secret).status, 200);
    EXPECT_EQ(post("/class/answer", R"({"step":1,"option":1})", student).status, 200);
    EXPECT_EQ(json::parse(get("/teach/state", secret).body)["tally"]["options"], json({0, 1}));
    EXPECT_EQ(post("/teach/control", R"({"step":1,"reveal":true})", secret).status, 200);
    const json view = json::parse(get("/class/state", student).body);
    EXPECT_EQ(view["verdict"]["right"], true);
    const std::string since = view["revision"];
    const Answer unchanged = get("/class/state?since=" + since, student);
    EXPECT_EQ(unchanged.status, 204);
    EXPECT_EQ(unchanged.body, "");
    EXPECT_EQ(post("/teach/control", R"({"step":2})", secret).status, 200);
    EXPECT_EQ(get("/class/state?since=" + since, student).status, 200);
    const Answer csv = get("/teach/answers.csv", secret);
    EXPECT_NE(csv.head.find("Content-Disposition: attachment"), std::string::npos);
    EXPECT_NE(csv.body.find("1,2,"), std::string::npos) << csv.body;
}

TEST_F(ServedClass, WrongSecretIsRefused) {
    start();
    std::string wrong = secret;
    wrong.back() = wrong.back() == '0' ? '1' : '0';
    for (const std::string& credential : {wrong, std::string(), join(), secret.substr(1), secret + "0"}) {
        EXPECT_EQ(get("/teach/state", credential).status, 403);
        EXPECT_EQ(get("/teach/answers.csv", credential).status, 403);
        EXPECT_EQ(get("/teach/report/1", credential).status, 403);
        EXPECT_EQ(post("/teach/control", R"({"step":1})", credential).status, 403);
        EXPECT_EQ(post("/teach/judge", R"({"student":1})", credential).status, 403);
    }
    EXPECT_EQ(json::parse(get("/teach/state", secret).body)["step"], 0);
}

TEST_F(ServedClass, StudentsNeverSeeTheSecret) {
    start();
    const std::string student = join();
    for (const char* path : {"/", "/class", "/teach", "/class/state", "/files/", "/class/join"}) {
        const Answer answer = get(path, student);
        EXPECT_EQ((answer.head + answer.body).find(secret), std::string::npos) << path;
    }
}

TEST_F(ServedClass, OtherSitesCannotAnswer) {
    start();
    const std::string student = join();
    EXPECT_EQ(post("/class/join", "{}", "", "text/plain").status, 415);
    EXPECT_EQ(post("/class/answer", R"({"step":0})", student, "text/plain").status, 415);
    EXPECT_EQ(post("/teach/control", R"({"step":1})", secret, "text/plain").status, 415);
    EXPECT_EQ(post("/teach/judge", R"({"student":1})", secret, "text/plain").status, 415);
    EXPECT_EQ(get("/class/state", student).head.find("Access-Control"), std::string::npos);
}

TEST_F(ServedClass, MarkupStaysText) {
    start();
    const std::string student = join();
    EXPECT_EQ(post("/teach/control", R"({"step":6})", secret).status, 200);
    EXPECT_EQ(
        post("/class/answer", R"({"step":6,"reached":true,"text":"<script>alert(\"1\")</script>"})", student).status,
        200);
    const Answer report = get("/teach/report/1", secret);
    EXPECT_NE(report.head.find("Content-Type: application/json"), std::string::npos);
    EXPECT_NE(report.head.find("X-Content-Type-Options: nosniff"), std::string::npos);
    EXPECT_EQ(report.body, R"({"text":"<script>alert(\"1\")</script>"})");
}

TEST_F(ServedClass, PictureIsSent) {
    start();
    const Answer picture = get("/class/picture/3");
    EXPECT_EQ(picture.body, "picture");
    EXPECT_NE(picture.head.find("Content-Type: image/png"), std::string::npos);
    EXPECT_EQ(get("/class/picture/1").status, 404);
    EXPECT_EQ(get("/class/picture/999999").status, 404);
    EXPECT_EQ(get("/class/picture/99999999999999999999").status, 404);
}

TEST_F(ServedClass, HostileRequestsLeaveItResponsive) {
    start();
    const std::string student = join();
    const std::string deep(30000, '['), huge(2'000'000, 'x');
    for (const std::string& body : {deep, huge, std::string("{\"step\":"), std::string("\0\xff", 2), std::string()})
        EXPECT_GE(post("/class/answer", body, student).status, 400);
    EXPECT_EQ(get("/class/state", std::string(5000, 'x')).status, 401);
    EXPECT_EQ(get("/class/state?since=" + std::string(5000, '9'), student).status, 200);
    EXPECT_EQ(get("/class/state", student).status, 200);
}

TEST_F(ServedClass, StudentsOfAHallAreAnswered) {
    constexpr size_t count = 120;
    constexpr int polls = 10;
    options.limits.request_burst = 1e9;
    start();
    EXPECT_EQ(post("/teach/control", R"({"step":1})", secret).status, 200);
    const auto attend = [&](size_t i) {
        const std::string student = join();
        int answered = 0;
        std::string since;
        for (int poll = 0; poll < polls; ++poll) {
            const Answer state = get("/class/state?since=" + since, student);
            answered += state.status == 200 || state.status == 204;
            if (state.status == 200) since = json::parse(state.body)["revision"];
            if (poll == 3)
                answered +=
                    post("/class/answer", fmt::format(R"({{"step":1,"option":{}}})", i % 2), student).status == 200;
        }
        return answered;
    };
    std::vector<std::future<int>> students;
    for (size_t i = 0; i < count; ++i) students.push_back(std::async(std::launch::async, attend, i));
    for (auto& student : students) EXPECT_EQ(student.get(), polls + 1);
    const json view = json::parse(get("/teach/state", secret).body);
    EXPECT_EQ(view["answered"], count);
    EXPECT_EQ(view["tally"]["options"], json({count / 2, count / 2}));
}

} // namespace
} // namespace warpscope::serve
