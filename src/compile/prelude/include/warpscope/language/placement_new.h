#pragma once

#define WS_NEW __attribute__((device, nodebug)) inline
WS_NEW void* operator new(size_t bytes) { return malloc(bytes); }
WS_NEW void* operator new[](size_t bytes) { return malloc(bytes); }
WS_NEW void* operator new(size_t, void* place) noexcept { return place; }
WS_NEW void* operator new[](size_t, void* place) noexcept { return place; }
WS_NEW void operator delete(void* pointer) noexcept { free(pointer); }
WS_NEW void operator delete[](void* pointer) noexcept { free(pointer); }
WS_NEW void operator delete(void* pointer, size_t) noexcept { free(pointer); }
WS_NEW void operator delete[](void* pointer, size_t) noexcept { free(pointer); }
