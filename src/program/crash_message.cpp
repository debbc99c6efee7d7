#include "program/crash_message.hpp"

namespace warpscope::program {
namespace {

Message cause_message(std::string_view cause, std::string_view address) {
    if (cause == "damaged_heap")
        return msg("the heap is damaged: the host may have written beyond an array of its own before");
    if (cause == "stack_guard") return msg("this function has written behind the end of a local array");
    if (cause == "abort") return msg("abort(), a failed assert() or an exception that nothing catches");
    if (cause == "division_by_zero") return msg("an integer was divided by zero");
    if (cause == "trap")
        return msg("the compiler has put a trap where what the code does is undefined, or the end of a function "
                   "without its return was reached");
    if (cause == "no_code")
        return msg("it returns to or calls what is no code: something was written behind the end of a local array, or "
                   "a function pointer is wrong");
    if (cause == "full_stack") return msg("the stack is full: functions may call each other without end");
    if (cause == "behind_stack")
        return msg("{} was accessed, behind the end of the stack: something is far behind the end of a local array",
                   address);
    if (cause == "null_pointer") return msg("{} was accessed, as through a null pointer", address);
    if (cause == "in_library")
        return msg(
            "{} was accessed in a library: the heap may be damaged, because the host has written beyond an array "
            "of its own before",
            address);
    return msg("{} was accessed, where the program has no memory", address);
}

} // namespace

Message crash_message(std::string_view cause, std::string_view address) {
    return msg("host code stops here: {}", cause_message(cause, address));
}

} // namespace warpscope::program
