#include "language/thread_messages.hpp"

namespace warpscope::language_detail {

const void*& thread_messages() {
    thread_local const void* messages = nullptr;
    return messages;
}

} // namespace warpscope::language_detail
