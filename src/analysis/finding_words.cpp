#include "analysis/finding_words.hpp"

#include <array>

#include "analysis/finding_index.hpp"
#include "language/filled.hpp"
#include "language/tr.hpp"

namespace warpscope::analysis {
namespace {

constexpr Pattern whole(const char* english) { return {english, nullptr}; }

/// Sentences and their parts as simt and metrics write them. The first that fits counts, so the more particular ones
/// stand before those that would take them, too. Names stay in the sentence's quotes.
constexpr std::array patterns{
    // Sentences that follow each other.
    whole(N_("{}. It is {}. The access is {}")),
    whole(N_("The access is {}")),
    whole(N_("{}. It is {}")),
    whole(N_("{}. The access is {}")),
    whole(N_("{} (where each block goes as far as it can before the next one begins)")),
    whole(N_("{} (where blocks and warps run in the opposite order)")),
    whole(N_("{} The launch fails before the kernel starts.")),

    // Why a launch is refused.
    whole(N_("A block needs at least one thread in every direction.")),
    whole(N_("A grid needs at least one block in every direction.")),
    whole(N_("A block of {} has {} threads; the device allows at most {} per block.")),
    whole(N_("A block of {} has {} threads")),
    whole(N_("A block of {} is larger than the device's limit of {}.")),
    whole(N_("A grid of {} blocks is larger than the device's limit of {}.")),
    whole(N_("A block needs {} bytes of shared memory; the device allows at most {}.")),

    // Races.
    whole(N_("{} of {} of {} is of what the thread itself has changed before, by {}: {}")),
    whole(N_("{} of {} of {} races with {} by {}: {}")),
    whole(N_("{} of {}, {} into {} that malloc gave, may come after {} has freed them: nothing orders the two; who frees "
             "waits for all others first, with a barrier")),
    whole(N_("{} of {}, {} into {} that malloc gave, may come after {} has freed them: nothing orders the two; who frees "
             "waits for all others first, with a counter that each changes atomically, behind __threadfence()")),
    whole(N_("{} of {} of shared memory at offset {} may come before the asynchronous copy (cp.async) to that place has "
             "arrived, the thread's own{}: wait for it first, with __pipeline_wait_prior(0) or the like")),
    whole(N_("{} of {} of shared memory at offset {} may come before the asynchronous copy (cp.async) to that place has "
             "arrived, one by {}: a barrier does not wait for copies: the thread that copies waits for its own before "
             "the barrier, with __pipeline_wait_prior(0) or the like")),
    whole(N_("loads by __ldg() or through const __restrict__ may return old values of what the same kernel stores, "
             "behind a barrier, too: load that without them")),
    whole(N_("both store the same value in this run, so the result is the same")),
    whole(N_("atomics of different sizes that overlap are not atomic towards each other: use one size")),
    whole(N_("{}; in one statement that takes a variable: load, __syncwarp(), store")),
    whole(N_("use an atomic, or __syncthreads() between the two; __syncwarp() is enough only if all threads that have to "
             "do with each other there are of one warp")),
    whole(N_("use an atomic, or __syncwarp() between the two")),
    whole(N_("threads of a block need __syncthreads() between the two; __syncwarp() is enough only if all threads that "
             "have to do with each other there are of one warp")),
    whole(N_("lanes of a warp need __syncwarp() between the two")),
    whole(N_("atomics with block scope (atomicAdd_block, thread_scope_block) are atomic for threads of one block only")),
    whole(N_("blocks run in any order: use an atomic, or put the two into different launches; a flag or a lock orders "
             "them only with __threadfence() before it is set and after it is seen")),
    whole(N_("only one of the two values stays; a lock keeps them apart only with a fence after it is taken and before "
             "it is given back")),
    whole(N_("use an atomic, or __syncthreads() between the two")),
    whole(N_("no barrier orders the two: both threads must pass the same one, and as many threads as it counts; the "
             "kernel has {}")),
    whole(N_("threads of a block need __syncthreads() between the two")),
    whole(N_("the flag or lock {}, set in line {} and seen in line {}, does not order the two: a __threadfence() is "
             "missing before it is set, and one after it is seen")),
    whole(N_("the flag or lock {}, set in line {} and seen in line {}, does not order the two: a __threadfence() is "
             "missing before it is set")),
    whole(N_("the flag or lock {}, set in line {} and seen in line {}, does not order the two: a __threadfence() is "
             "missing after it is seen")),
    whole(N_("a volatile store")),
    whole(N_("a volatile load")),
    whole(N_("an atomic store")),
    whole(N_("an atomic operation")),
    whole(N_("an atomic load")),
    whole(N_("a read-only load")),
    whole(N_("a store")),
    whole(N_("a load")),
    whole(N_("{} in line {}")),

    // Accesses.
    whole(N_("{} through a null pointer")),
    whole(N_("{}, close to a null pointer")),
    whole(N_("{} of the block's shared memory, which is not a multiple of {}")),
    whole(N_("{} of the thread's local memory, which is not a multiple of {}")),
    whole(N_("{} of the kernel's parameters, which is not a multiple of {}")),
    whole(N_("bulk copy of {}, which is not a multiple of {}")),
    whole(N_("{}, which is not a multiple of {}")),
    whole(N_("{}: that is an address of {}, used as one of global memory")),
    whole(N_("{}: a generic address, used as an offset in {}")),
    whole(N_("{} into the constant '{}'")),
    whole(N_("{} into the kernel's parameters, which are constant")),
    whole(N_("{} is in no buffer. With an index less by 2^32 it {}: an unsigned 32-bit index seems to have wrapped around "
             "below 0")),
    whole(N_("{} is in no buffer. With an index less by 2^32 it {}: a 64-bit index seems to be too large by 2^32, or a "
             "32-bit one wrapped around")),
    whole(N_("{} is in no buffer")),
    whole(N_("{} is in '{}', {} that has been freed")),
    whole(N_("{} is in '{}', {} that have been freed")),
    whole(N_("{} is in the heap of malloc, of which nothing was allocated")),
    whole(N_("{} is {} into {}: {} has freed them")),
    whole(N_("free of {}, {}: {} has freed them already")),
    whole(N_("free of {}, which is {} into {}: free takes what malloc gave")),
    whole(N_("free of {}, which malloc has not given")),
    whole(N_("{} lies in front of an array that alloca gave: it ends {} past the end of what the stack holds below, and "
             "begins {} before the array")),
    whole(N_("{} is {} past the end of the thread's local memory: the functions that it runs have {} of it, and what "
             "others had is gone with their return")),
    whole(N_("{} is {} before the start of {}")),
    whole(N_("{} is {} before {}")),
    whole(N_("{} runs {} over the end of {}")),
    whole(N_("{} is just past the end of {}")),
    whole(N_("{} is {} past the end of {}")),
    whole(N_("is in '{}'")),
    whole(N_("is {} before {}")),
    whole(N_("runs {} over the end of {}")),
    whole(N_("is just past the end of {}")),
    whole(N_("is {} past the end of {}")),
    N_count("load of {} byte at {}", "load of {} bytes at {}"),
    N_count("store of {} byte at {}", "store of {} bytes at {}"),
    N_count("atomic operation of {} byte at {}", "atomic operation of {} bytes at {}"),
    whole(N_("integer division by zero")),

    // Memory that nobody has set.
    N_count("{} byte at offset {} of shared memory is read, but nothing in this block has written it",
            "{} bytes at offset {} of shared memory are read, but nothing in this block has written them"),
    N_count("{} byte at offset {} of local memory is read, but nothing in this thread has written it",
            "{} bytes at offset {} of local memory are read, but nothing in this thread has written them"),
    N_count("{} byte at offset {} of '{}' is read, but nothing has written it",
            "{} bytes at offset {} of '{}' are read, but nothing has written them"),

    // Lanes, warps and barriers.
    whole(N_("lane {} shuffles from lane {}, which has no thread in a block of {}: what it gets is undefined, and what "
             "the block leaves behind depends on it; launch whole warps")),
    whole(N_("lane {} shuffles from lane {}, which has returned already: what it gets is undefined, and what the block "
             "leaves behind depends on it; let all threads reach the shuffle, those without data with a neutral value")),
    whole(N_("lane {} shuffles from lane {}, which is not in the member mask {}: what it gets is undefined, and what the "
             "block leaves behind depends on it; name in the mask all lanes that are read")),
    whole(N_("warps of this block wait at different barriers: warp {} at {}:{}, others here")),
    whole(N_("only {} of the warp's {} threads reached this barrier")),
    whole(N_("barrier {} does not exist: there are {}")),
    whole(N_("a barrier for {} threads: the number must be a multiple of {}")),
    whole(N_("__syncwarp with mask {}, which leaves out the calling lane {}")),
    whole(N_("the member mask {} names lanes that are not here: {} are on another path of the program")),
    whole(N_("the member mask {} leaves out lanes that execute this: {}")),
    whole(N_("the member mask {} names lanes that give another mask: {}")),
    whole(N_("only {} of a warp's 32 threads execute this matrix instruction: without all of them its result is "
             "undefined")),
    whole(N_("the block cannot go on: {} of its warps still run, {} threads wait at barrier {}, which needs {}")),
    whole(N_("the block cannot go on: {} of its warps still run, and {} threads have arrived at the cluster's barrier in "
             "this phase")),
    whole(N_("the warp waits in an endless loop: what it waits for")),
    whole(N_("the warp waits at an mbarrier in vain, which still expects {}: that")),
    whole(N_("{} of {} arrivals and {} bytes of copies")),
    whole(N_("{} of {} arrivals")),
    whole(N_("{} bytes of copies")),
    whole(N_("{} more arrivals at an mbarrier that waits for {} of {}: it is not initialised, or for too few")),
    whole(N_("{} is done by no thread that still runs")),
    whole(N_("{} is done by none of the {} blocks of this size that {} holds at a time, and no other begins before one "
             "of these ends")),
    whole(N_("{} is done by none of the {} blocks that there can be at a time, and the others can only begin when one of "
             "these ends")),
    whole(N_("the warp has executed {} instructions and waited for mbarriers, which counts as {} more, without coming to "
             "an end: an endless loop?")),
    whole(N_("the warp has executed {} instructions without coming to an end: an endless loop?")),
    whole(N_("calls nest {} deep and need more than the {} bytes of stack of a thread")),
    whole(N_("assertion '{}' failed in {} ({}:{})")),

    // Textures.
    whole(N_("fetch from a texture object that has been destroyed")),
    whole(N_("fetch from {}, which is no texture object")),
    whole(N_("fetch from a texture over linear memory, which only tex1Dfetch reads")),
    whole(N_("tex1Dfetch from an array: it reads textures over linear memory only")),
    N_count("fetch of {} dimension from a texture of {}", "fetch of {} dimensions from a texture of {}"),
    whole(N_("fetch of integers from a texture that gives floating-point numbers")),
    whole(N_("fetch of floating-point numbers from a texture that gives integers: its read mode is that of the element's "
             "type")),

    // Parts: what an access is about.
    whole(N_("element {} of '{}' ({}), which has {}")),
    whole(N_("element {} of '{}', which has {}")),
    whole(N_("element {} of '{}' ({})")),
    whole(N_("element {} of '{}'")),
    whole(N_("plane {}, row {}, column {}, channel {}")),
    whole(N_("plane {}, row {}, column {}")),
    whole(N_("row {}, column {}, channel {}")),
    whole(N_("row {}, column {}")),
    whole(N_("cell {}, channel {}")),
    whole(N_("{}, here {}; the last element is {}")),
    whole(N_("{}, here {}; the first element is {}")),
    whole(N_("{}, here {}")),
    whole(N_("'{}' at offset {}")),
    whole(N_("shared memory at offset {}")),
    whole(N_("global memory at {}")),
    whole(N_("'{}' ({} of dynamic shared memory), in '{}'")),
    whole(N_("'{}' ({} of dynamic shared memory)")),
    whole(N_("'{}' ({}), in '{}'")),
    whole(N_("'{}' ({})")),
    whole(N_("{} planes of {} rows of {} columns")),
    whole(N_("{} rows of {} columns")),
    N_count("{} element", "{} elements"),
    whole(N_("the block's shared memory ({})")),
    whole(N_("the thread's local memory ({})")),
    whole(N_("the kernel's parameters ({})")),
    whole(N_("the block's shared memory")),
    whole(N_("the thread's local memory")),
    whole(N_("the kernel's parameters")),
    whole(N_("a function")),
    whole(N_("{} that malloc gave {}")),
    whole(N_("thread {} of block {} at {}")),
    whole(N_("thread {} of block {}")),
    whole(N_("thread {} at {}")),
    whole(N_("thread {}")),
    N_count("{} byte", "{} bytes"),

    // Kinds, with blanks.
    whole(N_("out of bounds")),
    whole(N_("misaligned")),
    whole(N_("null pointer")),
    whole(N_("wrong space")),
    whole(N_("use after free")),
    whole(N_("invalid free")),
    whole(N_("uninitialised read")),
    whole(N_("race shared")),
    whole(N_("race global")),
    whole(N_("race same value")),
    whole(N_("barrier divergence")),
    whole(N_("missing syncwarp")),
    whole(N_("deadlock")),
    whole(N_("instruction budget")),
    whole(N_("stack overflow")),
    whole(N_("assertion")),
    whole(N_("explicit trap")),
    whole(N_("invalid launch")),
    whole(N_("division by zero")),
    whole(N_("invalid texture")),
};

} // namespace

std::string finding_words(std::string_view english) {
    return language() == Language::english ? std::string(english) : tr_by_patterns(english, patterns);
}

std::string finding_words(const session::RunResult& result, const simt::Finding& finding) {
    return finding_words(finding_text(result, finding));
}

} // namespace warpscope::analysis
