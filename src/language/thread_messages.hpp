#pragma once

namespace warpscope::language_detail {

/// Returns this thread's pointer: to Messages, to english_marker, or null without ScopedLanguage. src/web replaces the
/// function, because stack threads share thread_local variables.
const void*& thread_messages();

} // namespace warpscope::language_detail
