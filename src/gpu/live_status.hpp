// State of the GPU's picture on the screen.
#pragma once

#include <cstdint>
#include <string>

#include "base/message.hpp"

namespace warpscope::gpu {

struct LiveStatus {
    bool active = false;
    bool kept_off = false; // needs consent, because the emulator found a fault
    bool lost = false;     // GPU unusable for this process
    bool stopped = false;  // the newest kernel failed in a separate process
    bool known = false;    // number, device and compute are valid
    int number = 0;
    std::string device;    // "NVIDIA H100 80GB HBM3"
    std::string compute;   // "sm_90"
    std::string path;      // "shared texture", "host copy" or empty
    Message why;           // why it is inactive or copies
    Message note;          // "PTX 9.0 declared as 8.4 …"
    double kernel_ms = 0;  // newest kernel, or 0
    double picture_ms = 0; // from the kernel's end to the complete picture
    uint64_t pictures = 0;
};

} // namespace warpscope::gpu
