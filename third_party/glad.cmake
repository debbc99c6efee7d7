# Target warpscope_glad: an OpenGL loader generated offline from the registry files of python3-glad. Provides OpenGL 3.3
# core and two optional extensions.

find_program(GLAD_EXECUTABLE glad)
if(NOT GLAD_EXECUTABLE)
  message(FATAL_ERROR "The program `glad` is missing. Install python3-glad (scripts/install_deps.sh does).")
endif()

set(glad_arguments --api gl:core=3.3 --extensions GL_KHR_debug,GL_ARB_buffer_storage --reproducible)
set(glad_dir ${PROJECT_BINARY_DIR}/glad)
set(glad_stamp ${glad_dir}/arguments.txt)
set(glad_generated "")
if(EXISTS ${glad_stamp})
  file(READ ${glad_stamp} glad_generated)
endif()
if(NOT EXISTS ${glad_dir}/src/gl.c OR NOT glad_generated STREQUAL "${glad_arguments}")
  execute_process(COMMAND ${GLAD_EXECUTABLE} ${glad_arguments} --quiet --out-path ${glad_dir} c --loader
    RESULT_VARIABLE glad_failed OUTPUT_VARIABLE glad_log ERROR_VARIABLE glad_log)
  if(glad_failed)
    message(FATAL_ERROR "glad could not generate the OpenGL loader:\n${glad_log}")
  endif()
  file(WRITE ${glad_stamp} "${glad_arguments}")
endif()

add_library(warpscope_glad STATIC ${glad_dir}/src/gl.c)
target_include_directories(warpscope_glad SYSTEM PUBLIC ${glad_dir}/include)
target_compile_options(warpscope_glad PRIVATE -w)
target_link_libraries(warpscope_glad PUBLIC ${CMAKE_DL_LIBS})
