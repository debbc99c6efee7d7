#include "serve/class_routes.hpp"

#include <charconv>
#include <string>
#include <string_view>

#include "serve/http.hpp"

namespace warpscope::serve {
namespace {

using httplib::Request;
using httplib::Response;

void send_reply(Response& response, ClassSession::Reply reply) {
    response.set_header("Cache-Control", "no-store");
    response.status = reply.status;
    if (reply.status != 204) send_json(response, reply.status, std::move(reply.content));
}

std::string credential_of(const Request& request) {
    constexpr std::string_view scheme = "Bearer ";
    const std::string header = request.get_header_value("Authorization");
    return header.starts_with(scheme) ? header.substr(scheme.size()) : "";
}

httplib::Server::Handler for_teacher(const ClassSession& session, httplib::Server::Handler handler) {
    return [&session, handler = std::move(handler)](const Request& request, Response& response) {
        if (session.is_secret(credential_of(request))) return handler(request, response);
        send_reply(response, {403, R"({"error":"Only the teacher can do this."})"});
    };
}

/// Accepts only JSON, which pages of other sites cannot send.
httplib::Server::Handler with_json(httplib::Server::Handler handler) {
    return [handler = std::move(handler)](const Request& request, Response& response) {
        if (is_json(request)) return handler(request, response);
        send_reply(response, {415, R"({"error":"The request is not JSON."})"});
    };
}

void send_page(const SharedFiles& files, const std::string& name, const Request& request, Response& response) {
    auto file = files.find("/" + name, request.get_header_value("Accept-Encoding"));
    if (!file) {
        response.status = 404;
        return;
    }
    response.set_header(
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    response.set_header("Referrer-Policy", "no-referrer");
    send_file(request, response, std::move(*file));
}

} // namespace

void add_class_routes(httplib::Server& http, ClassSession& session, const SharedFiles& files) {
    for (const std::string name : {"class", "teach"})
        http.Get("/" + name, [&files, name](const Request& request, Response& response) {
            send_page(files, name + ".html", request, response);
        });
    http.Get(R"(/class/([a-z]+\.(js|css)))", [&files](const Request& request, Response& response) {
        send_page(files, request.matches[1].str(), request, response);
    });
    http.Get(R"(/class/picture/(\d{1,6}))", [&session](const Request& request, Response& response) {
        const std::string number = request.matches[1].str();
        size_t step = 0;
        std::from_chars(number.data(), number.data() + number.size(), step);
        const std::string& png = session.picture(step);
        if (png.empty())
            response.status = 404;
        else
            response.set_content(png, "image/png");
    });
    http.Post("/class/join", with_json([&session](const Request& request, Response& response) {
                  send_reply(response, session.join(client_of(request)));
              }));
    http.Get("/class/state", [&session](const Request& request, Response& response) {
        send_reply(response, session.student_state(credential_of(request), request.get_param_value("since"),
                                                   ClassSession::Clock::now(), request.get_param_value("language")));
    });
    http.Post("/class/answer", with_json([&session](const Request& request, Response& response) {
                  send_reply(response, session.answer(credential_of(request), request.body));
              }));
    http.Get("/teach/state", for_teacher(session, [&session](const Request& request, Response& response) {
                 send_reply(response,
                            session.teacher_state(request.get_param_value("since"), ClassSession::Clock::now(),
                                                  request.get_param_value("language")));
             }));
    http.Post("/teach/control", for_teacher(session, with_json([&session](const Request& request, Response& response) {
                                                send_reply(response, session.control(request.body));
                                            })));
    http.Post("/teach/judge", for_teacher(session, with_json([&session](const Request& request, Response& response) {
                                              send_reply(response, session.judge(request.body));
                                          })));
    http.Get(R"(/teach/report/(\d{1,6}))", for_teacher(session, [&session](const Request& request, Response& response) {
                 send_reply(response, session.report(request.matches[1].str()));
             }));
    http.Get("/teach/answers.csv", for_teacher(session, [&session](const Request&, Response& response) {
                 response.set_header("Cache-Control", "no-store");
                 response.set_header("Content-Disposition", "attachment; filename=\"answers.csv\"");
                 response.set_content(session.csv(), "text/csv; charset=utf-8");
             }));
}

} // namespace warpscope::serve
