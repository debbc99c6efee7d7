// Image pipeline over streams: pinned staging buffers, events between streams, host callbacks, priorities.
#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>
#include "cuda_runtime.h"
#include "device_launch_parameters.h"

inline void gpuAssert(cudaError_t code, const char* file, int line, bool abort = true) {
    if (code != cudaSuccess) {
        fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
        if (abort) exit(code);
    }
}
#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }

namespace pipeline {
struct __align__(8) Stats { unsigned int sum; unsigned int peak; };
enum class Stage : int { Upload, Tone, Sum, Download };

__constant__ float c_curve[256];
__device__ unsigned long long d_pixels_done = 0ULL;

__global__ __launch_bounds__(256) void tone_map(const uchar4* __restrict__ in, uchar4* __restrict__ out, int w, int h, size_t stride) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    const uchar4 p = in[y * stride + x];
    const auto f = [&](unsigned char v) { return static_cast<unsigned char>(fminf(255.0f, rintf(c_curve[v]))); };
    out[y * stride + x] = make_uchar4(f(p.x), f(p.y), f(p.z), 255);
    atomicAdd(&d_pixels_done, 1ULL);
}
__global__ void summarize(const uchar4* img, int n, Stats* s) {
    extern __shared__ unsigned int sh[];
    unsigned int* sum = sh; unsigned int* peak = &sh[blockDim.x];
    const unsigned tid = threadIdx.x;
    unsigned a = 0, b = 0;
    for (int i = blockIdx.x * blockDim.x + tid; i < n; i += blockDim.x * gridDim.x) { unsigned v = img[i].x + img[i].y + img[i].z; a += v; b = max(b, v); }
    sum[tid] = a; peak[tid] = b;
    __syncthreads();
    for (unsigned k = blockDim.x / 2; k; k >>= 1) {
        if (tid < k) { sum[tid] += sum[tid + k]; peak[tid] = umax(peak[tid], peak[tid + k]); }
        __syncthreads();
    }
    if (!tid) { atomicAdd(&s->sum, sum[0]); atomicMax(&s->peak, peak[0]); }
}
class Stream {
    cudaStream_t s_ = nullptr;
public:
    explicit Stream(int prio) { gpuErrchk(cudaStreamCreateWithPriority(&s_, cudaStreamNonBlocking, prio)); }
    Stream(Stream&& o) noexcept : s_(o.s_) { o.s_ = nullptr; }
    ~Stream() { if (s_) gpuErrchk(cudaStreamDestroy(s_)); }
    operator cudaStream_t() const { return s_; }
};
struct Frame { uchar4* staging; uchar4* d_in; uchar4* d_out; Stats* d_stats; Stats* h_stats; cudaEvent_t uploaded, done; };
}
using namespace pipeline;

static std::atomic<int> finished{0};
static std::mutex log_mutex;
static std::vector<int> order_log;
struct Note { int frame; };
static void CUDART_CB on_done(void* data) { auto* n = static_cast<Note*>(data); std::lock_guard<std::mutex> l(log_mutex); order_log.push_back(n->frame); finished++; }
static void CUDART_CB on_stream(cudaStream_t, cudaError_t st, void* data) { assert(st == cudaSuccess); *static_cast<int*>(data) += 1; }

int main() {
    const int W = 100, H = 60, N = W * H, FRAMES = 4, STREAMS = 3;
    int lo = 0, hi = 0;
    gpuErrchk(cudaDeviceGetStreamPriorityRange(&lo, &hi));
    std::vector<Stream> streams; streams.reserve(STREAMS);
    for (int i = 0; i < STREAMS; i++) streams.emplace_back(i == 0 ? hi : lo);
    std::array<float, 256> curve;
    for (int i = 0; i < 256; i++) curve[i] = 255.0f * std::pow(i / 255.0f, 1 / 2.2f);
    gpuErrchk(cudaMemcpyToSymbolAsync(c_curve, curve.data(), sizeof(curve), 0, cudaMemcpyHostToDevice, streams[0]));
    gpuErrchk(cudaStreamSynchronize(streams[0]));

    std::vector<Frame> frames(FRAMES);
    std::mt19937 rng(7);
    for (auto& f : frames) {
        gpuErrchk(cudaHostAlloc((void**)&f.staging, N * sizeof(uchar4), cudaHostAllocDefault));
        gpuErrchk(cudaMallocHost(&f.h_stats, sizeof(Stats)));
        gpuErrchk(cudaMallocAsync((void**)&f.d_in, N * sizeof(uchar4), streams[0]));
        gpuErrchk(cudaMallocAsync((void**)&f.d_out, N * sizeof(uchar4), streams[0]));
        gpuErrchk(cudaMalloc(&f.d_stats, sizeof *f.d_stats));
        gpuErrchk(cudaEventCreateWithFlags(&f.uploaded, cudaEventDisableTiming));
        gpuErrchk(cudaEventCreateWithFlags(&f.done, cudaEventBlockingSync));
        for (int i = 0; i < N; i++) f.staging[i] = make_uchar4(rng() & 255, rng() & 255, rng() & 255, 0);
    }
    gpuErrchk(cudaStreamSynchronize(streams[0]));
    std::vector<std::vector<uchar4>> original;
    for (auto& f : frames) original.emplace_back(f.staging, f.staging + N);
    cudaEvent_t begin; gpuErrchk(cudaEventCreate(&begin)); gpuErrchk(cudaEventRecord(begin, streams[0]));
    std::vector<Note> notes(FRAMES); int callbacks = 0;
    const dim3 block(32, 8), grid((W + block.x - 1) / block.x, (H + block.y - 1) / block.y);
    for (int i = 0; i < FRAMES; i++) {
        Frame& f = frames[i];
        cudaStream_t up = streams[0], work = streams[1 + i % 2];
        gpuErrchk(cudaMemcpyAsync(f.d_in, f.staging, N * sizeof(uchar4), cudaMemcpyHostToDevice, up));
        gpuErrchk(cudaEventRecord(f.uploaded, up));
        gpuErrchk(cudaStreamWaitEvent(work, f.uploaded, 0));
        gpuErrchk(cudaMemsetAsync(f.d_stats, 0, sizeof(Stats), work));
        tone_map<<<grid, block, 0, work>>>(f.d_in, f.d_out, W, H, W);
        summarize<<<4, 128, 2 * 128 * sizeof(unsigned), work>>>(f.d_out, N, f.d_stats);
        gpuErrchk(cudaGetLastError());
        gpuErrchk(cudaMemcpyAsync(f.staging, f.d_out, N * sizeof(uchar4), cudaMemcpyDeviceToHost, work));
        gpuErrchk(cudaMemcpyAsync(f.h_stats, f.d_stats, sizeof(Stats), cudaMemcpyDefault, work));
        notes[i].frame = i;
        gpuErrchk(cudaLaunchHostFunc(work, on_done, &notes[i]));
        gpuErrchk(cudaStreamAddCallback(work, on_stream, &callbacks, 0));
        gpuErrchk(cudaEventRecord(f.done, work));
    }
    int polls = 0;
    for (auto& f : frames) {
        cudaError_t q;
        while ((q = cudaEventQuery(f.done)) == cudaErrorNotReady) { ++polls; std::this_thread::yield(); }
        gpuErrchk(q);
    }
    gpuErrchk(cudaDeviceSynchronize());
    int bad = 0;
    for (int k = 0; k < FRAMES; k++) {
        unsigned sum = 0, peak = 0;
        for (int i = 0; i < N; i++) {
            const uchar4 o = original[k][i], g = frames[k].staging[i];
            auto t = [&](unsigned char v) { return (unsigned char)std::min(255.0f, std::rint(curve[v])); };
            if (t(o.x) != g.x || t(o.y) != g.y || t(o.z) != g.z || g.w != 255) bad++;
            unsigned v = g.x + g.y + g.z; sum += v; peak = std::max(peak, v);
        }
        if (sum != frames[k].h_stats->sum || peak != frames[k].h_stats->peak) bad += 1000000;
    }
    unsigned long long done = 0;
    gpuErrchk(cudaMemcpyFromSymbol(&done, d_pixels_done, sizeof(done)));
    float ms = -1; gpuErrchk(cudaEventElapsedTime(&ms, begin, frames.back().done));
    printf("bad %d, pixels %llu, callbacks %d+%d, time ok %d, query %s\n", bad, done, finished.load(), callbacks, ms > 0,
           cudaGetErrorName(cudaStreamQuery(streams[1])));
    std::thread other([&] { gpuErrchk(cudaSetDevice(0)); unsigned long long zero = 0; gpuErrchk(cudaMemcpyToSymbol(d_pixels_done, &zero, 8)); });
    other.join();
    for (auto& f : frames) {
        gpuErrchk(cudaFreeHost(f.staging)); gpuErrchk(cudaFreeHost(f.h_stats));
        gpuErrchk(cudaFreeAsync(f.d_in, streams[2])); gpuErrchk(cudaFreeAsync(f.d_out, streams[2])); gpuErrchk(cudaFree(f.d_stats));
        gpuErrchk(cudaEventDestroy(f.uploaded)); gpuErrchk(cudaEventDestroy(f.done));
    }
    gpuErrchk(cudaEventDestroy(begin));
    unsigned flags = 0; int least = 0;
    gpuErrchk(cudaStreamGetFlags(streams[1], &flags)); gpuErrchk(cudaStreamGetPriority(streams[0], &least));
    printf("flags %u, callbacks in all %d\n%s\n", flags, (int)order_log.size(), bad ? "FAILED" : "PASSED");
    return bad != 0;
}
