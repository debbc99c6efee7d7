// What is changed in the set-up that was guessed for a kernel without an experiment file.
#pragma once

#include <string>

#include "catalog/experiment.hpp"

namespace warpscope::ui {

/// The buffer of this name of the variant that is shown. One that is to hold what is opened takes that from the other.
struct SetGuessedBuffer {
    catalog::BufferSpec buffer;
};
/// Grid, shared memory and arguments of the launch of the variant that is shown.
struct SetGuessedLaunch {
    catalog::LaunchSpec launch;
};
/// Another instance of the template that is shown: "blur<float, 3>".
struct SetGuessedInstance {
    std::string instance;
};
struct ForgetSetup {};
/// As a TOML file beside the kernel's, with what the sliders say.
struct SaveSetup {};

} // namespace warpscope::ui
