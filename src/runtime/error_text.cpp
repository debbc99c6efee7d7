#include "runtime/error_text.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

namespace warpscope::runtime {
namespace {

struct ErrorName {
    int number;
    const char* name;
};

constexpr std::array names{
    ErrorName{0, "cudaSuccess"},
    ErrorName{1, "cudaErrorInvalidValue"},
    ErrorName{2, "cudaErrorMemoryAllocation"},
    ErrorName{3, "cudaErrorInitializationError"},
    ErrorName{4, "cudaErrorCudartUnloading"},
    ErrorName{5, "cudaErrorProfilerDisabled"},
    ErrorName{6, "cudaErrorProfilerNotInitialized"},
    ErrorName{7, "cudaErrorProfilerAlreadyStarted"},
    ErrorName{8, "cudaErrorProfilerAlreadyStopped"},
    ErrorName{9, "cudaErrorInvalidConfiguration"},
    ErrorName{12, "cudaErrorInvalidPitchValue"},
    ErrorName{13, "cudaErrorInvalidSymbol"},
    ErrorName{16, "cudaErrorInvalidHostPointer"},
    ErrorName{17, "cudaErrorInvalidDevicePointer"},
    ErrorName{18, "cudaErrorInvalidTexture"},
    ErrorName{19, "cudaErrorInvalidTextureBinding"},
    ErrorName{20, "cudaErrorInvalidChannelDescriptor"},
    ErrorName{21, "cudaErrorInvalidMemcpyDirection"},
    ErrorName{22, "cudaErrorAddressOfConstant"},
    ErrorName{23, "cudaErrorTextureFetchFailed"},
    ErrorName{24, "cudaErrorTextureNotBound"},
    ErrorName{25, "cudaErrorSynchronizationError"},
    ErrorName{26, "cudaErrorInvalidFilterSetting"},
    ErrorName{27, "cudaErrorInvalidNormSetting"},
    ErrorName{28, "cudaErrorMixedDeviceExecution"},
    ErrorName{31, "cudaErrorNotYetImplemented"},
    ErrorName{32, "cudaErrorMemoryValueTooLarge"},
    ErrorName{34, "cudaErrorStubLibrary"},
    ErrorName{35, "cudaErrorInsufficientDriver"},
    ErrorName{36, "cudaErrorCallRequiresNewerDriver"},
    ErrorName{37, "cudaErrorInvalidSurface"},
    ErrorName{43, "cudaErrorDuplicateVariableName"},
    ErrorName{44, "cudaErrorDuplicateTextureName"},
    ErrorName{45, "cudaErrorDuplicateSurfaceName"},
    ErrorName{46, "cudaErrorDevicesUnavailable"},
    ErrorName{49, "cudaErrorIncompatibleDriverContext"},
    ErrorName{52, "cudaErrorMissingConfiguration"},
    ErrorName{53, "cudaErrorPriorLaunchFailure"},
    ErrorName{65, "cudaErrorLaunchMaxDepthExceeded"},
    ErrorName{66, "cudaErrorLaunchFileScopedTex"},
    ErrorName{67, "cudaErrorLaunchFileScopedSurf"},
    ErrorName{68, "cudaErrorSyncDepthExceeded"},
    ErrorName{69, "cudaErrorLaunchPendingCountExceeded"},
    ErrorName{98, "cudaErrorInvalidDeviceFunction"},
    ErrorName{100, "cudaErrorNoDevice"},
    ErrorName{101, "cudaErrorInvalidDevice"},
    ErrorName{102, "cudaErrorDeviceNotLicensed"},
    ErrorName{103, "cudaErrorSoftwareValidityNotEstablished"},
    ErrorName{127, "cudaErrorStartupFailure"},
    ErrorName{200, "cudaErrorInvalidKernelImage"},
    ErrorName{201, "cudaErrorDeviceUninitialized"},
    ErrorName{205, "cudaErrorMapBufferObjectFailed"},
    ErrorName{206, "cudaErrorUnmapBufferObjectFailed"},
    ErrorName{207, "cudaErrorArrayIsMapped"},
    ErrorName{208, "cudaErrorAlreadyMapped"},
    ErrorName{209, "cudaErrorNoKernelImageForDevice"},
    ErrorName{210, "cudaErrorAlreadyAcquired"},
    ErrorName{211, "cudaErrorNotMapped"},
    ErrorName{212, "cudaErrorNotMappedAsArray"},
    ErrorName{213, "cudaErrorNotMappedAsPointer"},
    ErrorName{214, "cudaErrorECCUncorrectable"},
    ErrorName{215, "cudaErrorUnsupportedLimit"},
    ErrorName{216, "cudaErrorDeviceAlreadyInUse"},
    ErrorName{217, "cudaErrorPeerAccessUnsupported"},
    ErrorName{218, "cudaErrorInvalidPtx"},
    ErrorName{219, "cudaErrorInvalidGraphicsContext"},
    ErrorName{220, "cudaErrorNvlinkUncorrectable"},
    ErrorName{221, "cudaErrorJitCompilerNotFound"},
    ErrorName{222, "cudaErrorUnsupportedPtxVersion"},
    ErrorName{223, "cudaErrorJitCompilationDisabled"},
    ErrorName{224, "cudaErrorUnsupportedExecAffinity"},
    ErrorName{225, "cudaErrorUnsupportedDevSideSync"},
    ErrorName{226, "cudaErrorContained"},
    ErrorName{300, "cudaErrorInvalidSource"},
    ErrorName{301, "cudaErrorFileNotFound"},
    ErrorName{302, "cudaErrorSharedObjectSymbolNotFound"},
    ErrorName{303, "cudaErrorSharedObjectInitFailed"},
    ErrorName{304, "cudaErrorOperatingSystem"},
    ErrorName{400, "cudaErrorInvalidResourceHandle"},
    ErrorName{401, "cudaErrorIllegalState"},
    ErrorName{402, "cudaErrorLossyQuery"},
    ErrorName{500, "cudaErrorSymbolNotFound"},
    ErrorName{600, "cudaErrorNotReady"},
    ErrorName{700, "cudaErrorIllegalAddress"},
    ErrorName{701, "cudaErrorLaunchOutOfResources"},
    ErrorName{702, "cudaErrorLaunchTimeout"},
    ErrorName{703, "cudaErrorLaunchIncompatibleTexturing"},
    ErrorName{704, "cudaErrorPeerAccessAlreadyEnabled"},
    ErrorName{705, "cudaErrorPeerAccessNotEnabled"},
    ErrorName{708, "cudaErrorSetOnActiveProcess"},
    ErrorName{709, "cudaErrorContextIsDestroyed"},
    ErrorName{710, "cudaErrorAssert"},
    ErrorName{711, "cudaErrorTooManyPeers"},
    ErrorName{712, "cudaErrorHostMemoryAlreadyRegistered"},
    ErrorName{713, "cudaErrorHostMemoryNotRegistered"},
    ErrorName{714, "cudaErrorHardwareStackError"},
    ErrorName{715, "cudaErrorIllegalInstruction"},
    ErrorName{716, "cudaErrorMisalignedAddress"},
    ErrorName{717, "cudaErrorInvalidAddressSpace"},
    ErrorName{718, "cudaErrorInvalidPc"},
    ErrorName{719, "cudaErrorLaunchFailure"},
    ErrorName{720, "cudaErrorCooperativeLaunchTooLarge"},
    ErrorName{721, "cudaErrorTensorMemoryLeak"},
    ErrorName{800, "cudaErrorNotPermitted"},
    ErrorName{801, "cudaErrorNotSupported"},
    ErrorName{802, "cudaErrorSystemNotReady"},
    ErrorName{803, "cudaErrorSystemDriverMismatch"},
    ErrorName{804, "cudaErrorCompatNotSupportedOnDevice"},
    ErrorName{805, "cudaErrorMpsConnectionFailed"},
    ErrorName{806, "cudaErrorMpsRpcFailure"},
    ErrorName{807, "cudaErrorMpsServerNotReady"},
    ErrorName{808, "cudaErrorMpsMaxClientsReached"},
    ErrorName{809, "cudaErrorMpsMaxConnectionsReached"},
    ErrorName{810, "cudaErrorMpsClientTerminated"},
    ErrorName{811, "cudaErrorCdpNotSupported"},
    ErrorName{812, "cudaErrorCdpVersionMismatch"},
    ErrorName{900, "cudaErrorStreamCaptureUnsupported"},
    ErrorName{901, "cudaErrorStreamCaptureInvalidated"},
    ErrorName{902, "cudaErrorStreamCaptureMerge"},
    ErrorName{903, "cudaErrorStreamCaptureUnmatched"},
    ErrorName{904, "cudaErrorStreamCaptureUnjoined"},
    ErrorName{905, "cudaErrorStreamCaptureIsolation"},
    ErrorName{906, "cudaErrorStreamCaptureImplicit"},
    ErrorName{907, "cudaErrorCapturedEvent"},
    ErrorName{908, "cudaErrorStreamCaptureWrongThread"},
    ErrorName{909, "cudaErrorTimeout"},
    ErrorName{910, "cudaErrorGraphExecUpdateFailure"},
    ErrorName{911, "cudaErrorExternalDevice"},
    ErrorName{912, "cudaErrorInvalidClusterSize"},
    ErrorName{913, "cudaErrorFunctionNotLoaded"},
    ErrorName{914, "cudaErrorInvalidResourceType"},
    ErrorName{915, "cudaErrorInvalidResourceConfiguration"},
    ErrorName{999, "cudaErrorUnknown"},
};

struct ErrorText {
    int number;
    const char* text;
};

constexpr std::array texts{
    ErrorText{0, "no error"},
    ErrorText{1, "invalid argument"},
    ErrorText{2, "out of memory"},
    ErrorText{9, "invalid configuration argument"},
    ErrorText{12, "invalid pitch argument"},
    ErrorText{13, "invalid device symbol"},
    ErrorText{98, "invalid device function"},
    ErrorText{100, "no CUDA-capable device is detected"},
    ErrorText{101, "invalid device ordinal"},
    ErrorText{200, "device kernel image is invalid"},
    ErrorText{209, "no kernel image is available for execution on the device"},
    ErrorText{400, "invalid resource handle"},
    ErrorText{600, "device not ready"},
    ErrorText{700, "an illegal memory access was encountered"},
    ErrorText{701, "too many resources requested for launch"},
    ErrorText{702, "the launch timed out and was terminated"},
    ErrorText{710, "device-side assert triggered"},
    ErrorText{716, "misaligned address"},
    ErrorText{719, "unspecified launch failure"},
    ErrorText{720, "too many blocks in cooperative launch"},
    ErrorText{801, "operation not supported"},
};

} // namespace

const char* error_name(int error) {
    const auto found = std::ranges::find(names, error, &ErrorName::number);
    return found == names.end() ? "unrecognized error code" : found->name;
}

const char* error_text(int error) {
    const auto found = std::ranges::find(texts, error, &ErrorText::number);
    return found == texts.end() ? error_name(error) : found->text;
}

} // namespace warpscope::runtime
