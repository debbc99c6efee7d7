#pragma once

namespace warpscope::language_detail {

/// Null (no InLanguage), the address of english_marker, or Messages. The page with one thread defines this function
/// itself, because its threads share thread_local variables.
const void*& thread_messages();

} // namespace warpscope::language_detail
