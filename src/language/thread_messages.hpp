#pragma once

namespace warpscope::language_detail {

/// Null without InLanguage, the address of english_marker, or Messages. src/web replaces it in browsers without
/// threads, where stack threads share thread_local variables.
const void*& thread_messages();

} // namespace warpscope::language_detail
