# The CUDA Toolkit, which is optional. Sets WARPSCOPE_HAVE_CUDA; when it is TRUE, CUDA::cudart_static exists. NVRTC and the
# driver are opened at run time, so a program built with CUDA starts on a machine that has neither.

set(WARPSCOPE_HAVE_CUDA FALSE)
if(WARPSCOPE_CUDA)
  # find_package looks for nvcc in PATH; a toolkit at its default place is found without.
  if(NOT CUDAToolkit_ROOT AND NOT DEFINED ENV{CUDAToolkit_ROOT} AND EXISTS /usr/local/cuda/include/cuda_runtime.h)
    set(CUDAToolkit_ROOT /usr/local/cuda)
  endif()
  find_package(CUDAToolkit QUIET)
  if(CUDAToolkit_FOUND AND TARGET CUDA::cudart_static)
    set(WARPSCOPE_HAVE_CUDA TRUE)
  endif()
endif()

if(WARPSCOPE_HAVE_CUDA)
  message(STATUS "CUDA Toolkit ${CUDAToolkit_VERSION}: the GPU executor and OpenGL interop are built")
elseif(WARPSCOPE_CUDA)
  message(STATUS "CUDA Toolkit not found: built for the emulator only")
else()
  message(STATUS "CUDA Toolkit switched off: built for the emulator only")
endif()
