#include "program/crash_message.hpp"

namespace warpscope::program {
namespace {

Message cause_message(std::string_view cause, std::string_view address) {
    if (cause == "damaged_heap")
        return msg("the heap is damaged: the host may have written past one of its arrays before");
    if (cause == "stack_guard") return msg("this function wrote past the end of a local array");
    if (cause == "abort") return msg("abort(), a failed assert() or an exception that nothing catches");
    if (cause == "division_by_zero") return msg("an integer was divided by zero");
    if (cause == "trap")
        return msg("the compiler put a trap where the code is undefined, or a function ended without its return");
    if (cause == "no_code")
        return msg("it returns to or calls an address that is not code: a write went past the end of a local array, or "
                   "a function pointer is wrong");
    if (cause == "full_stack") return msg("the stack is full: functions may call each other without end");
    if (cause == "behind_stack")
        return msg("{} was accessed, past the end of the stack: far past the end of a local array", address);
    if (cause == "null_pointer") return msg("{} was accessed, as through a null pointer", address);
    if (cause == "in_library")
        return msg("{} was accessed in a library: the heap may be damaged, because the host wrote past one of its "
                   "arrays before",
                   address);
    return msg("{} was accessed, where the program has no memory", address);
}

} // namespace

Message crash_message(std::string_view cause, std::string_view address) {
    return msg("host code stops here: {}", cause_message(cause, address));
}

} // namespace warpscope::program
