#include "analysis/finding_words.hpp"

#include <array>

#include "analysis/finding_index.hpp"
#include "language/filled.hpp"
#include "language/tr.hpp"

namespace warpscope::analysis {
namespace {

constexpr Pattern fixed(const char* english) { return {english, nullptr}; }

/// Sentences and their parts as simt and metrics write them. The first that fits counts, so the more particular ones
/// stand before those that would take them, too. Names stay in the sentence's quotes.
constexpr std::array patterns{
    // Sentences that follow each other.
    fixed(N_("{}. It is {}. The access is {}")),
    fixed(N_("The access is {}")),
    fixed(N_("{}. It is {}")),
    fixed(N_("{}. The access is {}")),
    fixed(N_("{} (where each block goes as far as it can before the next one begins)")),
    fixed(N_("{} (where blocks and warps run in the opposite order)")),
    fixed(N_("{} The launch fails before the kernel starts.")),

    // Why a launch is refused.
    fixed(N_("A block needs at least one thread in every direction.")),
    fixed(N_("A grid needs at least one block in every direction.")),
    fixed(N_("A block of {} has {} threads; the device allows at most {} per block.")),
    fixed(N_("A block of {} has {} threads")),
    fixed(N_("A block of {} is larger than the device's limit of {}.")),
    fixed(N_("A grid of {} blocks is larger than the device's limit of {}.")),
    fixed(N_("A block needs {} bytes of shared memory; the device allows at most {}.")),

    // Races.
    fixed(N_("{} of {} of {} is of what the thread itself has changed before, by {}: {}")),
    fixed(N_("{} of {} of {} races with {} by {}: {}")),
    fixed(
        N_("{} of {}, {} into {} that malloc gave, may come after {} has freed them: nothing orders the two; who frees "
           "waits for all others first, with a barrier")),
    fixed(
        N_("{} of {}, {} into {} that malloc gave, may come after {} has freed them: nothing orders the two; who frees "
           "waits for all others first, with a counter that each changes atomically, behind __threadfence()")),
    fixed(
        N_("{} of {} of shared memory at offset {} may come before the asynchronous copy (cp.async) to that place has "
           "arrived, the thread's own{}: wait for it first, with __pipeline_wait_prior(0) or the like")),
    fixed(
        N_("{} of {} of shared memory at offset {} may come before the asynchronous copy (cp.async) to that place has "
           "arrived, one by {}: a barrier does not wait for copies: the thread that copies waits for its own before "
           "the barrier, with __pipeline_wait_prior(0) or the like")),
    fixed(N_("loads by __ldg() or through const __restrict__ may return old values of what the same kernel stores, "
             "behind a barrier, too: load that without them")),
    fixed(N_("both store the same value in this run, so the result is the same")),
    fixed(N_("atomics of different sizes that overlap are not atomic towards each other: use one size")),
    fixed(N_("{}; in one statement that takes a variable: load, __syncwarp(), store")),
    fixed(
        N_("use an atomic, or __syncthreads() between the two; __syncwarp() is enough only if all threads that have to "
           "do with each other there are of one warp")),
    fixed(N_("use an atomic, or __syncwarp() between the two")),
    fixed(N_("threads of a block need __syncthreads() between the two; __syncwarp() is enough only if all threads that "
             "have to do with each other there are of one warp")),
    fixed(N_("lanes of a warp need __syncwarp() between the two")),
    fixed(
        N_("atomics with block scope (atomicAdd_block, thread_scope_block) are atomic for threads of one block only")),
    fixed(N_("blocks run in any order: use an atomic, or put the two into different launches; a flag or a lock orders "
             "them only with __threadfence() before it is set and after it is seen")),
    fixed(N_("only one of the two values stays; a lock keeps them apart only with a fence after it is taken and before "
             "it is given back")),
    fixed(N_("use an atomic, or __syncthreads() between the two")),
    fixed(N_("no barrier orders the two: both threads must pass the same one, and as many threads as it counts; the "
             "kernel has {}")),
    fixed(N_("threads of a block need __syncthreads() between the two")),
    fixed(N_("the flag or lock {}, set in line {} and seen in line {}, does not order the two: a __threadfence() is "
             "missing before it is set, and one after it is seen")),
    fixed(N_("the flag or lock {}, set in line {} and seen in line {}, does not order the two: a __threadfence() is "
             "missing before it is set")),
    fixed(N_("the flag or lock {}, set in line {} and seen in line {}, does not order the two: a __threadfence() is "
             "missing after it is seen")),
    fixed(N_("a volatile store")),
    fixed(N_("a volatile load")),
    fixed(N_("an atomic store")),
    fixed(N_("an atomic operation")),
    fixed(N_("an atomic load")),
    fixed(N_("a read-only load")),
    fixed(N_("a store")),
    fixed(N_("a load")),
    fixed(N_("{} in line {}")),

    // Accesses.
    fixed(N_("{} through a null pointer")),
    fixed(N_("{}, close to a null pointer")),
    fixed(N_("{} of the block's shared memory, which is not a multiple of {}")),
    fixed(N_("{} of the thread's local memory, which is not a multiple of {}")),
    fixed(N_("{} of the kernel's parameters, which is not a multiple of {}")),
    fixed(N_("bulk copy of {}, which is not a multiple of {}")),
    fixed(N_("{}, which is not a multiple of {}")),
    fixed(N_("{}: that is an address of {}, used as one of global memory")),
    fixed(N_("{}: a generic address, used as an offset in {}")),
    fixed(N_("{} into the constant '{}'")),
    fixed(N_("{} into the kernel's parameters, which are constant")),
    fixed(N_(
        "{} is in no buffer. With an index less by 2^32 it {}: an unsigned 32-bit index seems to have wrapped around "
        "below 0")),
    fixed(N_("{} is in no buffer. With an index less by 2^32 it {}: a 64-bit index seems to be too large by 2^32, or a "
             "32-bit one wrapped around")),
    fixed(N_("{} is in no buffer")),
    fixed(N_("{} is in '{}', {} that has been freed")),
    fixed(N_("{} is in '{}', {} that have been freed")),
    fixed(N_("{} is in the heap of malloc, of which nothing was allocated")),
    fixed(N_("{} is {} into {}: {} has freed them")),
    fixed(N_("free of {}, {}: {} has freed them already")),
    fixed(N_("free of {}, which is {} into {}: free takes what malloc gave")),
    fixed(N_("free of {}, which malloc has not given")),
    fixed(
        N_("{} lies in front of an array that alloca gave: it ends {} past the end of what the stack holds below, and "
           "begins {} before the array")),
    fixed(N_("{} is {} past the end of the thread's local memory: the functions that it runs have {} of it, and what "
             "others had is gone with their return")),
    fixed(N_("{} is {} before the start of {}")),
    fixed(N_("{} is {} before {}")),
    fixed(N_("{} runs {} over the end of {}")),
    fixed(N_("{} is just past the end of {}")),
    fixed(N_("{} is {} past the end of {}")),
    fixed(N_("is in '{}'")),
    fixed(N_("is {} before {}")),
    fixed(N_("runs {} over the end of {}")),
    fixed(N_("is just past the end of {}")),
    fixed(N_("is {} past the end of {}")),
    N_count("load of {} byte at {}", "load of {} bytes at {}"),
    N_count("store of {} byte at {}", "store of {} bytes at {}"),
    N_count("atomic operation of {} byte at {}", "atomic operation of {} bytes at {}"),
    fixed(N_("integer division by zero")),

    // Memory that nobody has set.
    N_count("{} byte at offset {} of shared memory is read, but nothing in this block has written it",
            "{} bytes at offset {} of shared memory are read, but nothing in this block has written them"),
    N_count("{} byte at offset {} of local memory is read, but nothing in this thread has written it",
            "{} bytes at offset {} of local memory are read, but nothing in this thread has written them"),
    N_count("{} byte at offset {} of '{}' is read, but nothing has written it",
            "{} bytes at offset {} of '{}' are read, but nothing has written them"),

    // Lanes, warps and barriers.
    fixed(N_("lane {} shuffles from lane {}, which has no thread in a block of {}: what it gets is undefined, and what "
             "the block leaves behind depends on it; launch whole warps")),
    fixed(
        N_("lane {} shuffles from lane {}, which has returned already: what it gets is undefined, and what the block "
           "leaves behind depends on it; let all threads reach the shuffle, those without data with a neutral value")),
    fixed(
        N_("lane {} shuffles from lane {}, which is not in the member mask {}: what it gets is undefined, and what the "
           "block leaves behind depends on it; name in the mask all lanes that are read")),
    fixed(N_("warps of this block wait at different barriers: warp {} at {}:{}, others here")),
    fixed(N_("only {} of the warp's {} threads reached this barrier")),
    fixed(N_("barrier {} does not exist: there are {}")),
    fixed(N_("a barrier for {} threads: the number must be a multiple of {}")),
    fixed(N_("__syncwarp with mask {}, which leaves out the calling lane {}")),
    fixed(N_("the member mask {} names lanes that are not here: {} are on another path of the program")),
    fixed(N_("the member mask {} leaves out lanes that execute this: {}")),
    fixed(N_("the member mask {} names lanes that give another mask: {}")),
    fixed(N_("only {} of a warp's 32 threads execute this matrix instruction: without all of them its result is "
             "undefined")),
    fixed(N_("the block cannot go on: {} of its warps still run, {} threads wait at barrier {}, which needs {}")),
    fixed(
        N_("the block cannot go on: {} of its warps still run, and {} threads have arrived at the cluster's barrier in "
           "this phase")),
    fixed(N_("the warp waits in an endless loop: what it waits for")),
    fixed(N_("the warp waits at an mbarrier in vain, which still expects {}: that")),
    fixed(N_("{} of {} arrivals and {} bytes of copies")),
    fixed(N_("{} of {} arrivals")),
    fixed(N_("{} bytes of copies")),
    fixed(N_("{} more arrivals at an mbarrier that waits for {} of {}: it is not initialised, or for too few")),
    fixed(N_("{} is done by no thread that still runs")),
    fixed(N_("{} is done by none of the {} blocks of this size that {} holds at a time, and no other begins before one "
             "of these ends")),
    fixed(
        N_("{} is done by none of the {} blocks that there can be at a time, and the others can only begin when one of "
           "these ends")),
    fixed(
        N_("the warp has executed {} instructions and waited for mbarriers, which counts as {} more, without coming to "
           "an end: an endless loop?")),
    fixed(N_("the warp has executed {} instructions without coming to an end: an endless loop?")),
    fixed(N_("calls nest {} deep and need more than the {} bytes of stack of a thread")),
    fixed(N_("assertion '{}' failed in {} ({}:{})")),

    // Textures.
    fixed(N_("fetch from a texture object that has been destroyed")),
    fixed(N_("fetch from {}, which is no texture object")),
    fixed(N_("fetch from a texture over linear memory, which only tex1Dfetch reads")),
    fixed(N_("tex1Dfetch from an array: it reads textures over linear memory only")),
    N_count("fetch of {} dimension from a texture of {}", "fetch of {} dimensions from a texture of {}"),
    fixed(N_("fetch of integers from a texture that gives floating-point numbers")),
    fixed(
        N_("fetch of floating-point numbers from a texture that gives integers: its read mode is that of the element's "
           "type")),

    // Parts: what an access is about.
    fixed(N_("element {} of '{}' ({}), which has {}")),
    fixed(N_("element {} of '{}', which has {}")),
    fixed(N_("element {} of '{}' ({})")),
    fixed(N_("element {} of '{}'")),
    fixed(N_("plane {}, row {}, column {}, channel {}")),
    fixed(N_("plane {}, row {}, column {}")),
    fixed(N_("row {}, column {}, channel {}")),
    fixed(N_("row {}, column {}")),
    fixed(N_("cell {}, channel {}")),
    fixed(N_("{}, here {}; the last element is {}")),
    fixed(N_("{}, here {}; the first element is {}")),
    fixed(N_("{}, here {}")),
    fixed(N_("'{}' at offset {}")),
    fixed(N_("shared memory at offset {}")),
    fixed(N_("global memory at {}")),
    fixed(N_("'{}' ({} of dynamic shared memory), in '{}'")),
    fixed(N_("'{}' ({} of dynamic shared memory)")),
    fixed(N_("'{}' ({}), in '{}'")),
    fixed(N_("'{}' ({})")),
    fixed(N_("{} planes of {} rows of {} columns")),
    fixed(N_("{} rows of {} columns")),
    N_count("{} element", "{} elements"),
    fixed(N_("the block's shared memory ({})")),
    fixed(N_("the thread's local memory ({})")),
    fixed(N_("the kernel's parameters ({})")),
    fixed(N_("the block's shared memory")),
    fixed(N_("the thread's local memory")),
    fixed(N_("the kernel's parameters")),
    fixed(N_("a function")),
    fixed(N_("{} that malloc gave {}")),
    fixed(N_("thread {} of block {} at {}")),
    fixed(N_("thread {} of block {}")),
    fixed(N_("thread {} at {}")),
    fixed(N_("thread {}")),
    N_count("{} byte", "{} bytes"),

    // Kinds, with blanks.
    fixed(N_("out of bounds")),
    fixed(N_("misaligned")),
    fixed(N_("null pointer")),
    fixed(N_("wrong space")),
    fixed(N_("use after free")),
    fixed(N_("invalid free")),
    fixed(N_("uninitialised read")),
    fixed(N_("race shared")),
    fixed(N_("race global")),
    fixed(N_("race same value")),
    fixed(N_("barrier divergence")),
    fixed(N_("missing syncwarp")),
    fixed(N_("deadlock")),
    fixed(N_("instruction budget")),
    fixed(N_("stack overflow")),
    fixed(N_("assertion")),
    fixed(N_("explicit trap")),
    fixed(N_("invalid launch")),
    fixed(N_("division by zero")),
    fixed(N_("invalid texture")),
};

} // namespace

std::string finding_words(std::string_view english) {
    return language() == Language::english ? std::string(english) : tr_by_patterns(english, patterns);
}

std::string finding_words(const session::RunResult& result, const simt::Finding& finding) {
    return finding_words(finding_text(result, finding));
}

} // namespace warpscope::analysis
