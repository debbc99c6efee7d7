#pragma once

#include <cstdint>
#include <string>

#include "base/message.hpp"

namespace warpscope::gpu {

struct LiveStatus {
    bool active = false;
    bool kept_off = false; // running needs consent, because the emulator found an error
    bool lost = false;     // unusable until this process ends
    bool stopped = false;  // the newest kernel failed in a child process
    bool known = false;    // whether number, device and compute are valid
    int number = 0;
    std::string device;
    std::string compute;
    std::string path;      // "shared texture", "host copy" or ""
    Message why;           // why it is inactive or uses a host copy
    Message note;          // "PTX 9.0 declared as 8.4 …"
    double kernel_ms = 0;  // duration of the newest kernel, or 0
    double picture_ms = 0; // from the kernel's end to the picture
    uint64_t pictures = 0;
};

} // namespace warpscope::gpu
