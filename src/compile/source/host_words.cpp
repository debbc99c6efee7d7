#include "compile/source/host_words.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace warpscope::compile {
namespace {

/// Names of namespace std that the prelude lacks.
const std::set<std::string_view> host_std{"cout",
                                          "cerr",
                                          "clog",
                                          "cin",
                                          "endl",
                                          "string",
                                          "vector",
                                          "map",
                                          "set",
                                          "list",
                                          "deque",
                                          "queue",
                                          "stack",
                                          "unordered_map",
                                          "unordered_set",
                                          "unique_ptr",
                                          "shared_ptr",
                                          "make_unique",
                                          "make_shared",
                                          "ostream",
                                          "istream",
                                          "ofstream",
                                          "ifstream",
                                          "fstream",
                                          "stringstream",
                                          "ostringstream",
                                          "istringstream",
                                          "chrono",
                                          "thread",
                                          "mutex",
                                          "lock_guard",
                                          "runtime_error",
                                          "exception",
                                          "invalid_argument",
                                          "logic_error",
                                          "to_string",
                                          "stoi",
                                          "stof",
                                          "atoi",
                                          "random_device",
                                          "mt19937",
                                          "uniform_real_distribution",
                                          "uniform_int_distribution",
                                          "normal_distribution",
                                          "default_random_engine",
                                          "accumulate",
                                          "generate",
                                          "sort",
                                          "iota",
                                          "transform",
                                          "fill",
                                          "copy",
                                          "setw",
                                          "setprecision",
                                          "fixed",
                                          "exit",
                                          "ios",
                                          "streambuf",
                                          "filesystem",
                                          "future",
                                          "async",
                                          "condition_variable",
                                          "bitset",
                                          "regex",
                                          "variant",
                                          "any",
                                          "string_view",
                                          "fill_n",
                                          "max_element",
                                          "min_element",
                                          "inner_product",
                                          "shuffle",
                                          "getline",
                                          "hex",
                                          "ios_base",
                                          "system_error",
                                          "terminate",
                                          "cbegin",
                                          "back_inserter",
                                          "equal"};

const std::set<std::string_view> host_functions{
    "fprintf",       "stderr",       "stdout",        "fopen",
    "fclose",        "fread",        "fwrite",        "fscanf",
    "scanf",         "fgets",        "fputs",         "getenv",
    "exit",          "abort",        "atoi",          "atof",
    "atol",          "strtol",       "strtod",        "rand",
    "srand",         "drand48",      "srand48",       "time",
    "gettimeofday",  "timeval",      "timespec",      "clock_gettime",
    "usleep",        "sleep",        "perror",        "sprintf",
    "snprintf",      "FILE",         "cout",          "cerr",
    "endl",          "getopt",       "omp_get_wtime", "posix_memalign",
    "calloc",        "realloc",      "system",        "setlocale",
    "puts",          "putchar",      "fflush",        "strerror",
    "signal",        "ofstream",     "ifstream",      "QueryPerformanceCounter",
    "LARGE_INTEGER", "errno",        "fputc",         "fseek",
    "ftell",         "memalign",     "aligned_alloc", "getchar",
    "rewind",        "EXIT_FAILURE", "EXIT_SUCCESS"};

const std::set<std::string_view> in_kernels{
    "cudaTextureObject_t",  "cudaSurfaceObject_t",     "cudaBoundaryModeTrap",        "cudaBoundaryModeClamp",
    "cudaBoundaryModeZero", "cudaReadModeElementType", "cudaReadModeNormalizedFloat", "cudaTextureType1D",
    "cudaTextureType2D",    "cudaTextureType3D"};

constexpr std::array<std::string_view, 12> host_prefixes{"cublas",  "cufft",    "curandG",  "curandC",
                                                         "curandS", "cusparse", "cusolver", "cudnn",
                                                         "nvtx",    "MPI_",     "nccl",     "nvml"};

bool is_runtime_word(std::string_view word) {
    if (word.starts_with("cuda") && word.size() > 4 && word[4] >= 'A' && word[4] <= 'Z')
        return !in_kernels.contains(word);
    if (word.starts_with("cu") && word.size() > 3 && word[2] >= 'A' && word[2] <= 'Z' && word[3] >= 'a')
        return !word.starts_with("cuC"); // kernels use cuComplex
    return std::ranges::any_of(host_prefixes, [&](std::string_view prefix) { return word.starts_with(prefix); });
}

} // namespace

bool has_host_words(const source::Tokens& tokens, size_t first, size_t end) {
    for (size_t i = first; i < end; ++i) {
        const source::Token& token = tokens[i];
        if (token.is("<<<")) return true;
        if (!token.is_word()) continue;
        if (is_runtime_word(token.text) || host_functions.contains(token.text)) return true;
        const bool qualified = i >= first + 2 && tokens[i - 1].is("::");
        if (qualified && tokens[i - 2].is("std") && host_std.contains(token.text)) return true;
        if (qualified && tokens[i - 2].is("thrust") &&
            (token.text.ends_with("_vector") || token.is("host") || token.is("device") || token.is("transform") ||
             token.is("reduce") || token.is("sort") || token.is("raw_pointer_cast") || token.is("device_ptr")))
            return true;
    }
    return false;
}

bool is_device_header(std::string_view name) {
    constexpr std::array<std::string_view, 16> beginnings{
        "cuda/",           "nv/",           "cooperative_groups", "cuda_fp", "cuda_bf16",   "mma.h",
        "curand_kernel.h", "curand_mtgp32", "cuda_pipeline",      "crt/",    "cuComplex.h", "math_constants.h",
        "cuda_awbarrier",  "sm_",           "surface_",           "texture_"};
    return std::ranges::any_of(beginnings, [&](std::string_view begin) { return name.starts_with(begin); });
}

} // namespace warpscope::compile
