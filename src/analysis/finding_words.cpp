#include "analysis/finding_words.hpp"

#include <array>

#include "analysis/finding_index.hpp"
#include "analysis/message_patterns.hpp"
#include "language/filled.hpp"
#include "language/language.hpp"
#include "language/tr.hpp"

namespace warpscope::analysis {
namespace {

/// The first match counts, so specific patterns come first. Names stay in quotes.
constexpr std::array patterns{
    // Consecutive sentences.
    one_form(N_("{}. It is {}. The access is {}")),
    one_form(N_("The access is {}")),
    one_form(N_("{}. It is {}")),
    one_form(N_("{}. The access is {}")),
    one_form(N_("{} (where each block goes as far as it can before the next one begins)")),
    one_form(N_("{} (where blocks and warps run in the opposite order)")),
    one_form(N_("{} The launch fails before the kernel starts.")),

    // Must precede "{} is {} before {}".
    one_form(N_("{} is done by none of the {} blocks of this size that a GPU ({}) holds at a time, and no other begins "
                "before one of these ends")),

    // Refused launches.
    one_form(N_("A block needs at least one thread in every direction.")),
    one_form(N_("A grid needs at least one block in every direction.")),
    one_form(N_("A block of {} has {} threads; the device allows at most {} per block.")),
    one_form(N_("A block of {} has {} threads")),
    one_form(N_("A block of {} is larger than the device's limit of {}.")),
    one_form(N_("A grid of {} blocks is larger than the device's limit of {}.")),
    one_form(N_("A block needs {} bytes of shared memory; the device allows at most {}.")),

    // Races.
    one_form(N_("{} of {} of {} is of what the thread itself has changed before, by {}: {}")),
    one_form(N_("{} of {} of {} races with {} by {}: {}")),
    one_form(
        N_("{} of {}, {} into {} that malloc gave, may come after {} has freed them: nothing orders the two; who frees "
           "waits for all others first, with a barrier")),
    one_form(
        N_("{} of {}, {} into {} that malloc gave, may come after {} has freed them: nothing orders the two; who frees "
           "waits for all others first, with a counter that each changes atomically, behind __threadfence()")),
    one_form(
        N_("{} of {} of shared memory at offset {} may come before the asynchronous copy (cp.async) to that place has "
           "arrived, the thread's own{}: wait for it first, with __pipeline_wait_prior(0) or the like")),
    one_form(
        N_("{} of {} of shared memory at offset {} may come before the asynchronous copy (cp.async) to that place has "
           "arrived, one by {}: a barrier does not wait for copies: the thread that copies waits for its own before "
           "the barrier, with __pipeline_wait_prior(0) or the like")),
    one_form(N_("loads by __ldg() or through const __restrict__ may return old values of what the same kernel stores, "
                "behind a barrier, too: load that without them")),
    one_form(N_("both store the same value in this run, so the result is the same")),
    one_form(N_("lanes of one instruction store the same value, one of these stores is performed, and the result is "
                "defined")),
    one_form(N_("both store the same value in this run, each computed from what it has loaded there before: one of the "
                "two changes is lost, as of a counter, and no barrier helps; use an atomic")),
    one_form(N_("threads change the value that they have loaded there, so that changes get lost, and no barrier helps: "
                "use an atomic")),
    one_form(N_("threads change the value that they have loaded there, so that changes get lost: use an atomic, or a "
                "lock with a __threadfence() after it is taken and before it is given back")),
    one_form(N_("atomics of different sizes that overlap are not atomic towards each other: use one size")),
    one_form(N_("{}; in one statement that takes a variable: load, __syncwarp(), store")),
    one_form(
        N_("use an atomic, or __syncthreads() between the two; __syncwarp() is enough only if all threads that have to "
           "do with each other there are of one warp")),
    one_form(N_("use an atomic, or __syncwarp() between the two")),
    one_form(
        N_("threads of a block need __syncthreads() between the two; __syncwarp() is enough only if all threads that "
           "have to do with each other there are of one warp")),
    one_form(N_("lanes of a warp need __syncwarp() between the two")),
    one_form(
        N_("atomics with block scope (atomicAdd_block, thread_scope_block) are atomic for threads of one block only")),
    one_form(
        N_("blocks run in any order: use an atomic, or put the two into different launches; a flag or a lock orders "
           "them only with __threadfence() before it is set and after it is seen")),
    one_form(
        N_("only one of the two values stays; a lock keeps them apart only with a fence after it is taken and before "
           "it is given back")),
    one_form(N_("use an atomic, or __syncthreads() between the two")),
    one_form(N_("no barrier orders the two: both threads must pass the same one, and as many threads as it counts; the "
                "kernel has {}")),
    one_form(N_("threads of a block need __syncthreads() between the two")),
    one_form(N_("the flag or lock {}, set in line {} and seen in line {}, does not order the two: a __threadfence() is "
                "missing before it is set, and one after it is seen")),
    one_form(N_("the flag or lock {}, set in line {} and seen in line {}, does not order the two: a __threadfence() is "
                "missing before it is set")),
    one_form(N_("the flag or lock {}, set in line {} and seen in line {}, does not order the two: a __threadfence() is "
                "missing after it is seen")),
    one_form(N_("the flag or lock {}, set in line {} and seen in line {}, orders threads of one block only, by its "
                "scope (thread_scope_block, atomicAdd_block): use that of the device (thread_scope_device)")),
    one_form(N_("a volatile store")),
    one_form(N_("a volatile load")),
    one_form(N_("an atomic store")),
    one_form(N_("an atomic operation")),
    one_form(N_("an atomic load")),
    one_form(N_("a read-only load")),
    one_form(N_("a store")),
    one_form(N_("a load")),
    one_form(N_("{} in line {}")),

    // Accesses.
    one_form(N_("{} through a null pointer")),
    one_form(N_("{}, close to a null pointer")),
    one_form(N_("{} of the block's shared memory, which is not a multiple of {}")),
    one_form(N_("{} of the thread's local memory, which is not a multiple of {}")),
    one_form(N_("{} of the kernel's parameters, which is not a multiple of {}")),
    one_form(N_("bulk copy of {}, which is not a multiple of {}")),
    one_form(N_("{}, which is not a multiple of {}")),
    one_form(N_("{}: that is an address of {}, used as one of global memory")),
    one_form(N_("{}: a generic address, used as an offset in {}")),
    one_form(N_("{} into the constant '{}'")),
    one_form(N_("{} into the kernel's parameters, which are constant")),
    one_form(N_(
        "{} is in no buffer. With an index less by 2^32 it {}: an unsigned 32-bit index seems to have wrapped around "
        "below 0")),
    one_form(
        N_("{} is in no buffer. With an index less by 2^32 it {}: a 64-bit index seems to be too large by 2^32, or a "
           "32-bit one wrapped around")),
    one_form(N_("{} is in no buffer")),
    one_form(N_("{} is in '{}', {} that has been freed")),
    one_form(N_("{} is in '{}', {} that have been freed")),
    one_form(N_("{} is in the heap of malloc, of which nothing was allocated")),
    one_form(N_("{} is {} into {}: {} has freed them")),
    one_form(N_("free of {}, {}: {} has freed them already")),
    one_form(N_("free of {}, which is {} into {}: free takes what malloc gave")),
    one_form(N_("free of {}, which malloc has not given")),
    one_form(
        N_("{} lies in front of an array that alloca gave: it ends {} past the end of what the stack holds below, and "
           "begins {} before the array")),
    one_form(
        N_("{} is {} past the end of the thread's local memory: the functions that it runs have {} of it, and what "
           "others had is gone with their return")),
    one_form(N_("{} is {} before the start of {}")),
    one_form(N_("{} is {} before {}")),
    one_form(N_("{} runs {} over the end of {}")),
    one_form(N_("{} is just past the end of {}")),
    one_form(N_("{} is {} past the end of {}")),
    one_form(N_("is in '{}'")),
    one_form(N_("is {} before {}")),
    one_form(N_("runs {} over the end of {}")),
    one_form(N_("is just past the end of {}")),
    one_form(N_("is {} past the end of {}")),
    one_form(N_("{} is in the part of {} that device {} holds, and the kernel runs on device {}: copy what it needs to "
                "its own part first")),
    N_count("load of {} byte at {}", "load of {} bytes at {}"),
    N_count("store of {} byte at {}", "store of {} bytes at {}"),
    N_count("atomic operation of {} byte at {}", "atomic operation of {} bytes at {}"),
    one_form(N_("integer division by zero")),

    // Unwritten memory.
    one_form(N_("{}; where another thread writes it, both must pass a barrier first that counts both: the kernel has "
                "{}")),
    one_form(N_("{}; where another thread writes them, both must pass a barrier first that counts both: the kernel has "
                "{}")),
    N_count("{} byte at offset {} of shared memory is read, but nothing in this block has written it",
            "{} bytes at offset {} of shared memory are read, but nothing in this block has written them"),
    N_count("{} byte at offset {} of local memory is read, but nothing in this thread has written it",
            "{} bytes at offset {} of local memory are read, but nothing in this thread has written them"),
    N_count("{} byte at offset {} of '{}' is read, but nothing has written it",
            "{} bytes at offset {} of '{}' are read, but nothing has written them"),

    // Lanes, warps and barriers.
    one_form(
        N_("lane {} shuffles from lane {}, which has no thread in a block of {}: what it gets is undefined, and what "
           "the block leaves behind depends on it; launch whole warps")),
    one_form(
        N_("lane {} shuffles from lane {}, which has returned already: what it gets is undefined, and what the block "
           "leaves behind depends on it; let all threads reach the shuffle, those without data with a neutral value")),
    one_form(
        N_("lane {} shuffles from lane {}, which is not in the member mask {}: what it gets is undefined, and what the "
           "block leaves behind depends on it; name in the mask all lanes that are read")),
    one_form(N_("warps of this block wait at different barriers: warp {} at {}:{}, others here")),
    one_form(N_("only {} of the warp's {} threads reached this barrier")),
    one_form(N_("{} of the warp's {} threads have ended before this barrier and count as arrived: defined from compute "
                "capability 7.0 on, undefined before; code that they run behind the branch would make it an error")),
    one_form(N_("barrier {} does not exist: there are {}")),
    one_form(N_("a barrier for {} threads: the number must be a multiple of {}")),
    one_form(N_("__syncwarp with mask {}, which leaves out the calling lane {}")),
    one_form(N_("the member mask {} names lanes that are not here: {} are on another path of the program")),
    one_form(N_("the member mask {} leaves out lanes that execute this: {}")),
    one_form(N_("the member mask {} names lanes that give another mask: {}")),
    one_form(N_("only {} of a warp's 32 threads execute this matrix instruction: without all of them its result is "
                "undefined")),
    one_form(N_("{}; {} threads have arrived at barrier {}, which needs {}")),
    one_form(N_("the block cannot go on: {} of its warps still run, {} threads wait at barrier {}, which needs {}")),
    one_form(
        N_("the block cannot go on: {} of its warps still run, and {} threads have arrived at the cluster's barrier in "
           "this phase")),
    one_form(N_("the warp waits in an endless loop: what it waits for")),
    one_form(N_("the warp waits in an endless loop, in which it looks at {}, which holds {}: what it waits for")),
    one_form(N_("the warp waits in an endless loop, in which it looks at {}: what it waits for")),
    one_form(N_("the warp waits at an mbarrier in vain, of which phases are over: more threads may arrive than the {} "
                "that it is made for. The next phase still expects {}: that")),
    one_form(N_("the warp waits at an mbarrier in vain, which still expects {}: that")),
    one_form(N_("{} of {} arrivals and {} bytes of copies")),
    one_form(N_("{} of {} arrivals")),
    one_form(N_("{} bytes of copies")),
    one_form(N_("{} more arrivals at an mbarrier that waits for {} of {}: it is not initialised, or for too few")),
    one_form(N_("{} is done by no thread that still runs")),
    one_form(
        N_("{} is done by none of the {} blocks that there can be at a time, and the others can only begin when one of "
           "these ends")),
    one_form(
        N_("the warp has executed {} instructions and waited for mbarriers, which counts as {} more, without coming to "
           "an end: an endless loop?")),
    one_form(N_("the warp has executed {} instructions without coming to an end: an endless loop?")),
    one_form(N_("calls nest {} deep and need more than the {} bytes of stack of a thread")),
    one_form(N_("assertion '{}' failed in {} ({}:{})")),

    // Textures.
    one_form(N_("fetch from a texture object that has been destroyed")),
    one_form(N_("fetch from {}, which is no texture object")),
    one_form(N_("fetch from a texture over linear memory, which only tex1Dfetch reads")),
    one_form(N_("tex1Dfetch from an array: it reads textures over linear memory only")),
    N_count("fetch of {} dimension from a texture of {}", "fetch of {} dimensions from a texture of {}"),
    one_form(N_("fetch of integers from a texture that gives floating-point numbers")),
    one_form(
        N_("fetch of floating-point numbers from a texture that gives integers: its read mode is that of the element's "
           "type")),

    // Parts: location of an access.
    one_form(N_("element {} of '{}' ({}), which has {}")),
    one_form(N_("element {} of '{}', which has {}")),
    one_form(N_("element {} of '{}' ({})")),
    one_form(N_("element {} of '{}'")),
    one_form(N_("plane {}, row {}, column {}, channel {}")),
    one_form(N_("plane {}, row {}, column {}")),
    one_form(N_("row {}, column {}, channel {}")),
    one_form(N_("row {}, column {}")),
    one_form(N_("cell {}, channel {}")),
    one_form(N_("{}, here {}; the last element is {}")),
    one_form(N_("{}, here {}; the first element is {}")),
    one_form(N_("{}, here {}")),
    one_form(N_("'{}' at offset {}")),
    one_form(N_("shared memory at offset {}")),
    one_form(N_("global memory at {}")),
    one_form(N_("'{}' ({} of dynamic shared memory), in '{}'")),
    one_form(N_("'{}' ({} of dynamic shared memory)")),
    one_form(N_("'{}' ({}), in '{}'")),
    one_form(N_("'{}' ({})")),
    one_form(N_("{} planes of {} rows of {} columns")),
    one_form(N_("{} rows of {} columns")),
    N_count("{} element", "{} elements"),
    one_form(N_("the block's shared memory ({})")),
    one_form(N_("the thread's local memory ({})")),
    one_form(N_("the kernel's parameters ({})")),
    one_form(N_("the block's shared memory")),
    one_form(N_("the thread's local memory")),
    one_form(N_("the kernel's parameters")),
    one_form(N_("a function")),
    one_form(N_("{} that malloc gave {}")),
    one_form(N_("thread {} of block {} at {}")),
    one_form(N_("thread {} of block {}")),
    one_form(N_("thread {} at {}")),
    one_form(N_("thread {}")),
    N_count("{} byte", "{} bytes"),

    // Names of kinds.
    one_form(N_("out of bounds")),
    one_form(N_("misaligned")),
    one_form(N_("null pointer")),
    one_form(N_("wrong space")),
    one_form(N_("use after free")),
    one_form(N_("invalid free")),
    one_form(N_("uninitialised read")),
    one_form(N_("race shared")),
    one_form(N_("race global")),
    one_form(N_("race same value")),
    one_form(N_("barrier divergence")),
    one_form(N_("missing syncwarp")),
    one_form(N_("deadlock")),
    one_form(N_("instruction budget")),
    one_form(N_("stack overflow")),
    one_form(N_("assertion")),
    one_form(N_("explicit trap")),
    one_form(N_("invalid launch")),
    one_form(N_("division by zero")),
    one_form(N_("invalid texture")),
};

} // namespace

std::span<const Pattern> finding_patterns() { return patterns; }

std::string finding_words(std::string_view english) {
    return language() == Language::english ? std::string(english) : tr_by_patterns(english, patterns);
}

std::string finding_words(const session::RunResult& result, const simt::Finding& finding) {
    return finding_words(finding_text(result, finding));
}

} // namespace warpscope::analysis
