#include <array>

#include "analysis/message_patterns.hpp"
#include "language/tr.hpp"

namespace warpscope::analysis {
namespace {

constexpr std::array programs{
    // Programs with main().
    one_form(N_("'{}' is no way to build a program here.")),
    one_form(N_("-I FOLDER, -D NAME=VALUE and further source files are")),
    one_form(N_("{} has changed just now.")),
    one_form(N_("look at it, and run it again")),
    one_form(N_("There is no nvcc, which builds programs with main().")),
    one_form(N_("install the CUDA Toolkit, or name its nvcc in WARPSCOPE_NVCC")),
    one_form(N_("{} is not nvcc.")),
    one_form(N_("install clang (Debian and Ubuntu: apt install clang)")),
    one_form(N_("There is no clang.")),
    one_form(N_("There is no compiler for programs with main().")),
    one_form(N_("install clang (Debian and Ubuntu: apt install clang) or the CUDA Toolkit; WARPSCOPE_CLANG and "
                "WARPSCOPE_NVCC can name the one to use")),
    one_form(N_("{} is no program of 64 bits.")),
    one_form(N_("There is no program '{}'.")),
    one_form(N_("name one in this folder with ./ before it")),
    one_form(N_("{} is linked to {}; of the runtime only versions 11 to 13 are there.")),
    one_form(N_("{} has CUDA's runtime inside, as nvcc builds programs if nothing else is said, so that no other can "
                "take its place.")),
    one_form(N_("build it again with nvcc and {}")),
    one_form(N_("Run again, the program did something else: launch {} is another one.")),
    one_form(N_("the record of the run cannot be read: {}")),
    one_form(N_("The library that runs programs' kernels is missing.")),
    one_form(N_("it belongs into a folder 'runtime' beside warpscope; WARPSCOPE_RUNTIME_DIR can name another one")),
    one_form(N_("{} cannot be started: {}.")),
    one_form(N_("Launch {} was not kept in this run.")),
    one_form(N_("Launch {} is given a texture {}, and cannot be opened yet.")),
    one_form(N_(
        "'{}' holds addresses of the program's memory, which mean nothing here: threads that follow them go astray")),
    one_form(N_("the PTX that the program ran is shown, as it does not say what text it was made of")),
    one_form(N_("the PTX that the program ran is shown, as {} does not compile for the GPU alone: {}")),
    one_form(N_("memory that arguments point into at several places is cut there")),
    one_form(N_("'{}' is called after line {}, by which the program came to allocate it")),
    one_form(N_("as many cells as another buffer with rows")),
    one_form(N_("the kernel is given a width and a height")),
    one_form(N_("rows of {} bytes, as {}; {}")),
    one_form(N_("rows of {} bytes, as {}")),
    one_form(N_("threadIdx.y moves {} bytes on")),
    one_form(N_("threadIdx.x moves {} bytes on")),
    one_form(N_("blockIdx.y moves {} bytes on")),
    one_form(N_("blockIdx.x moves {} bytes on")),
    one_form(N_("wmma's matrices go {} bytes on")),
    one_form(N_("a loop moves {} bytes on from round to round")),
    one_form(N_("the {} channels of a pixel stand side by side, as rows are no whole number of pixels")),
    one_form(N_("the kernel is given {} and {}, and another buffer has rows of {}")),
    one_form(N_("{} channels, as threadIdx.{} moves {} elements on")),
    one_form(N_("as it was set")),
    one_form(N_("cudaMallocPitch() was asked for {} of {} bytes")),
    one_form(N_("the kernel is given {} for a width and {} for the rows")),
    one_form(N_("the kernel is given {} for a width, and rows are a multiple of {}")),

    // Mistakes of the host code.
    one_form(N_("{} failed with {} ({}), which a kernel before it has left, and the program did not look at it")),
    one_form(N_("{} failed with {} ({}), and the program did not look at it")),
    one_form(N_("{} failed with {} ({}); whether the program looked at what it returned is not known")),
    one_form(N_("{} and {} more from there ({} bytes) were not freed")),
    one_form(N_("{} ({} bytes) was not freed")),
    one_form(N_("{} is not supported here; it returned cudaErrorNotSupported")),
    one_form(N_("{} cannot be run: {}")),
    one_form(N_("{} cannot be launched: {}")),
    one_form(N_("It asks for {} bytes of dynamic shared memory; more than {} need cudaFuncSetAttribute(..., "
                "cudaFuncAttributeMaxDynamicSharedMemorySize, ...).")),
    one_form(N_("It is compiled for at most {} threads per block (__launch_bounds__), not {}.")),
    one_form(N_("All of its {} blocks would have to run at the same time; {} fit on the device.")),
    one_form(N_("{}: {} is in {}, which has been freed")),
    one_form(N_("{}: {}, 0x{}, is in no allocation")),
    one_form(N_("{}: {} reaches {} bytes over the end of {} ({} bytes)")),
    one_form(N_("{}: {} was asked for, but its destination is host memory")),
    one_form(N_("{}: {} was asked for, but its destination is device memory")),
    one_form(N_("{}: {} was asked for, but its source is host memory")),
    one_form(N_("{}: {} was asked for, but its source is device memory")),
    one_form(N_("{}: what it fills is host memory")),
    one_form(N_("its destination")),
    one_form(N_("its source")),
    one_form(N_("what it fills")),
    one_form(N_("{} of {}, which has been freed already")),
    one_form(N_("{} of an address {} bytes behind the start of {}")),
    one_form(N_("{} of 0x{}, which no call that it belongs to has given")),
    one_form(N_("the host accessed 0x{}, which is device memory that nothing is allocated in")),
    one_form(N_("the host accessed 0x{}, which is in {}, which lies on the device")),
    one_form(N_("the host accessed 0x{}, which is in {}, which has been freed")),
    one_form(N_("{}: 0x{} is memory of the host, whose pointer was given to the kernel")),
    one_form(N_("'{}' of line {} ({})")),
    one_form(N_("'{}' of line {}")),
    one_form(N_("the allocation of line {} ({})")),
    one_form(N_("the allocation of line {}")),

    // Names of kinds.
    one_form(N_("host pointer")),
    one_form(N_("double free")),
    one_form(N_("invalid pointer")),
    one_form(N_("leak")),
    one_form(N_("module")),
    one_form(N_("unchecked error")),
    one_form(N_("unsupported call")),
    one_form(N_("copy direction")),
    one_form(N_("copy size")),
    one_form(N_("device pointer on host")),
};

constexpr std::array guesses{
    // Guesses about a kernel's text.
    one_form(N_("matrices of side x side elements, as there is no width and height")),
    one_form(N_("'{}' is the picture that is opened")),
    one_form(N_("'{}' has {} numbers for each cell, as its indices say")),
    one_form(N_("a plane of {} x {} cells, as no picture is read")),
    one_form(N_("'{}' holds what is opened, {} at first")),
    one_form(N_("'{}' is a volume that holds what is opened, {} at first")),
    one_form(N_("a volume of {} x {} x {} cells, as none is read")),
    one_form(N_("arrays of {} elements")),
    one_form(N_("'{}' is an input of {}, with {} in it")),
    one_form(N_("'{}' is an output of {}, with {} in it")),
    one_form(N_("'{}' is an input of {}")),
    one_form(N_("'{}' is an output of {}")),
    one_form(N_("{}, as its name says")),
    one_form(N_("{}, one for each block")),
    one_form(N_("{}, {} for each {}, whose members are of several types")),
    one_form(N_("{}, {} for each {}")),
    one_form(N_("{}, as only its first is named")),
    one_form(N_("of each row of '{}' the last {} cells are padding, and left out of its picture")),
    one_form(N_("'{}' is what is shown, as nothing was found that the kernel's text stores into")),
    one_form(N_("'{}' is a __device__ variable that the kernel stores into")),
    one_form(N_("the instance {}, made up in part; {} names another")),
    one_form(N_("{} is a {}, which holds nothing")),
    one_form(N_("{} begins at {}")),
    one_form(N_("{} is 1 in all places")),
    one_form(N_("{}, as many as cover the data")),
    one_form(N_("{}, as the kernel does not tell its threads apart")),
    one_form(N_("{}, as the kernel's constants and arrays say")),
    one_form(N_("{}, as __launch_bounds__ says")),
    one_form(N_("{}, a warp for each tile of 16 x 16")),
    one_form(N_("one block of {} x {}")),
    one_form(N_("blocks of {} x {}")),
    one_form(N_("two elements of dynamic shared memory for each thread")),
    one_form(N_("'{}' is {} of {}: {}")),
    one_form(N_("'{}' is {} of {}")),
    one_form(N_("the grid covers {} with blocks of any size")),
    one_form(N_("{} bytes of dynamic shared memory for each thread")),
    one_form(N_("memory that arguments point into at several places is cut there; threads reach over a cut, so that "
                "what is found may be of the cut")),
    one_form(N_("{} is {}")),
};

} // namespace

std::span<const Pattern> program_patterns() { return programs; }
std::span<const Pattern> guess_patterns() { return guesses; }

} // namespace warpscope::analysis
