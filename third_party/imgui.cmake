# Target warpscope_imgui: Dear ImGui with the GLFW and OpenGL 3 backends and the std::string helpers. Programs that link
# it must define the ImGuiTestEngineHook_* functions and ImGuiTestEngine_FindItemDebugLabel (src/ui does), and load
# OpenGL through glad before ImGui_ImplOpenGL3_Init.

set(WARPSCOPE_IMGUI_DIR "" CACHE PATH "Unpacked Dear ImGui sources (1.92 or newer) to use instead of the pinned ones")
set(imgui_version 1.92.2b)
set(imgui_manifest ${CMAKE_CURRENT_LIST_DIR}/imgui.sha256)
set(imgui_fetch_script ${PROJECT_SOURCE_DIR}/scripts/fetch_imgui.sh)
set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${imgui_manifest})

# Sets RESULT to TRUE if DIRECTORY has every file of the manifest with its pinned content.
function(warpscope_imgui_is_pinned directory result)
  set(${result} FALSE PARENT_SCOPE)
  file(STRINGS ${imgui_manifest} lines)
  foreach(line IN LISTS lines)
    string(REGEX MATCH "^([0-9a-f]+)  (.+)$" matched "${line}")
    set(pinned ${CMAKE_MATCH_1})
    set(path ${directory}/${CMAKE_MATCH_2})
    if(NOT EXISTS ${path})
      return()
    endif()
    file(SHA256 ${path} found)
    if(NOT found STREQUAL pinned)
      return()
    endif()
  endforeach()
  set(${result} TRUE PARENT_SCOPE)
endfunction()

# Downloads the upstream tag into DIRECTORY, for systems without Debian's archive.
function(warpscope_imgui_download directory)
  set(archive ${PROJECT_BINARY_DIR}/imgui-${imgui_version}.tar.gz)
  file(DOWNLOAD https://github.com/ocornut/imgui/archive/refs/tags/v${imgui_version}.tar.gz ${archive}
    STATUS status TIMEOUT 120)
  list(GET status 0 code)
  if(code EQUAL 0)
    file(MAKE_DIRECTORY ${directory}.unpacking)
    file(ARCHIVE_EXTRACT INPUT ${archive} DESTINATION ${directory}.unpacking)
    file(RENAME ${directory}.unpacking/imgui-${imgui_version} ${directory} RESULT ignored)
    file(REMOVE_RECURSE ${directory}.unpacking)
  else()
    list(GET status 1 reason)
    message(STATUS "Dear ImGui: the upstream download failed: ${reason}")
  endif()
  file(REMOVE ${archive})
endfunction()

# Sets RESULT to a folder with the sources and fetches them if necessary. Prefers folders outside the build folder, so
# that a clean build needs no network.
function(warpscope_find_imgui result)
  if(WARPSCOPE_IMGUI_DIR)
    if(NOT EXISTS ${WARPSCOPE_IMGUI_DIR}/backends/imgui_impl_opengl3.cpp)
      message(FATAL_ERROR "WARPSCOPE_IMGUI_DIR=${WARPSCOPE_IMGUI_DIR} holds no Dear ImGui sources with backends/.")
    endif()
    set(${result} ${WARPSCOPE_IMGUI_DIR} PARENT_SCOPE)
    return()
  endif()

  set(caches)
  if(DEFINED ENV{XDG_CACHE_HOME})
    list(APPEND caches "$ENV{XDG_CACHE_HOME}/warpscope")
  endif()
  if(DEFINED ENV{HOME})
    list(APPEND caches "$ENV{HOME}/.cache/warpscope")
  endif()
  list(APPEND caches ${PROJECT_SOURCE_DIR}/third_party/.cache ${PROJECT_BINARY_DIR}/_deps)

  foreach(cache IN LISTS caches)
    set(directory ${cache}/imgui-${imgui_version})
    warpscope_imgui_is_pinned(${directory} pinned)
    if(pinned)
      set(${result} ${directory} PARENT_SCOPE)
      return()
    endif()
  endforeach()

  foreach(cache IN LISTS caches)
    # Skips folders in a read-only home.
    execute_process(COMMAND mkdir -p ${cache} RESULT_VARIABLE unusable OUTPUT_QUIET ERROR_QUIET)
    execute_process(COMMAND test -w ${cache} RESULT_VARIABLE read_only)
    if(unusable OR read_only)
      continue()
    endif()
    set(directory ${cache}/imgui-${imgui_version})
    file(REMOVE_RECURSE ${directory})
    message(STATUS "Dear ImGui: fetching ${imgui_version} into ${directory}")
    execute_process(COMMAND ${imgui_fetch_script} ${directory} RESULT_VARIABLE failed)
    if(failed)
      warpscope_imgui_download(${directory})
    endif()
    warpscope_imgui_is_pinned(${directory} pinned)
    if(pinned)
      set(${result} ${directory} PARENT_SCOPE)
      return()
    endif()
    break()
  endforeach()
  message(FATAL_ERROR
    "Dear ImGui ${imgui_version} is not here, and neither the Debian archive nor github.com gave it. "
    "Connect to a network and configure again, or unpack the sources of Dear ImGui 1.92 or newer anywhere and pass "
    "-DWARPSCOPE_IMGUI_DIR=/path/to/imgui.")
endfunction()

warpscope_find_imgui(imgui_dir)

add_library(warpscope_imgui STATIC
  ${imgui_dir}/imgui.cpp
  ${imgui_dir}/imgui_demo.cpp
  ${imgui_dir}/imgui_draw.cpp
  ${imgui_dir}/imgui_tables.cpp
  ${imgui_dir}/imgui_widgets.cpp
  ${imgui_dir}/backends/imgui_impl_glfw.cpp
  ${imgui_dir}/backends/imgui_impl_opengl3.cpp
  ${imgui_dir}/misc/cpp/imgui_stdlib.cpp)
set_target_properties(warpscope_imgui PROPERTIES UNITY_BUILD OFF)
target_include_directories(warpscope_imgui SYSTEM PUBLIC ${imgui_dir} ${imgui_dir}/backends ${imgui_dir}/misc/cpp)
target_compile_definitions(warpscope_imgui
  PUBLIC IMGUI_ENABLE_TEST_ENGINE IMGUI_DISABLE_OBSOLETE_FUNCTIONS
  PRIVATE IMGUI_IMPL_OPENGL_LOADER_CUSTOM IMGUI_DISABLE_DEMO_WINDOWS IMGUI_DISABLE_DEBUG_TOOLS)
# -O1 makes frames no slower and halves the compile time.
target_compile_options(warpscope_imgui PRIVATE -w $<$<CONFIG:Release>:-O1>)
if(EMSCRIPTEN)
  target_compile_definitions(warpscope_imgui PUBLIC IMGUI_IMPL_OPENGL_ES3)
endif()
# The backend's loader needs libGL.so.1, which EGL-only machines lack. glad supports both.
set_source_files_properties(${imgui_dir}/backends/imgui_impl_opengl3.cpp PROPERTIES
  COMPILE_OPTIONS "-include;glad/gl.h")
target_link_libraries(warpscope_imgui PUBLIC glfw PRIVATE warpscope_glad)
