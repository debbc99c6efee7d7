# Compiler settings of all targets, and functions that declare modules and tests.

add_library(warpscope_options INTERFACE)
target_compile_options(warpscope_options INTERFACE -Wall -Wextra)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False positives of GCC 12: overlaps in std::string (bug 105651), and uninitialized strings in temporaries that were
  # never created because of an exception.
  target_compile_options(warpscope_options INTERFACE -Wno-restrict -Wno-maybe-uninitialized)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # False positives of GCC 14: copies into vectors, reads of empty optionals, and references into containers that a
  # function with temporary arguments returned.
  target_compile_options(warpscope_options INTERFACE -Wno-stringop-overflow -Wno-maybe-uninitialized
                                                    -Wno-dangling-reference)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Lets GCC collect garbage less often, which uses up to 1 GB per file and saves 5 to 10 percent of the time.
  target_compile_options(warpscope_options INTERFACE --param=ggc-min-expand=200 --param=ggc-min-heapsize=800000)
endif()
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Classes may have members of file-local types; in unity builds GCC mistakes included files for headers.
  target_compile_options(warpscope_options INTERFACE -Wno-subobject-linkage)
endif()
if(EMSCRIPTEN)
  # libc++ 18 calls std::jthread experimental.
  target_compile_options(warpscope_options INTERFACE -fexperimental-library)
endif()
if(WARPSCOPE_WERROR)
  # Instrumented code causes false warnings.
  target_compile_options(warpscope_options INTERFACE $<$<NOT:$<BOOL:$<TARGET_PROPERTY:WARPSCOPE_CHECKED>>>:-Werror>)
endif()
if(WARPSCOPE_SANITIZE)
  list(JOIN WARPSCOPE_SANITIZE "," sanitizers)
  # Instruments the checked modules only. Everything else is compiled as for a release, so that ccache has it.
  set(warpscope_sanitizer_options -O1 -g1 -fsanitize=${sanitizers} -fno-omit-frame-pointer
                                  -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=${sanitizers})
  # Handlers are compiled once per vector target, which takes long. The sanitizers use the baseline, and with address
  # also AVX2, whose handlers access memory as those of AVX-512 do.
  set(left_out "HWY_SSE4|HWY_SSSE3|HWY_AVX3_DL|HWY_AVX3")
  if("thread" IN_LIST WARPSCOPE_SANITIZE)
    string(APPEND left_out "|HWY_AVX2")
  endif()
  set(warpscope_sanitizer_definitions "HWY_DISABLED_TARGETS=(${left_out})")
endif()

# Modules with threads or shared state, for the thread sanitizer.
set(warpscope_shared_between_threads base metrics session simt)

# Modules in the replacement of the CUDA runtime, which must not export symbols to programs.
set(warpscope_in_runtime base ptx simt metrics)

# warpscope_module(NAME [COLD] [SOURCES file...] [FOLDERS folder...] [DEPENDS target...] [PRIVATE target...]
#                  [PRECOMPILE header...] [NATIVE file...])
# Declares the static library warpscope_NAME from SOURCES and every .cpp file in FOLDERS, by default in all subfolders.
# Headers are included as "NAME/folder/header.hpp". Unity builds join files, so names in unnamed namespaces must be unique within a module.
# COLD: not performance-critical; compiled with -O1 to save time. PRECOMPILE: headers for unity builds only; each file
# must still include its own.
# NATIVE: files that builds for browsers omit. In such builds, a file in the module's folder `web` also replaces its
# namesake elsewhere in the module. These folders are the only place for code that is specific to browsers.
function(warpscope_module name)
  cmake_parse_arguments(ARG "COLD" "" "SOURCES;FOLDERS;DEPENDS;PRIVATE;PRECOMPILE;NATIVE" ${ARGN})
  set(patterns */*.cpp)
  if(ARG_FOLDERS)
    list(TRANSFORM ARG_FOLDERS APPEND "/*.cpp" OUTPUT_VARIABLE patterns)
  endif()
  file(GLOB_RECURSE found RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS ${patterns})
  list(FILTER found EXCLUDE REGEX "^web/")
  if(EMSCRIPTEN)
    foreach(file ${ARG_NATIVE})
      list(REMOVE_ITEM found ${file})
    endforeach()
    file(GLOB replacements RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS web/*.cpp)
    foreach(replacement ${replacements})
      get_filename_component(file ${replacement} NAME)
      list(FILTER ARG_SOURCES EXCLUDE REGEX "(^|/)${file}$")
      list(FILTER found EXCLUDE REGEX "(^|/)${file}$")
    endforeach()
    list(APPEND found ${replacements})
  endif()
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
  set(unchecked compile gpu) # no sanitizer test uses these
  if(WARPSCOPE_SANITIZE AND NOT ("thread" IN_LIST WARPSCOPE_SANITIZE AND NOT name IN_LIST warpscope_shared_between_threads)
     AND NOT name IN_LIST unchecked)
    set_target_properties(warpscope_${name} PROPERTIES WARPSCOPE_CHECKED ON)
    target_compile_options(warpscope_${name} PRIVATE ${warpscope_sanitizer_options})
    target_compile_definitions(warpscope_${name} PRIVATE ${warpscope_sanitizer_definitions})
  endif()
endfunction()

# warpscope_check_no_window(NAME)
# Stops with an error if the module links OpenGL, GLFW or Dear ImGui, directly or through another target. The modules that
# it links must be declared before.
function(warpscope_check_no_window name)
  set(open warpscope_${name})
  set(seen "")
  while(open)
    list(POP_FRONT open target)
    string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" target "${target}")
    if(target IN_LIST seen)
      continue()
    endif()
    list(APPEND seen ${target})
    if(target MATCHES "^warpscope_(gl|glad|imgui|interop|render|ui)$|glfw|OpenGL|EGL")
      message(FATAL_ERROR "Module ${name} must not need a window, but links ${target}")
    endif()
    if(TARGET ${target})
      foreach(property LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
        get_target_property(links ${target} ${property})
        if(links)
          list(APPEND open ${links})
        endif()
      endforeach()
    endif()
  endwhile()
endfunction()

# Modules for the sanitizer presets, and labels of their tests. Drawing is excluded because OpenGL drivers leak; the
# command line and thin layers are excluded to save time.
set(warpscope_sanitized base catalog input instrument metrics ptx session simt) # address, undefined
set(warpscope_threaded session simt) # thread
add_custom_target(sanitizer_tests)
add_custom_target(thread_tests)

# Cache of kernels and shaders shared by the tests of all presets. Building src/compile clears the kernels.
set(warpscope_test_cache ${PROJECT_SOURCE_DIR}/build/test-cache)

# warpscope_add_test(NAME PROGRAM [LABELS label...] [ENVIRONMENT variable=value...] [LIBRARIES folder]) Registers a
# GoogleTest program with CTest. It reports to test-reports/NAME.xml in the build folder, so that concurrent and repeated
# runs do not overwrite each other. LIBRARIES: libraries to load instead of the system's.
function(warpscope_add_test name program)
  cmake_parse_arguments(ARG "" "LIBRARIES" "LABELS;ENVIRONMENT" ${ARGN})
  add_test(NAME ${name} COMMAND ${program})
  list(PREPEND ARG_ENVIRONMENT XDG_CACHE_HOME=${warpscope_test_cache}
                               GTEST_OUTPUT=xml:${PROJECT_BINARY_DIR}/test-reports/${name}.xml)
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" ENVIRONMENT "${ARG_ENVIRONMENT}")
  if(ARG_LIBRARIES)
    set_tests_properties(${name} PROPERTIES ENVIRONMENT_MODIFICATION LD_LIBRARY_PATH=path_list_prepend:${ARG_LIBRARIES})
  endif()
endfunction()

# warpscope_test(NAME SOURCES file... DEPENDS target... [LABELS label...] [SHARDS count] [PIXELS filter]) Declares a GoogleTest program
# and registers it as one test, or as `count` shards that run in parallel. Shards start first, because without earlier
# times CTest does not know that they are long. The program finds the repository through WARPSCOPE_SOURCE_DIR. Label gl:
# needs OpenGL. PIXELS: filter of the tests that need it; the others use a library that draws nothing.
set(warpscope_fake_opengl ${CMAKE_BINARY_DIR}/tests-bin/fake_opengl)
function(warpscope_test name)
  cmake_parse_arguments(ARG "" "SHARDS;PIXELS" "SOURCES;DEPENDS;LABELS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  if(TARGET test_headers)
    target_precompile_headers(${name} REUSE_FROM test_headers)
  endif()
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(${name} PRIVATE WARPSCOPE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  # Compiling takes longer than running.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  target_link_libraries(${name} PRIVATE warpscope_options ${ARG_DEPENDS} fmt::fmt GTest::gtest GTest::gmock
                                                GTest::gtest_main)
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
  set(environment)
  set(libraries)
  if(ARG_PIXELS)
    warpscope_add_test(${name}_pixels ${name} LABELS gl ENVIRONMENT GTEST_FILTER=${ARG_PIXELS})
    set(environment GTEST_FILTER=-${ARG_PIXELS})
    set(libraries LIBRARIES ${warpscope_fake_opengl})
    add_dependencies(${name} fake_opengl)
  endif()
  if(NOT ARG_SHARDS)
    warpscope_add_test(${name} ${name} LABELS ${labels} ENVIRONMENT ${environment} ${libraries})
    return()
  endif()
  math(EXPR last "${ARG_SHARDS} - 1")
  foreach(shard RANGE ${last})
    math(EXPR number "${shard} + 1")
    set(test ${name}_${number}_of_${ARG_SHARDS})
    warpscope_add_test(${test} ${name} LABELS ${labels}
      ${libraries} ENVIRONMENT ${environment} GTEST_TOTAL_SHARDS=${ARG_SHARDS} GTEST_SHARD_INDEX=${shard})
    set_tests_properties(${test} PROPERTIES COST 1000)
  endforeach()
endfunction()
