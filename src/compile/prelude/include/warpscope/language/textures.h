// Texture fetches, for which clang requires the Toolkit. The emulator does not run layered textures, cubemaps,
// mipmaps, gathers or surfaces.
#pragma once

typedef unsigned long long cudaTextureObject_t, cudaSurfaceObject_t;

// The four words that a fetch returns. A texel of n elements uses the first n.
template<class Word>
struct ws_fetched {
    Word x, y, z, w;
};

template<class _T>
struct ws_texel;
#define WS_TEXEL(type, word, ...)                                                                                      \
    template<>                                                                                                         \
    struct ws_texel<type> {                                                                                            \
        typedef word element;                                                                                          \
        static __inline__ __attribute__((device, always_inline, nodebug)) type of(const ws_fetched<word>& all) {       \
            return __VA_ARGS__;                                                                                        \
        }                                                                                                              \
    };
#define WS_TEXELS(type, part, word)                                                                                    \
    WS_TEXEL(type##1, word, {static_cast<part>(all.x)})                                                                \
    WS_TEXEL(type##2, word, {static_cast<part>(all.x), static_cast<part>(all.y)})                                      \
    WS_TEXEL(type##4, word,                                                                                            \
             {static_cast<part>(all.x), static_cast<part>(all.y), static_cast<part>(all.z), static_cast<part>(all.w)})
WS_TEXEL(char, int, static_cast<char>(all.x))
WS_TEXEL(signed char, int, static_cast<signed char>(all.x))
WS_TEXEL(unsigned char, unsigned, static_cast<unsigned char>(all.x))
WS_TEXEL(short, int, static_cast<short>(all.x))
WS_TEXEL(unsigned short, unsigned, static_cast<unsigned short>(all.x))
WS_TEXEL(int, int, all.x)
WS_TEXEL(unsigned, unsigned, all.x)
WS_TEXEL(float, float, all.x)
WS_TEXELS(char, signed char, int)
WS_TEXELS(uchar, unsigned char, unsigned)
WS_TEXELS(short, short, int)
WS_TEXELS(ushort, unsigned short, unsigned)
WS_TEXELS(int, int, int)
WS_TEXELS(uint, unsigned, unsigned)
WS_TEXELS(float, float, float)

#define WS_UNPACK(...) __VA_ARGS__
#define WS_FETCH_WORDS(function, shape, parameters, place, inputs, word, type, constraint)                             \
    WS_INLINE void ws_##function(ws_fetched<word>& all, cudaTextureObject_t texture, WS_UNPACK parameters) {           \
        __asm__("tex." shape "." type "." place                                                                        \
                : constraint(all.x), constraint(all.y), constraint(all.z), constraint(all.w)                           \
                : "l"(texture), WS_UNPACK inputs);                                                                     \
    }
#define WS_FETCH(function, shape, coordinate, parameters, place, inputs, names)                                        \
    WS_FETCH_WORDS(function, shape, parameters, coordinate " {%0, %1, %2, %3}, [%4, " place "];", inputs, float,       \
                   "f32", "=f")                                                                                        \
    WS_FETCH_WORDS(function, shape, parameters, coordinate " {%0, %1, %2, %3}, [%4, " place "];", inputs, int, "s32",  \
                   "=r")                                                                                               \
    WS_FETCH_WORDS(function, shape, parameters, coordinate " {%0, %1, %2, %3}, [%4, " place "];", inputs, unsigned,    \
                   "u32", "=r")                                                                                        \
    template<class _T>                                                                                                  \
    WS_INLINE _T function(cudaTextureObject_t texture, WS_UNPACK parameters) {                                          \
        ws_fetched<typename ws_texel<_T>::element> all;                                                                 \
        ws_##function(all, texture, WS_UNPACK names);                                                                  \
        return ws_texel<_T>::of(all);                                                                                   \
    }                                                                                                                  \
    template<class _T>                                                                                                  \
    WS_INLINE void function(_T* to, cudaTextureObject_t texture, WS_UNPACK parameters) {                                \
        *to = function<_T>(texture, WS_UNPACK names);                                                                   \
    }

WS_FETCH(tex1Dfetch, "1d.v4", "s32", (int x), "{%5}", ("r"(x)), (x))
WS_FETCH(tex1D, "1d.v4", "f32", (float x), "{%5}", ("f"(x)), (x))
WS_FETCH(tex2D, "2d.v4", "f32", (float x, float y), "{%5, %6}", ("f"(x), "f"(y)), (x, y))
WS_FETCH(tex3D, "3d.v4", "f32", (float x, float y, float z), "{%5, %6, %7, %7}", ("f"(x), "f"(y), "f"(z)), (x, y, z))

#undef WS_FETCH
#undef WS_FETCH_WORDS
#undef WS_TEXELS
#undef WS_TEXEL
