#pragma once

#include <chrono>
#include <cstddef>

#include "compile/compile_json.hpp"

namespace warpscope::serve {

struct Limits {
    size_t workers = 384;
    size_t idle_connections = 1024;            // connections that have sent nothing; a new one replaces the oldest
    size_t connections_per_client = 256;       // fewer than workers, so that one client cannot take all
    std::chrono::milliseconds head_time{5000}; // until a request begins, and again until its head is complete
    std::chrono::milliseconds body_time{10000};
    std::chrono::milliseconds stall_time{20000};
    std::chrono::milliseconds answer_time{600000};
    size_t head_bytes = size_t{16} << 10;
    size_t head_lines = 100;
    size_t body_bytes = compile::max_request_bytes;

    // Limits for each address, which clients may share. A page needs about ten requests.
    double requests_per_second = 100;
    double request_burst = 1000;

    size_t compilations = 0; // 0: half of the processor's cores
    size_t waiting = 32;
    size_t waiting_per_client = 4;
    std::chrono::milliseconds compile_time{60000}; // includes the time in the queue
    size_t cache_bytes = size_t{64} << 20;

    size_t students = 400;
    size_t students_per_client = 200;              // a lecture hall may share an address
    std::chrono::milliseconds student_idle{60000}; // after this long, a student without answers may be replaced
    size_t answer_bytes = size_t{32} << 10;
};

} // namespace warpscope::serve
