#include "gpu/error.hpp"

namespace warpscope::gpu {
namespace {

struct Meaning {
    ErrorKind kind = ErrorKind::environment;
    Message what, hint;
};

Message after_fault() {
    return msg(
        "restart Warpscope to use the GPU again; on the emulator the same launch shows which thread and line did it");
}

Meaning meaning(Code code) {
    switch (code) {
    case code::out_of_memory:
        return {ErrorKind::environment, msg("the GPU has too little free memory"),
                msg("use a smaller input, or close other programs that use the GPU")};
    case code::no_driver:
    case code::no_device:
    case code::insufficient_driver:
        return {ErrorKind::environment, msg("no usable GPU"), msg("install the NVIDIA driver, or use the emulator")};
    case code::invalid_ptx: return {ErrorKind::failed, msg("the driver does not accept the PTX"), {}};
    case code::unsupported_ptx_version:
        return {ErrorKind::environment, msg("the PTX is newer than the driver understands"),
                msg("update the NVIDIA driver, compile with clang (--compiler clang), or use the emulator")};
    case code::no_kernel_image:
        return {ErrorKind::environment, msg("the PTX was made for a newer GPU than this one"),
                msg("compile for an older virtual architecture, or use the emulator")};
    case code::invalid_value:
        return {ErrorKind::failed, msg("the driver refuses the launch or a size"), msg("try another block size")};
    case code::launch_out_of_resources:
        return {ErrorKind::failed, msg("a block of this size needs more registers than a multiprocessor has"),
                msg("use a smaller block")};
    case code::cooperative_too_large:
        return {ErrorKind::failed, msg("a cooperative launch has more blocks than run on the GPU at the same time"),
                msg("use a smaller grid, and let each thread do more")};
    case code::illegal_address:
        return {ErrorKind::failed, msg("the kernel read or wrote outside its buffers"), after_fault()};
    case code::misaligned_address:
        return {ErrorKind::failed, msg("the kernel used an address that is not a multiple of the access's size"),
                after_fault()};
    case code::invalid_address_space:
        return {ErrorKind::failed, msg("the kernel used an address of the wrong memory space"), after_fault()};
    case code::illegal_instruction:
    case code::invalid_pc: return {ErrorKind::failed, msg("the kernel ran into an illegal instruction"), after_fault()};
    case code::hardware_stack_error: return {ErrorKind::failed, msg("the kernel overran its stack"), after_fault()};
    case code::assertion: return {ErrorKind::failed, msg("an assert in the kernel failed"), after_fault()};
    case code::launch_timeout:
        return {ErrorKind::failed, msg("the kernel ran longer than a GPU with a display allows"), after_fault()};
    case code::launch_failure:
        return {ErrorKind::failed, msg("the kernel was stopped by a fault or a trap"), after_fault()};
    case code::driver_mismatch:
        return {ErrorKind::environment, msg("the NVIDIA driver's library and kernel module differ in version"),
                msg("restart the computer")};
    case code::system_not_ready:
        return {ErrorKind::environment, msg("the GPU system is not ready"),
                msg("check that NVIDIA's services are running")};
    default:
        return {ErrorKind::environment, msg("the GPU reported an error"),
                msg("restart Warpscope, or use the emulator")};
    }
}

} // namespace

bool is_sticky(Code code) {
    switch (code) {
    case code::illegal_address:
    case code::launch_timeout:
    case code::assertion:
    case code::hardware_stack_error:
    case code::illegal_instruction:
    case code::misaligned_address:
    case code::invalid_address_space:
    case code::invalid_pc:
    case code::launch_failure:
    case code::unknown: return true;
    default: return false;
    }
}

Diagnostic explain(const Runtime& runtime, Code code, const Message& doing) {
    const Meaning found = meaning(code);
    return {found.kind, msg("While {}: {} ({}).", doing, found.what, runtime.describe(code)), {}, found.hint};
}

Result<void> check(const Runtime& runtime, Code code, const Message& doing) {
    if (code == code::success) return {};
    return tl::unexpected(explain(runtime, code, doing));
}

} // namespace warpscope::gpu
