#pragma once
typedef decltype(sizeof 0) size_t;
typedef decltype(static_cast<char*>(0) - static_cast<char*>(0)) ptrdiff_t;
#ifndef NULL
#define NULL 0
#endif
