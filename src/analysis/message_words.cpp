#include "analysis/message_words.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/message_patterns.hpp"
#include "language/filled.hpp"
#include "language/language.hpp"
#include "language/tr.hpp"

namespace warpscope::analysis {
namespace {

constexpr std::array of_machine{
    // Files and pictures.
    one_form(N_("{}: there is no such file.")),
    one_form(N_("{}: cannot be read: {}.")),
    one_form(N_("{}: cannot be read.")),
    one_form(N_("{}: is a folder, not a file.")),
    one_form(N_("{}: is not a regular file.")),
    one_form(N_("{}: has {} bytes; at most {} are read.")),
    one_form(N_("{}: has {} bytes; the buffer '{}' needs {} ({} elements of {}).")),
    one_form(N_("{}: holds {} numbers; the buffer '{}' has {} elements.")),
    one_form(N_("{}: the file is empty.")),
    one_form(N_("{}: is a {} file, which is not read here.")),
    one_form(N_("{}: is not a PNG, JPEG or BMP image.")),
    one_form(N_("{}: the {} header cannot be read: {}.")),
    one_form(N_("{}: the {} file cannot be decoded: {}.")),
    one_form(N_("{}: the image has no pixels ({} x {}).")),
    one_form(N_("{}: is {} x {} pixels; at most {} per side are read.")),
    one_form(N_("{}: has {} megapixels; at most {} are read.")),
    one_form(N_("{}: the {} file is cut off in the middle.")),
    one_form(N_("{}: the {} file is cut off before its end.")),
    one_form(N_("{}: the {} file is cut off in its header.")),
    one_form(N_("{}: the {} file is cut off: it has {} of {} bytes.")),
    one_form(N_("{}: the {} file is damaged: the checksum at byte {} does not match.")),
    one_form(N_("{} cannot be read, or has less than {} bytes.")),
    one_form(N_("{} cannot be read.")),
    one_form(N_("{} cannot be written.")),
    one_form(N_("{}: there are no experiments here.")),
    one_form(N_("{}: the kernel file cannot be read.")),
    one_form(N_("the scene in the picture is damaged")),
    one_form(N_("The scene is damaged: {}.")),
    one_form(N_("Permission denied")),
    one_form(N_("No such file or directory")),
    one_form(N_("No space left on device")),
    one_form(N_("Is a directory")),
    one_form(N_("convert it to PNG, JPEG or BMP")),
    one_form(N_("scale it down first")),
    one_form(N_("the picture itself can be used with --input")),
    one_form(N_("check the name and its permissions")),
    one_form(N_("ask for it again, or open an earlier copy")),
    one_form(N_("ask for the scene again")),
    one_form(N_("such a scene is not opened: it could show files of this machine")),
    one_form(N_("name headers without folders above, and without macros")),
    one_form(N_("set TMPDIR to a folder that can be written")),
    one_form(N_("No temporary folder can be made in {}: {}.")),
    one_form(N_("The progress of the lessons cannot be read: {}.")),

    // Inputs.
    one_form(N_("'{}' is not a size: one to three whole numbers from 1 with 'x' between.")),
    one_form(N_("A grid of {} is too large: at most {} cells per side.")),
    one_form(N_("A grid of {} has {} cells; at most {} are allowed.")),
    one_form(N_("The input is empty.")),
    one_form(N_("The pattern '{}' needs a size.")),
    one_form(N_("'{}' is neither a pattern nor an existing file.")),
    one_form(N_("'{}' is not understood: after the size only seed=N may follow.")),
    one_form(N_("'{}' is not a number.")),
    one_form(N_("'{}' is not a cell.")),
    one_form(N_("The output has no cell {}.")),
    one_form(N_("There is no experiment '{}'.")),
    one_form(N_("Experiment '{}' has no variant '{}'.")),

    // Compilers.
    one_form(N_("{}: {} took longer than {} seconds and was stopped.")),
    one_form(N_("Stopped while it was compiled.")),
    one_form(N_("Stopped while it was built.")),
    one_form(N_("{} does not compile.")),
    one_form(N_("{} wrote no PTX.")),
    one_form(N_("{} cannot start: {}.")),
    one_form(N_("{} failed: {}.")),
    one_form(N_("{} does not know {}; compiled for compute_{} instead, which __CUDA_ARCH__ says.")),
    one_form(N_("{} does not know {}; compiled for {} instead.")),
    one_form(N_("Not found and left out: {}.")),
    one_form(N_("not found and left out: {}; -I FOLDER says where to look for headers")),
    one_form(N_("-I FOLDER says where else to look for headers")),
    one_form(N_("-I FOLDER says where to look for headers")),
    one_form(N_("There is no compiler for CUDA kernels. NVRTC: {}. clang: {}.")),
    one_form(N_("NVRTC cannot be used: {}.")),
    one_form(N_("clang cannot be used: {}.")),
    one_form(N_("switched off by WARPSCOPE_CLANG=none")),
    one_form(N_("switched off by WARPSCOPE_NVRTC=none")),
    one_form(N_("no clang++ is on the PATH")),
    one_form(N_("{} is not clang")),
    one_form(N_("{} was built without the NVPTX target")),
    one_form(N_("{} cannot be loaded (WARPSCOPE_NVRTC)")),
    one_form(N_("libnvrtc is not installed")),
    one_form(N_("the libnvrtc found is too old or not NVRTC")),
    one_form(N_("{} does not say its version")),
    one_form(N_("install clang (Debian and Ubuntu: apt install clang) or the CUDA Toolkit; WARPSCOPE_CLANG and "
                "WARPSCOPE_NVRTC can name the one to use")),
    one_form(N_("functions that kernels call need __device__")),
    one_form(N_("a statement ends with ';': often it is missing at the end of the line before")),
    one_form(N_("an opening brace has none that closes it")),
    one_form(N_("concepts are C++20; kernels are compiled as C++17")),
    one_form(N_("a template that names itself needs a specialization at which that ends")),
    one_form(N_("a kernel returns nothing: it stores what it has worked out through a pointer")),
    one_form(N_("a kernel is a function with __global__ before its type: __global__ void name(...)")),
    one_form(N_("{} is UTF-16, which compilers do not read.")),
    one_form(N_("save it as UTF-8")),
    one_form(N_("{} is no text: it has NUL bytes.")),
    one_form(N_("is it the file that was meant? a kernel's is CUDA C++ in UTF-8")),
    one_form(N_("{} has {} bytes; at most {} are compiled.")),
    one_form(N_("is it the file that was meant? data belong into a file of their own, which a program reads")),
    one_form(N_("a function that a kernel calls needs __device__ before it")),
    one_form(N_("what a kernel names must be declared in this file or in a header beside it; -I FOLDER says where else "
                "to look for headers, -D NAME=VALUE defines a macro")),
    one_form(N_("what comes with the CUDA Toolkit's own headers needs the Toolkit, with NVRTC: --compiler nvrtc")),
    one_form(
        N_("texture references are gone since CUDA 12; texture objects (cudaTextureObject_t) have taken their place")),
    one_form(N_("surfaces are not run by the emulator; store through a pointer")),
    one_form(N_("layered textures, cubemaps, mipmaps and gathers are not run by the emulator; tex1Dfetch, tex1D, tex2D "
                "and tex3D are")),
    one_form(N_("{} has no kernel (no __global__ function).")),
    one_form(N_("No kernel of {} can be set up by itself: {}.")),
    one_form(N_("{} of {} cannot be set up by itself: {}.")),
    one_form(N_("describe it in a TOML file (docs/EXPERIMENTS.md), with a [[buffer]] for each pointer, and {}")),
    one_form(N_("what '{}' of {} points to, '{}', is a pointer itself, for which nothing can be filled in")),
    one_form(N_("what '{}' of {} points to, '{}', has pointers in it, for which nothing can be filled in")),
    one_form(N_("what '{}' of {} points to, '{}', is no number")),
    one_form(N_("'{}' of {}, a '{}', is no number")),

    // Stepping through the unoptimized kernel.
    one_form(N_("{}, as written (-G)")),
    one_form(N_("{}, as written (-O0 -g)")),
    one_form(N_("{}, as written")),
    one_form(N_("{}, as measured")),
    one_form(N_("the kernel as written cannot be stepped through: {}")),
    one_form(N_("tried order: {}")),
    one_form(N_("the block depends on others: replayed within the whole launch")),
    one_form(N_("the beginning: the rest of the block is still being recorded")),
    one_form(N_("the recording is full: it ends at step {} of a longer block")),
    one_form(N_("not compared with the measured run: a later launch follows")),
    one_form(N_("last digits of {} cells are not those measured (by {})")),
    one_form(N_("{} of the block's cells are not the measured run's, first {}")),
    one_form(N_("{} of the block's cells differ by up to {} of the value from the measured run's, first {}")),
    one_form(N_("{} of the cells that the block stores in the measured run are not stored here, first {}")),
    one_form(N_("the compiler does not say where these variables are: {}")),
    one_form(N_("recording the block was cancelled")),
    one_form(N_("launch {} did not run: there were {}")),
    one_form(N_("launch {}: {}")),
    one_form(N_("the launch has {} blocks, so there is no block {}")),
    one_form(N_("In the usual order threads wait for what does not come: there is no result to compare others with.")),
    one_form(N_("look at Findings for who waits: the launch does not end")),
    one_form(N_("looking for another order was cancelled")),
    one_form(N_("The barrier in line {} cannot be left out.")),
    one_form(N_("Line {} has no barrier of the block.")),

    // The GPU.
    one_form(N_("no NVIDIA driver found")),
    one_form(N_("install the NVIDIA driver to run kernels on the GPU")),
    one_form(N_("the NVIDIA driver is too old: it supports CUDA {} and this program needs {}")),
    one_form(N_("update the NVIDIA driver")),
    one_form(N_("the NVIDIA driver finds no GPU")),
    one_form(N_("check that a GPU is attached and that CUDA_VISIBLE_DEVICES does not hide it")),
    one_form(N_("the NVIDIA driver's library and kernel module differ in version")),
    one_form(N_("restart the computer")),
    one_form(N_("CUDA cannot start ({})")),
    one_form(N_("check the NVIDIA driver with nvidia-smi")),
    one_form(N_("WARPSCOPE_GPU names no GPU: there is {}, numbered from 0")),
    one_form(N_("WARPSCOPE_GPU names no GPU: there are {}, numbered from 0")),
    one_form(N_("set it to one of these numbers, or unset it")),
    one_form(N_("No GPU can be used: {}.")),
    one_form(N_("The GPU cannot be used: {}.")),
    one_form(N_("nothing has been run on the GPU yet")),
    one_form(N_("the emulator was chosen")),
    one_form(N_("the emulator cannot run this kernel, so nothing has checked it")),
    one_form(N_("the emulator found a fault in this kernel ({}), so it is not run on the GPU")),
    one_form(N_("The emulator found a fault in the kernel, so it was kept off the GPU.")),
    one_form(N_("a picture of '{}' has {} by {} texels, which is more than OpenGL takes")),
    one_form(N_("OpenGL draws with {}, which is not the CUDA device")),
    one_form(N_("The kernel had not ended after {} s on the GPU and was stopped.")),
    one_form(N_("While {}: {} ({}).")),
    one_form(N_("running the kernel on the GPU")),
    one_form(N_("compiling the PTX for the GPU")),
    one_form(N_("launching kernel {}")),
    one_form(N_("reserving memory for a buffer")),
    one_form(N_("copying buffer '{}' to the GPU")),
    one_form(N_("copying buffer '{}' from the GPU")),
    one_form(N_("copying results from the GPU")),
    one_form(N_("the GPU has too little free memory")),
    one_form(N_("use a smaller input, or close other programs that use the GPU")),
    one_form(N_("the driver does not accept the PTX")),
    one_form(N_("the PTX is newer than the driver understands")),
    one_form(N_("the PTX was made for a newer GPU than this one")),
    one_form(N_("the driver refuses the launch or a size")),
    one_form(N_("try another block size")),
    one_form(N_("use a smaller block")),
    one_form(N_("a block of this size needs more registers than a multiprocessor has")),
    one_form(N_("the kernel read or wrote outside its buffers")),
    one_form(N_("the kernel used an address that is not a multiple of the access's size")),
    one_form(N_("the kernel ran into an illegal instruction")),
    one_form(N_("the kernel overran its stack")),
    one_form(N_("an assert in the kernel failed")),
    one_form(N_("the kernel ran longer than a GPU with a display allows")),
    one_form(N_("the kernel was stopped by a fault or a trap")),
    one_form(N_("the GPU reported an error")),
    one_form(N_("restart Warpscope, or use the emulator")),
    one_form(N_("restart Warpscope to use the GPU again")),
    one_form(N_("the GPU can be used again; on the emulator the same launch shows which thread and line did it")),
    one_form(N_(
        "restart Warpscope to use the GPU again; on the emulator the same launch shows which thread and line did it")),
    one_form(N_("an earlier kernel's fault ended the use of the GPU")),
    one_form(N_("the emulator could not run it: {}")),
    one_form(N_("the GPU could not run it: {}")),
    one_form(N_("'{}' (PTX line {}) is not supported by the emulator: {}")),
    one_form(N_("'{}' (PTX line {}) is not supported by the emulator")),
    one_form(N_("The launch is too large to record on the GPU.")),
    one_form(N_("take a smaller input or larger blocks")),
    one_form(N_("The kernel has no branch and no access to memory to record.")),
    one_form(
        N_("Loads by which threads wait for each other are not recorded on the GPU: how many there are differs from "
           "run to run.")),
    one_form(N_("Only the first {} of {} branches and accesses are recorded.")),
    one_form(N_("Functions that the compiler did not inline are not recorded.")),
    one_form(N_("Reads of textures are not recorded on the GPU.")),
    one_form(N_("Accesses of matrix instructions are not recorded on the GPU.")),
    one_form(N_("Bulk copies are not recorded on the GPU.")),
    one_form(N_("{} are not recorded on the GPU.")),
    one_form(
        N_("Where lanes of an asynchronous copy copy fewer bytes than its whole, the recording has one request, and "
           "the emulator's figures have more.")),
    one_form(N_("the {} is {} x {} cells, but this graphics driver draws at most {} x {}")),
    one_form(N_("open a smaller input; --output and --report work at any size")),
};

/// Joins tables, because values are often sentences of another table.
std::vector<Pattern> joined(std::initializer_list<std::span<const Pattern>> tables) {
    std::vector<Pattern> all;
    for (const std::span<const Pattern> table : tables) all.insert(all.end(), table.begin(), table.end());
    return all;
}

/// Cache, because panels ask in every frame.
class KnownWords {
public:
    explicit KnownWords(std::vector<Pattern> patterns)
        : patterns_(std::move(patterns)) {}

    std::string of(std::string_view english) {
        if (language() == Language::english) return std::string(english);
        const std::lock_guard lock(mutex_);
        if (known_.size() >= most_known || language_ != language()) known_.clear();
        language_ = language();
        const auto [at, is_new] = known_.try_emplace(std::string(english));
        if (is_new) {
            const size_t end = std::min(english.find('\n'), english.size());
            at->second = tr_by_patterns(english.substr(0, end), patterns_) + std::string(english.substr(end));
        }
        return at->second;
    }

private:
    static constexpr size_t most_known = 256;
    std::mutex mutex_; // workers also translate failures
    std::vector<Pattern> patterns_;
    Language language_{};
    std::unordered_map<std::string, std::string> known_;
};

} // namespace

std::string message_words(std::string_view english) {
    static KnownWords words(joined({of_machine, program_patterns(), order_patterns()}));
    return words.of(english);
}

std::string message_words(const Diagnostic& diagnostic) {
    Diagnostic said = diagnostic;
    said.message = message_words(said.message);
    said.hint = message_words(said.hint);
    return said.text();
}

std::string order_words(std::string_view english) {
    static KnownWords words(joined({order_patterns()}));
    return words.of(english);
}

std::string program_finding_words(std::string_view english) {
    static KnownWords words(joined({program_patterns(), of_machine, finding_patterns()}));
    return words.of(english);
}

std::string guess_words(std::string_view english) {
    static KnownWords words(joined({program_patterns(), guess_patterns()}));
    return words.of(english);
}

} // namespace warpscope::analysis
