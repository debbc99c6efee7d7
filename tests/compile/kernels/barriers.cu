// Barriers, semaphores, latches and pipelines of <cuda/...>. The results change if one of them lets a thread continue
// too early.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>

namespace cg = cooperative_groups;
constexpr auto block = cuda::thread_scope_block;

__device__ unsigned value(unsigned i) { return i * 2654435761u >> 7; }
__device__ unsigned numbers[1024];  // source of copies
#define FILLED                                                                                                         \
    const unsigned t = threadIdx.x;                                                                                    \
    for (unsigned i = t; i < 1024; i += blockDim.x) numbers[i] = value(i);                                             \
    __syncthreads();

/// Runs many phases of one barrier. In each phase, every thread reads a value that another thread wrote in the phase
/// before.
extern "C" __global__ void phases(unsigned* out) {
    __shared__ cuda::barrier<block> barrier;
    __shared__ unsigned row[2][128];
    const unsigned t = threadIdx.x;
    if (t == 0) init(&barrier, blockDim.x);
    __syncthreads();
    row[0][t] = value(t);
    barrier.arrive_and_wait();
    for (int k = 0; k < 6; ++k) {
        row[1 - k % 2][t] = row[k % 2][(t + 37) % blockDim.x] * 3 + t;
        auto token = barrier.arrive();
        barrier.wait(std::move(token));
    }
    out[t] = row[0][127 - t];
}

/// Lets half of the threads drop out of the barrier, and a few threads arrive in place of others.
extern "C" __global__ void dropped(unsigned* out) {
    __shared__ cuda::barrier<block> barrier;
    __shared__ unsigned count;
    const unsigned t = threadIdx.x;
    if (t == 0) {
        init(&barrier, blockDim.x);
        count = 0;
    }
    __syncthreads();
    atomicAdd(&count, t);
    out[t] = 0;
    if (t >= 64) {
        barrier.arrive_and_drop();
        return;
    }
    barrier.arrive_and_wait();
    const unsigned first = count;
    barrier.arrive_and_wait();
    if (t < 32) {
        atomicAdd(&count, 1000);
        (void)barrier.arrive(2);
    }
    barrier.wait_parity(false);
    while (t >= 32 && atomicAdd(&count, 0) != first + 32000) {}
    out[t] = first + atomicAdd(&count, 0);
}

struct Add {
    unsigned* to;
    __device__ void operator()() { *to += 1; }
};
/// Calls a function at the end of every phase.
extern "C" __global__ void completed(unsigned* out) {
    __shared__ unsigned phase;
    __shared__ cuda::std::aligned_storage_t<sizeof(cuda::barrier<block, Add>), alignof(cuda::barrier<block, Add>)> place;
    auto& barrier = reinterpret_cast<cuda::barrier<block, Add>&>(place);
    const unsigned t = threadIdx.x;
    if (t == 0) {
        phase = 0;
        new (&barrier) cuda::barrier<block, Add>(blockDim.x, Add{&phase});
    }
    __syncthreads();
    unsigned sum = 0;
    for (unsigned k = 0; k < 5; ++k) {
        barrier.arrive_and_wait();
        sum = sum * 10 + phase;
        barrier.arrive_and_wait();
    }
    out[t] = sum;
}

/// Lets single threads and the block copy, with and without known alignment. A barrier waits for the copies.
extern "C" __global__ void copied(unsigned* out) {
    __shared__ cuda::barrier<block> barrier;
    alignas(16) __shared__ unsigned tile[512];
    FILLED
    if (t == 0) {
        init(&barrier, blockDim.x);
        tile[400] = tile[401] = 0;
    }
    __syncthreads();
    cuda::memcpy_async(tile + t, numbers + t, cuda::aligned_size_t<4>(4), barrier);
    cuda::memcpy_async(cg::this_thread_block(), tile + 128, numbers + 256, cuda::aligned_size_t<16>(512), barrier);
    cuda::memcpy_async(cg::this_thread_block(), tile + 257, numbers + 33, sizeof(unsigned) * 131, barrier);
    if (t == 5) cuda::memcpy_async(reinterpret_cast<char*>(tile + 400) + 1, reinterpret_cast<char*>(numbers) + 3, 7, barrier);
    barrier.arrive_and_wait();
    out[t] = tile[127 - t] ^ tile[255 - t] * 5 ^ tile[257 + 130 - t] * 7 ^ (t == 0 ? tile[400] ^ tile[401] : 0);
}

/// Uses a pipeline for a single thread: two stages are copied while the thread works on a third.
extern "C" __global__ void own_stages(unsigned* out) {
    __shared__ unsigned stages[3][128];
    FILLED
    auto pipe = cuda::make_pipeline();
    for (unsigned k = 0; k < 2; ++k) {
        pipe.producer_acquire();
        cuda::memcpy_async(&stages[k][t], numbers + 100 * k + t, cuda::aligned_size_t<4>(4), pipe);
        pipe.producer_commit();
    }
    unsigned sum = 0;
    for (unsigned k = 0; k < 8; ++k) {
        if (k < 6) {
            pipe.producer_acquire();
            cuda::memcpy_async(&stages[(k + 2) % 3][t], numbers + 100 * (k + 2) + t, cuda::aligned_size_t<4>(4), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum = sum * 31 + stages[k % 3][t];
        pipe.consumer_release();
    }
    out[t] = sum;
}

/// Uses stages of the block, which all threads fill and read.
extern "C" __global__ void common_stages(unsigned* out) {
    __shared__ cuda::pipeline_shared_state<block, 2> state;
    __shared__ unsigned stages[2][128];
    FILLED
    auto group = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(group, &state);
    unsigned sum = 0;
    for (unsigned k = 0, copied = 0; k < 7; ++k) {
        for (; copied < 7 && copied < k + 2; ++copied) {
            pipe.producer_acquire();
            cuda::memcpy_async(group, stages[copied % 2], numbers + 100 * copied, 512, pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum = sum * 31 + stages[k % 2][127 - t];
        pipe.consumer_release();
    }
    out[t] = sum;
}

/// Lets the first warp copy and the other three compute.
extern "C" __global__ void shared_out_stages(unsigned* out) {
    __shared__ cuda::pipeline_shared_state<block, 2> state;
    __shared__ unsigned stages[2][96];
    FILLED
    const auto role = t < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
    auto pipe = cuda::make_pipeline(cg::this_thread_block(), &state, role);
    unsigned sum = 0;
    for (unsigned k = 0; k < 7; ++k)
        if (t < 32) {
            pipe.producer_acquire();
            for (unsigned part = 0; part < 3; ++part)
                cuda::memcpy_async(&stages[k % 2][t + 32 * part], numbers + 100 * k + t + 32 * part,
                                   cuda::aligned_size_t<4>(4), pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            sum = sum * 31 + stages[k % 2][127 - t];
            pipe.consumer_release();
        }
    out[t] = sum;
}

__device__ cuda::counting_semaphore<cuda::thread_scope_device, 8> room(3);
__device__ cuda::binary_semaphore<cuda::thread_scope_device> door(1);
/// Admits at most three warps at a time, and one at a time through `door`.
extern "C" __global__ void semaphores(unsigned* out) {
    __shared__ unsigned inside, most, sum;
    const unsigned t = threadIdx.x;
    if (t == 0) inside = most = sum = 0;
    __syncthreads();
    if (t % 32 == 0) {
        room.acquire();
        atomicMax(&most, atomicAdd(&inside, 1) + 1);
        door.acquire();
        const unsigned before = *const_cast<volatile unsigned*>(&sum);
        *const_cast<volatile unsigned*>(&sum) = before + t;
        door.release();
        atomicSub(&inside, 1);
        room.release();
    }
    __syncthreads();
    out[t] = sum * 2 + (most <= 3) + (room.try_acquire() ? 0 : 1);
    __syncthreads();
    if (t < 3) room.release();
}

/// Lets some threads wait for a latch that the others count down.
extern "C" __global__ void latches(unsigned* out) {
    __shared__ cuda::std::aligned_storage_t<sizeof(cuda::latch<block>), alignof(cuda::latch<block>)> place;
    __shared__ unsigned row[128];
    auto& latch = reinterpret_cast<cuda::latch<block>&>(place);
    const unsigned t = threadIdx.x;
    if (t == 0) new (&latch) cuda::latch<block>(160);
    __syncthreads();
    row[t] = value(t);
    if (t >= 32)
        latch.count_down();
    else
        latch.arrive_and_wait(2);
    out[t] = t < 32 ? row[t] ^ row[127 - t] : 0;
}
