// Fake CUDA driver for tests without a GPU, as a shared library. GPU memory is host memory; queued work runs
// immediately. It requires a context on every thread and rejects objects of another device's context.
//
//   FAKE_CUDA_VERSION=13000  supported version
//   FAKE_CUDA_DEVICES=1      number of GPUs
//   FAKE_CUDA_PEERS=1        whether they can access each other's memory
//   FAKE_CUDA_PTX=9.0        newest accepted PTX
//   FAKE_CUDA_KERNELS=spin=hang,far_store=700
//                            behavior of kernels whose names contain a word: endless, or a fault with an error code.
//                            The kernel of gpu/fake_runtime.hpp doubles bytes; all others do nothing.
//   FAKE_CUDA_KEEPS=FILE     loaded PTX is appended to this file
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <unistd.h>

#include "gpu/driver/api.hpp"

namespace warpscope::gpu::driver {

struct ContextTag {
    int device = 0;
    std::atomic<Status> fault{0};
    std::atomic<bool> hangs{false};
};
struct StreamTag {
    Context context;
};
struct EventTag {
    Context context;
};
struct FunctionTag {
    std::string name;
    Context context;
};
struct ModuleTag {
    Context context;
    std::string ptx;
    std::map<std::string, std::unique_ptr<FunctionTag>> functions;
    std::map<std::string, std::vector<std::byte>> variables;
};

namespace {

constexpr Status success = 0, invalid_value = 1, not_initialized = 3, invalid_device = 101, invalid_context = 201,
                 invalid_ptx = 218, newer_ptx = 222, operating_system = 304, invalid_handle = 400, not_found = 500,
                 not_ready = 600, peer_access_already = 704, not_supported = 801;

std::string setting(const char* name, const char* otherwise) {
    const char* const value = std::getenv(name);
    return value != nullptr ? value : otherwise;
}

std::atomic<bool> initialized{false};
// Never destroyed: an executor may outlive the library's static objects.
thread_local std::vector<Context>& contexts = *new std::vector<Context>; // back(): the current context

/// Checks the current context. A null `owner` accepts any.
Status enter(const ContextTag* owner = nullptr) {
    if (!initialized) return not_initialized;
    if (contexts.empty() || contexts.back() == nullptr) return invalid_context;
    if (owner != nullptr && contexts.back() != owner) return invalid_handle;
    return contexts.back()->fault;
}

std::string behavior(const std::string& kernel) {
    const std::string all = setting("FAKE_CUDA_KERNELS", "") + ",";
    for (size_t at = 0; at < all.size();) {
        const size_t end = all.find(',', at), sign = all.find('=', at);
        if (sign < end && kernel.find(all.substr(at, sign - at)) != std::string::npos)
            return all.substr(sign + 1, end - sign - 1);
        at = end + 1;
    }
    return {};
}

void run(const FunctionTag& function, void** arguments) {
    const std::string what = behavior(function.name);
    if (what == "hang") function.context->hangs = true;
    if (!what.empty() && what != "hang") function.context->fault = std::atoi(what.c_str());
    if (!what.empty() || function.name.find("double") == std::string::npos) return;
    const uint8_t* in = nullptr;
    uint8_t* out = nullptr;
    int32_t count = 0;
    std::memcpy(&in, arguments[0], sizeof in);
    std::memcpy(&out, arguments[1], sizeof out);
    std::memcpy(&count, arguments[2], sizeof count);
    for (int32_t i = 0; i < count; ++i) out[i] = static_cast<uint8_t>(in[i] * 2);
}

Status move(void* to, const void* from, size_t bytes, const StreamTag* stream) {
    if (bytes == 0) return invalid_value;
    const Status error = enter(stream->context);
    if (error == success) std::memcpy(to, from, bytes);
    return error;
}

void* pointer(Address address) { return reinterpret_cast<void*>(static_cast<uintptr_t>(address)); }

} // namespace

extern "C" {
#define DECLARE(member, name, parameters) Status name parameters;
WARPSCOPE_CUDA_FUNCTIONS(DECLARE)
#undef DECLARE

Status cuGetErrorName(Status error, const char** name) {
    *name = error == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS" : error == 719 ? "CUDA_ERROR_LAUNCH_FAILED" : nullptr;
    return *name != nullptr ? success : invalid_value;
}
Status cuGetErrorString(Status error, const char** text) {
    *text = error == 700 ? "an illegal memory access was encountered" : nullptr;
    return *text != nullptr ? success : invalid_value;
}
Status cuInit(unsigned) {
    initialized = true;
    return success;
}
Status cuDriverGetVersion(int* version) {
    *version = std::stoi(setting("FAKE_CUDA_VERSION", "13000"));
    return success;
}
Status cuDeviceGetCount(int* count) {
    *count = std::stoi(setting("FAKE_CUDA_DEVICES", "1"));
    return initialized ? success : not_initialized;
}
Status cuDeviceGet(Device* device, int number) {
    int count = 0;
    if (const Status error = cuDeviceGetCount(&count); error != success) return error;
    if (number < 0 || number >= count) return invalid_device;
    *device = number + 100; // makes handles differ from numbers
    return success;
}
Status cuDeviceGetName(char* name, int length, Device device) {
    std::string text = "Fake GPU " + std::to_string(device - 100);
    text.resize(static_cast<size_t>(length) - 1);
    std::strcpy(name, text.c_str());
    return success;
}
Status cuDeviceTotalMem_v2(size_t* bytes, Device) {
    *bytes = size_t{8} << 30;
    return success;
}
Status cuDeviceGetAttribute(int* value, int attribute, Device) {
    const std::map<int, int> values{{1, 1024},  {2, 1024},  {3, 1024}, {4, 64},   {5, 2147483647}, {6, 65535},
                                    {7, 65535}, {8, 49152}, {16, 4},   {17, 1},   {39, 2048},      {75, 9},
                                    {76, 0},    {81, 1000}, {82, 999}, {106, 32}, {111, 1024}};
    const auto found = values.find(attribute);
    if (found == values.end()) return invalid_value;
    *value = found->second;
    return success;
}
Status cuDevicePrimaryCtxRetain(Context* context, Device device) {
    static std::map<Device, ContextTag>& made = *new std::map<Device, ContextTag>;
    *context = &made[device];
    (*context)->device = device;
    return success;
}
Status cuCtxSetCurrent(Context context) {
    if (contexts.empty())
        contexts.push_back(context);
    else
        contexts.back() = context;
    return success;
}
Status cuCtxGetCurrent(Context* context) {
    *context = contexts.empty() ? nullptr : contexts.back();
    return initialized ? success : not_initialized;
}
Status cuCtxPushCurrent_v2(Context context) {
    contexts.push_back(context);
    return success;
}
Status cuCtxPopCurrent_v2(Context* context) {
    if (contexts.empty()) return invalid_context;
    *context = contexts.back();
    contexts.pop_back();
    return success;
}
Status cuMemAlloc_v2(Address* address, size_t bytes) {
    if (const Status error = enter(); error != success) return error;
    void* const memory = std::malloc(bytes);
    std::memset(memory, 0xcd, bytes);
    *address = reinterpret_cast<uintptr_t>(memory);
    return success;
}
Status cuMemFree_v2(Address address) {
    if (const Status error = enter(); error != success) return error;
    std::free(pointer(address));
    return success;
}
Status cuMemHostAlloc(void** memory, size_t bytes, unsigned) {
    *memory = std::malloc(bytes);
    return enter();
}
Status cuMemFreeHost(void* memory) {
    std::free(memory);
    return enter();
}
Status cuStreamCreate(Stream* stream, unsigned flags) {
    if (flags != 1) return invalid_value;
    if (const Status error = enter(); error != success) return error;
    *stream = new StreamTag{contexts.back()};
    return success;
}
Status cuStreamDestroy_v2(Stream stream) {
    delete stream;
    return enter();
}
Status cuStreamSynchronize(Stream stream) {
    while (stream->context->hangs) pause();
    return enter(stream->context);
}
Status cuEventCreate(Event* event, unsigned) {
    if (const Status error = enter(); error != success) return error;
    *event = new EventTag{contexts.back()};
    return success;
}
Status cuEventDestroy_v2(Event event) {
    delete event;
    return enter();
}
Status cuEventRecord(Event event, Stream stream) {
    if (event->context != stream->context) return invalid_handle;
    return enter(event->context);
}
Status cuEventQuery(Event event) {
    if (event->context->hangs) return not_ready;
    return enter(event->context);
}
Status cuEventElapsedTime(float* milliseconds, Event, Event) {
    *milliseconds = 0.5f;
    return enter();
}
Status cuMemsetD8Async(Address to, unsigned char value, size_t bytes, Stream stream) {
    if (bytes == 0) return invalid_value;
    const Status error = enter(stream->context);
    if (error == success) std::memset(pointer(to), value, bytes);
    return error;
}
Status cuMemcpyHtoDAsync_v2(Address to, const void* from, size_t bytes, Stream stream) {
    return move(pointer(to), from, bytes, stream);
}
Status cuMemcpyDtoHAsync_v2(void* to, Address from, size_t bytes, Stream stream) {
    while (stream->context->hangs) pause();
    return move(to, pointer(from), bytes, stream);
}
Status cuMemcpyDtoDAsync_v2(Address to, Address from, size_t bytes, Stream stream) {
    return move(pointer(to), pointer(from), bytes, stream);
}
Status cuMemcpyPeerAsync(Address to, Context to_context, Address from, Context from_context, size_t bytes,
                         Stream stream) {
    if (to_context == from_context) return invalid_context;
    return move(pointer(to), pointer(from), bytes, stream);
}
Status cuDeviceCanAccessPeer(int* can, Device device, Device other) {
    *can = device != other && setting("FAKE_CUDA_PEERS", "1") == "1" ? 1 : 0;
    return success;
}
Status cuCtxEnablePeerAccess(Context other, unsigned flags) {
    if (flags != 0 || contexts.empty() || contexts.back() == other) return invalid_value;
    static std::set<std::pair<Context, Context>>& allowed = *new std::set<std::pair<Context, Context>>;
    return allowed.insert({contexts.back(), other}).second ? success : peer_access_already;
}
Status cuStreamWaitEvent(Stream stream, Event event, unsigned) {
    if (event == nullptr) return invalid_handle;
    return enter(stream->context);
}
Status cuMemcpy2DAsync_v2(const RowsCopy*, Stream) { return not_supported; }
Status cuModuleLoadDataEx(Module* module, const void* image, unsigned options, int* names, void** values) {
    if (const Status error = enter(); error != success) return error;
    const std::string ptx = static_cast<const char*>(image);
    if (const std::string keeps = setting("FAKE_CUDA_KEEPS", ""); !keeps.empty())
        std::ofstream(keeps, std::ios::app) << ptx;
    const auto refuse = [&](Status error, const char* why) {
        size_t room = 0;
        for (unsigned i = 0; i < options; ++i)
            if (names[i] == jit_option::error_log_bytes) room = reinterpret_cast<size_t>(values[i]);
        for (unsigned i = 0; i < options; ++i)
            if (names[i] == jit_option::error_log && std::strlen(why) < room)
                std::strcpy(static_cast<char*>(values[i]), why);
        return error;
    };
    const size_t declared = ptx.find(".version ");
    if (declared == std::string::npos) return refuse(invalid_ptx, "line 1: there is no .version");
    if (std::atof(ptx.c_str() + declared + 9) > std::atof(setting("FAKE_CUDA_PTX", "9.0").c_str())) return newer_ptx;
    auto made = std::make_unique<ModuleTag>();
    made->context = contexts.back();
    for (size_t at = ptx.find(".entry "); at != std::string::npos; at = ptx.find(".entry ", at + 1)) {
        const size_t begin = at + 7;
        const std::string name = ptx.substr(begin, ptx.find_first_of("( \n", begin) - begin);
        made->functions[name] = std::make_unique<FunctionTag>(FunctionTag{name, made->context});
    }
    made->ptx = ptx;
    *module = made.release();
    return success;
}
Status cuModuleUnload(Module module) {
    if (const Status error = enter(module->context); error != success) return error;
    delete module;
    return success;
}
Status cuModuleGetFunction(Function* function, Module module, const char* name) {
    const auto found = module->functions.find(name);
    if (found == module->functions.end()) return not_found;
    *function = found->second.get();
    return enter(module->context);
}
Status cuModuleGetGlobal_v2(Address* address, size_t* bytes, Module module, const char* name) {
    if (module->ptx.find(" " + std::string(name) + "[") == std::string::npos) return not_found;
    std::vector<std::byte>& memory = module->variables[name];
    memory.resize(8);
    *address = reinterpret_cast<uintptr_t>(memory.data());
    *bytes = memory.size();
    return enter(module->context);
}
Status cuFuncGetAttribute(int* value, int attribute, Function function) {
    *value = attribute == 0 ? 1024 : attribute == 4 ? 32 : 16;
    return enter(function->context);
}
Status cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Function function, int, size_t) {
    *blocks = 2;
    return enter(function->context);
}
Status cuLaunchKernel(Function function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                      Stream stream, void** arguments, void**) {
    if (stream->context != function->context) return invalid_handle;
    const Status error = enter(function->context);
    if (error == success) run(*function, arguments);
    return error;
}
Status cuLaunchCooperativeKernel(Function function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                                 unsigned, Stream stream, void** arguments) {
    return cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, arguments, nullptr);
}
Status cuGLGetDevices_v2(unsigned*, Device*, unsigned, int) { return operating_system; }
Status cuGraphicsGLRegisterImage(Resource*, unsigned, unsigned, unsigned) { return operating_system; }
Status cuGraphicsUnregisterResource(Resource) { return operating_system; }
Status cuGraphicsMapResources(unsigned, Resource*, Stream) { return operating_system; }
Status cuGraphicsUnmapResources(unsigned, Resource*, Stream) { return operating_system; }
Status cuGraphicsSubResourceGetMappedArray(Array*, Resource, unsigned, unsigned) { return operating_system; }
Status cuSurfObjectCreate(Surface*, const ResourceDescription*) { return operating_system; }
Status cuSurfObjectDestroy(Surface) { return operating_system; }
Status cuArrayCreate_v2(Array*, const ArrayDescription*) { return not_supported; }
Status cuArrayDestroy(Array) { return not_supported; }
Status cuTexObjectCreate(Texture*, const ResourceDescription*, const TextureDescription*, const void*) {
    return not_supported;
}
Status cuTexObjectDestroy(Texture) { return not_supported; }
}

} // namespace warpscope::gpu::driver
