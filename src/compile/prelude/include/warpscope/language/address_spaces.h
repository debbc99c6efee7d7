#pragma once

#define WS_IS_IN(name, space)                                                                                          \
    WS_INLINE unsigned name(const void* pointer) {                                                                     \
        unsigned is;                                                                                                   \
        __asm__("{ .reg .pred p; isspacep." space " p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(is) : "l"(pointer));        \
        return is;                                                                                                     \
    }
WS_IS_IN(__isGlobal, "global")
WS_IS_IN(__isShared, "shared")
WS_IS_IN(__isConstant, "const")
WS_IS_IN(__isLocal, "local")

#define WS_SPACE(space, ptx)                                                                                           \
    WS_INLINE size_t __cvta_generic_to_##space(const void* pointer) {                                                  \
        size_t address;                                                                                                \
        __asm__("cvta.to." ptx ".u64 %0, %1;" : "=l"(address) : "l"(pointer));                                         \
        return address;                                                                                                \
    }                                                                                                                  \
    WS_INLINE void* __cvta_##space##_to_generic(size_t address) {                                                      \
        size_t pointer;                                                                                                \
        __asm__("cvta." ptx ".u64 %0, %1;" : "=l"(pointer) : "l"(address));                                            \
        return reinterpret_cast<void*>(pointer);                                                                       \
    }
WS_SPACE(shared, "shared")
WS_SPACE(global, "global")
WS_SPACE(local, "local")
WS_SPACE(constant, "const")

WS_INLINE void __brkpt() { __asm__ volatile("brkpt;"); }
#define __prof_trigger(event) __asm__ volatile("pmevent %0;" ::"n"(event))
