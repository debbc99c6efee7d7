#include "serve/client_limits.hpp"

#include <gtest/gtest.h>

namespace warpscope::serve {
namespace {

using std::chrono::seconds;

TEST(ClientLimits, AllowanceRefillsOverTime) {
    ClientLimits clients({.requests_per_second = 2, .request_burst = 3});
    const auto now = ClientLimits::Clock::now();
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(clients.allow_request("10.0.0.1", now));
    EXPECT_FALSE(clients.allow_request("10.0.0.1", now));
    EXPECT_TRUE(clients.allow_request("10.0.0.2", now));
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(clients.allow_request("10.0.0.1", now + seconds(1)));
    EXPECT_FALSE(clients.allow_request("10.0.0.1", now + seconds(1)));
}

TEST(ClientLimits, ConnectionsOfOthersDoNotCount) {
    ClientLimits clients({.connections_per_client = 2});
    EXPECT_TRUE(clients.open_connection("10.0.0.1"));
    EXPECT_TRUE(clients.open_connection("10.0.0.1"));
    EXPECT_FALSE(clients.open_connection("10.0.0.1"));
    EXPECT_TRUE(clients.open_connection("10.0.0.2"));
    clients.close_connection("10.0.0.1");
    EXPECT_TRUE(clients.open_connection("10.0.0.1"));
}

} // namespace
} // namespace warpscope::serve
