# Dependencies of the build for browsers (em++). Header-only libraries are Debian's own headers, linked into a folder
# apart, because the other headers of the system do not fit wasm. README.md beside this file says where each comes from.
set(web_headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${web_headers})
foreach(name fmt tl nlohmann toml++ CLI hwy stb)
  if(NOT EXISTS /usr/include/${name})
    message(FATAL_ERROR "/usr/include/${name} is missing: run scripts/install_deps.sh")
  endif()
  file(CREATE_LINK /usr/include/${name} ${web_headers}/${name} SYMBOLIC)
endforeach()

# The object files of a program with threads need the same features. A program without threads is linked from the same
# files, without -pthread. There the linker of LLVM 19 gives thread_local variables wrong addresses.
add_compile_options(-pthread -fwasm-exceptions -msimd128)
add_compile_definitions(STBI_NO_THREAD_LOCALS)
add_link_options(-fwasm-exceptions)
add_library(web_headers INTERFACE)
target_include_directories(web_headers SYSTEM INTERFACE ${web_headers})
foreach(target fmt::fmt tl::expected nlohmann_json::nlohmann_json tomlplusplus::tomlplusplus CLI11::CLI11 PkgConfig::hwy)
  add_library(${target} INTERFACE IMPORTED)
  target_link_libraries(${target} INTERFACE web_headers)
endforeach()
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
add_library(warpscope_stb INTERFACE)
target_include_directories(warpscope_stb SYSTEM INTERFACE ${web_headers}/stb)

# WebGL 2 and emscripten's own GLFW, which the linker adds.
add_library(warpscope_glad INTERFACE)
target_include_directories(warpscope_glad SYSTEM INTERFACE ${CMAKE_CURRENT_LIST_DIR}/web)
add_library(glfw INTERFACE IMPORTED)
target_link_options(glfw INTERFACE -sUSE_GLFW=3 -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2)
# Libraries that the browser's build does without: the files that use them are replaced by those in folders `web`.
foreach(target PkgConfig::libmd PkgConfig::zstd PkgConfig::md4c PkgConfig::cairo PkgConfig::vpx PkgConfig::qpdf GIF::GIF
        Fontconfig::Fontconfig Boost::locale Threads::Threads)
  if(NOT TARGET ${target})
    add_library(${target} INTERFACE IMPORTED)
  endif()
endforeach()

# Zstandard and MD4C have no Debian package for wasm: scripts/web.sh unpacks Debian's source packages into this folder.
set(WARPSCOPE_WEB_SOURCES "" CACHE PATH "Folder with the unpacked sources zstd-* and md4c-*")
file(GLOB zstd_dir ${WARPSCOPE_WEB_SOURCES}/zstd-*/lib)
file(GLOB md4c_dir ${WARPSCOPE_WEB_SOURCES}/md4c-*/src)
if(NOT zstd_dir OR NOT md4c_dir)
  message(FATAL_ERROR "No sources of zstd and md4c in WARPSCOPE_WEB_SOURCES. Run scripts/web.sh, which fetches them.")
endif()
file(GLOB zstd_files ${zstd_dir}/common/*.c ${zstd_dir}/compress/*.c ${zstd_dir}/decompress/*.c)
add_library(web_zstd STATIC ${zstd_files})
target_compile_definitions(web_zstd PRIVATE ZSTD_DISABLE_ASM ZSTD_NO_TRACE XXH_NAMESPACE=ZSTD_)
target_include_directories(web_zstd SYSTEM PUBLIC ${zstd_dir})
add_library(web_md4c STATIC ${md4c_dir}/md4c.c)
target_include_directories(web_md4c SYSTEM PUBLIC ${md4c_dir})
foreach(target web_zstd web_md4c)
  set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
  target_compile_options(${target} PRIVATE -w)
endforeach()
target_link_libraries(PkgConfig::zstd INTERFACE web_zstd)
target_link_libraries(PkgConfig::md4c INTERFACE web_md4c)

# Tests in a page need the sources of GoogleTest, which Debian's package googletest has.
set(googletest_dir /usr/src/googletest)
if(EXISTS ${googletest_dir})
  add_library(web_googletest STATIC EXCLUDE_FROM_ALL ${googletest_dir}/googletest/src/gtest-all.cc
    ${googletest_dir}/googlemock/src/gmock-all.cc ${googletest_dir}/googlemock/src/gmock_main.cc)
  target_include_directories(web_googletest SYSTEM PUBLIC ${googletest_dir}/googletest/include
    ${googletest_dir}/googlemock/include PRIVATE ${googletest_dir}/googletest ${googletest_dir}/googlemock)
  set_target_properties(web_googletest PROPERTIES UNITY_BUILD OFF)
  target_compile_options(web_googletest PRIVATE -w)
endif()

include(imgui)
