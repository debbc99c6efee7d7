# Generates jumps to the runtime's functions under other names: with the symbol versions of CUDA 11 and 12, and the
# names for --default-stream per-thread, which needs no special handling because work runs in call order. Jumps leave no
# stack frame, so callers stay visible.
set(older_versions libcudart.so.11.0 libcudart.so.12)
# implemented in older.cpp
set(changed_calls
    cudaCreateTextureObject cudaDriverGetVersion cudaFuncGetAttributes cudaGetDeviceProperties cudaGetTextureObjectResourceDesc
    cudaGetTextureObjectTextureDesc cudaMemAdvise cudaMemPrefetchAsync cudaPointerGetAttributes cudaRuntimeGetVersion)
set(called_ptds
    cudaMemcpy2DArrayToArray cudaMemcpy2DFromArray cudaMemcpy2DToArray cudaMemcpy2D cudaMemcpy3DPeer cudaMemcpy3D
    cudaMemcpyArrayToArray cudaMemcpyFromArray cudaMemcpyFromSymbol cudaMemcpyToArray cudaMemcpyToSymbol cudaMemcpy
    cudaMemset2D cudaMemset3D cudaMemset)
set(called_ptsz
    __cudaLaunchKernel cudaEventRecordWithFlags cudaEventRecord cudaFreeAsync cudaGetDriverEntryPointByVersion
    cudaGetDriverEntryPoint cudaGraphInstantiateWithParams cudaGraphLaunch cudaGraphUpload cudaLaunchCooperativeKernel
    cudaLaunchHostFunc cudaLaunchKernelExC cudaLaunchKernel cudaMallocAsync cudaMallocFromPoolAsync
    cudaMemDiscardAndPrefetchBatchAsync cudaMemDiscardBatchAsync cudaMemPrefetchBatchAsync cudaMemcpy2DAsync
    cudaMemcpy2DFromArrayAsync cudaMemcpy2DToArrayAsync cudaMemcpy3DAsync cudaMemcpy3DBatchAsync cudaMemcpy3DPeerAsync
    cudaMemcpyAsync cudaMemcpyBatchAsync cudaMemcpyFromArrayAsync cudaMemcpyFromSymbolAsync cudaMemcpyToArrayAsync
    cudaMemcpyToSymbolAsync cudaMemset2DAsync cudaMemset3DAsync cudaMemsetAsync cudaSignalExternalSemaphoresAsync
    cudaSignalExternalSemaphoresAsync_v2 cudaStreamAddCallback cudaStreamAttachMemAsync cudaStreamBeginCaptureToGraph
    cudaStreamBeginCapture cudaStreamCopyAttributes cudaStreamEndCapture cudaStreamGetAttribute cudaStreamGetCaptureInfo
    cudaStreamGetCaptureInfo_v2 cudaStreamGetCaptureInfo_v3 cudaStreamGetDevice cudaStreamGetFlags cudaStreamGetId
    cudaStreamGetPriority cudaStreamIsCapturing cudaStreamQuery cudaStreamSetAttribute cudaStreamSynchronize
    cudaStreamUpdateCaptureDependencies cudaStreamUpdateCaptureDependencies_v2 cudaStreamWaitEvent
    cudaWaitExternalSemaphoresAsync cudaWaitExternalSemaphoresAsync_v2)
set(called_anew # names of CUDA 12 and older
    cudaThreadExit=cudaDeviceReset cudaThreadGetCacheConfig=cudaDeviceGetCacheConfig cudaThreadGetLimit=cudaDeviceGetLimit
    cudaThreadSetCacheConfig=cudaDeviceSetCacheConfig cudaThreadSetLimit=cudaDeviceSetLimit
    cudaThreadSynchronize=cudaDeviceSynchronize)

set(functions "")
file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/api/*.cpp ${CMAKE_CURRENT_SOURCE_DIR}/unsupported_calls.def)
foreach(source ${sources})
  file(READ ${source} text)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  string(REGEX MATCHALL "\nWARPSCOPE_(API [^(;=]*[ *]|UNSUPPORTED\\()(__)?cuda[A-Za-z0-9_]+" heads "${text}")
  foreach(head ${heads})
    string(REGEX REPLACE ".*[ *(]((__)?cuda[A-Za-z0-9_]+)$" "\\1" name "${head}")
    list(APPEND functions ${name})
  endforeach()
endforeach()

set(jumps "")
# Makes `target` available as `name`, in the newest and in the older versions.
function(add_jump name target)
  set(text "WARPSCOPE_JUMP(\"older_${name}\", \"${target}\")\n")
  foreach(version ${older_versions})
    string(APPEND text "WARPSCOPE_VERSION(\"older_${name}\", \"${name}@${version}\")\n")
  endforeach()
  if(NOT name STREQUAL target)
    string(APPEND text "WARPSCOPE_JUMP(\"${name}\", \"${target}\")\n")
  endif()
  set(jumps "${jumps}${text}" PARENT_SCOPE)
endfunction()
foreach(name ${functions})
  if(NOT name IN_LIST changed_calls)
    add_jump(${name} ${name})
  endif()
endforeach()
foreach(suffix ptds ptsz)
  foreach(name ${called_${suffix}})
    add_jump(${name}_${suffix} ${name})
  endforeach()
endforeach()
foreach(pair ${called_anew})
  string(REPLACE "=" ";" pair ${pair})
  list(GET pair 0 name)
  list(GET pair 1 target)
  add_jump(${name} ${target})
endforeach()
configure_file(versions/other_versions.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/other_versions.cpp @ONLY)
