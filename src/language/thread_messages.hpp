#pragma once

namespace warpscope::language_detail {

/// Null (no InLanguage), the address of english_marker, or Messages. In browsers without threads, src/web defines it:
/// stack threads share thread_local variables.
const void*& thread_messages();

} // namespace warpscope::language_detail
