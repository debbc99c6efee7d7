#include "serve/client_limits.hpp"

#include <algorithm>

namespace warpscope::serve {

bool ClientLimits::open_connection(const std::string& client) {
    const std::lock_guard lock(mutex_);
    size_t& count = connections_[client];
    if (count >= limits_.connections_per_client) return false;
    ++count;
    return true;
}

void ClientLimits::close_connection(const std::string& client) {
    const std::lock_guard lock(mutex_);
    const auto found = connections_.find(client);
    if (found != connections_.end() && --found->second == 0) connections_.erase(found);
}

bool ClientLimits::allow_request(const std::string& client, Clock::time_point now) {
    constexpr size_t max_clients = 4096;
    const std::lock_guard lock(mutex_);
    if (allowances_.size() >= max_clients) remove_full(now);
    Allowance& allowance = allowances_.try_emplace(client, Allowance{limits_.request_burst, now}).first->second;
    allowance = {refilled(allowance, now), now};
    if (allowance.requests < 1) return false;
    allowance.requests -= 1;
    return true;
}

void ClientLimits::remove_full(Clock::time_point now) {
    std::erase_if(allowances_, [&](const auto& entry) { return refilled(entry.second, now) >= limits_.request_burst; });
}

double ClientLimits::refilled(const Allowance& allowance, Clock::time_point now) const {
    const double seconds = std::chrono::duration<double>(now - allowance.updated).count();
    return std::min(limits_.request_burst, allowance.requests + seconds * limits_.requests_per_second);
}

} // namespace warpscope::serve
