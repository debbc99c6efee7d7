# Compiler settings shared by every target, and the function that declares a module.

add_library(warpscope_options INTERFACE)
target_compile_options(warpscope_options INTERFACE -Wall -Wextra)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees overlaps in std::string that cannot happen (its bug 105651), and takes the strings of a temporary that was
  # never made, because an exception came first, for uninitialised ones.
  target_compile_options(warpscope_options INTERFACE -Wno-restrict -Wno-maybe-uninitialized)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC collects its own garbage less often: up to a gigabyte for a file, and 5 to 10 percent less time to compile it.
  target_compile_options(warpscope_options INTERFACE --param=ggc-min-expand=200 --param=ggc-min-heapsize=800000)
endif()
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # A class may have members of types that only its file knows; GCC takes a file that is included for a header.
  target_compile_options(warpscope_options INTERFACE -Wno-subobject-linkage)
endif()
if(WARPSCOPE_WERROR)
  # What is checked by sanitizers has code of theirs in it, of which GCC warns without reason.
  target_compile_options(warpscope_options INTERFACE $<$<NOT:$<BOOL:$<TARGET_PROPERTY:WARPSCOPE_CHECKED>>>:-Werror>)
endif()
if(WARPSCOPE_SANITIZE)
  list(JOIN WARPSCOPE_SANITIZE "," sanitizers)
  # Of modules that are to be checked. All else, the tests' own code too, is compiled as for a release, so that ccache has
  # it already.
  set(warpscope_sanitizer_options -O1 -g1 -fsanitize=${sanitizers} -fno-omit-frame-pointer
                                  -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=${sanitizers})
  # Handlers are compiled once per vector target, each time as long as everything else together: under the sanitizers
  # for the baseline, and with address for AVX2 as well, whose handlers reach memory as those of AVX-512 do.
  set(left_out "HWY_SSE4|HWY_SSSE3|HWY_AVX3_DL|HWY_AVX3")
  if("thread" IN_LIST WARPSCOPE_SANITIZE)
    string(APPEND left_out "|HWY_AVX2")
  endif()
  set(warpscope_sanitizer_definitions "HWY_DISABLED_TARGETS=(${left_out})")
endif()

# What the thread sanitizer looks at: the modules with threads or state that threads share. The rest works for one thread.
set(warpscope_shared_between_threads base metrics session simt)

# What the library is made of that stands in for the CUDA runtime: nothing of it may be seen by the programs that load it.
set(warpscope_in_runtime base ptx simt metrics)

# warpscope_module(NAME [COLD] [SOURCES file...] [DEPENDS target...] [PRIVATE target...] [PRECOMPILE header...])
# Declares the static library warpscope_NAME of SOURCES and of every .cpp file in the folders below the current one.
# Headers are included as "NAME/folder/header.hpp". A unity build joins files in the order of their folders, so
# that names in unnamed namespaces must differ within a module. COLD: no user waits for this module, since what is slow
# happens in others; it is compiled at -O1, in less time. PRECOMPILE: headers that most files of the module include; only
# unity builds have them precompiled, so that each file must still include its own.
function(warpscope_module name)
  cmake_parse_arguments(ARG "COLD" "" "SOURCES;DEPENDS;PRIVATE;PRECOMPILE" ${ARGN})
  file(GLOB_RECURSE found RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS */*.cpp)
  set(count 0)
  set(joined 16)
  if(ARG_COLD)
    set(joined 24)
  endif()
  foreach(source ${ARG_SOURCES} ${found})
    math(EXPR group "${count} / ${joined}")
    math(EXPR count "${count} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
  list(APPEND ARG_SOURCES ${found})
  add_library(warpscope_${name} STATIC ${ARG_SOURCES})
  set_target_properties(warpscope_${name} PROPERTIES UNITY_BUILD_MODE GROUP)
  target_include_directories(warpscope_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(warpscope_${name} PUBLIC ${ARG_DEPENDS} PRIVATE warpscope_options ${ARG_PRIVATE})
  if(ARG_COLD)
    target_compile_options(warpscope_${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
  if(ARG_PRECOMPILE AND CMAKE_UNITY_BUILD)
    target_precompile_headers(warpscope_${name} PRIVATE ${ARG_PRECOMPILE})
  endif()
  if(name IN_LIST warpscope_in_runtime)
    set_target_properties(warpscope_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                                                       VISIBILITY_INLINES_HIDDEN ON)
  endif()
  set(unchecked compile gpu) # no test of these runs under the sanitizers
  if(WARPSCOPE_SANITIZE AND NOT ("thread" IN_LIST WARPSCOPE_SANITIZE AND NOT name IN_LIST warpscope_shared_between_threads)
     AND NOT name IN_LIST unchecked)
    set_target_properties(warpscope_${name} PROPERTIES WARPSCOPE_CHECKED ON)
    target_compile_options(warpscope_${name} PRIVATE ${warpscope_sanitizer_options})
    target_compile_definitions(warpscope_${name} PRIVATE ${warpscope_sanitizer_definitions})
  endif()
endfunction()

# What the sanitizer presets build, and the labels of the tests that they run. OpenGL's drivers leak by themselves, so
# what draws stays out; the command line, which links all of that, and thin layers over the rest stay out for CI's time.
set(warpscope_sanitized base catalog input instrument metrics ptx session simt) # address, undefined
set(warpscope_threaded session simt) # thread
add_custom_target(sanitizer_tests)
add_custom_target(thread_tests)

# Kernels that one test has compiled, and shaders that OpenGL's driver has, are there for the others, those of other
# presets too. Kernels are compiled anew when src/compile has been built anew.
set(warpscope_test_cache ${PROJECT_SOURCE_DIR}/build/test-cache)

# warpscope_add_test(NAME PROGRAM [LABELS label...] [ENVIRONMENT variable=value...])
# Registers a GoogleTest program with CTest. Its report is test-reports/NAME.xml in the build folder, so that programs
# which run side by side, or several times, do not overwrite each other's.
function(warpscope_add_test name program)
  cmake_parse_arguments(ARG "" "" "LABELS;ENVIRONMENT" ${ARGN})
  add_test(NAME ${name} COMMAND ${program})
  list(PREPEND ARG_ENVIRONMENT XDG_CACHE_HOME=${warpscope_test_cache}
                               GTEST_OUTPUT=xml:${PROJECT_BINARY_DIR}/test-reports/${name}.xml)
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" ENVIRONMENT "${ARG_ENVIRONMENT}")
endfunction()

# warpscope_test(NAME SOURCES file... DEPENDS target... [LABELS label...] [SHARDS count])
# Declares a GoogleTest program and registers it with CTest: as one test, or as `count` tests that each run a part of its
# cases, so that a long program does not keep one core busy while the others are idle. Shards start first, since without
# the times of an earlier run CTest does not know which tests are long. The program finds the repository through
# WARPSCOPE_SOURCE_DIR. Label gl: needs OpenGL.
function(warpscope_test name)
  cmake_parse_arguments(ARG "" "SHARDS" "SOURCES;DEPENDS;LABELS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(${name} PRIVATE WARPSCOPE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  # Compiling a test takes longer than running it.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  target_link_libraries(${name} PRIVATE warpscope_options ${ARG_DEPENDS} GTest::gtest GTest::gmock GTest::gtest_main)
  string(REGEX REPLACE "_tests$" "" module ${name})
  set(labels ${ARG_LABELS})
  if(module IN_LIST warpscope_sanitized)
    add_dependencies(sanitizer_tests ${name})
    list(APPEND labels sanitized)
  endif()
  if(module IN_LIST warpscope_threaded)
    add_dependencies(thread_tests ${name})
    list(APPEND labels threaded)
  endif()
  if(NOT ARG_SHARDS)
    warpscope_add_test(${name} ${name} LABELS ${labels})
    return()
  endif()
  math(EXPR last "${ARG_SHARDS} - 1")
  foreach(shard RANGE ${last})
    math(EXPR number "${shard} + 1")
    set(test ${name}_${number}_of_${ARG_SHARDS})
    warpscope_add_test(${test} ${name} LABELS ${labels}
      ENVIRONMENT GTEST_TOTAL_SHARDS=${ARG_SHARDS} GTEST_SHARD_INDEX=${shard})
    set_tests_properties(${test} PROPERTIES COST 1000)
  endforeach()
endfunction()
