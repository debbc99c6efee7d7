// Kernels whose threads wait for each other within a warp, between warps and between blocks. Results do not depend on
// the order of threads.

__device__ int device_lock, device_flag, arrived;

extern "C" __global__ void shuffle_on_both_sides(int* out) {
    int value = threadIdx.x;
    if (threadIdx.x & 1) {
        value = __shfl_xor_sync(~0u, value, 1);
        out[32 + threadIdx.x] = 7;
    } else {
        value = __shfl_xor_sync(~0u, value + 100, 1);
    }
    out[threadIdx.x] = value;
}

extern "C" __global__ void vote_on_both_sides(int* out) {
    unsigned votes;
    if (threadIdx.x & 1) {
        votes = __ballot_sync(~0u, threadIdx.x > 3);
        out[32 + threadIdx.x] = 7;
    } else {
        votes = __ballot_sync(~0u, threadIdx.x > 10);
    }
    out[threadIdx.x] = static_cast<int>(votes);
}

/// Quarters of a warp reach this shuffle one after the other, from different calls in a switch.
static __device__ __noinline__ int with_neighbour(int value) { return value + __shfl_xor_sync(~0u, value, 8); }

extern "C" __global__ void shuffle_in_calls(int* out) {
    const int value = threadIdx.x;
    int sum = 0;
    switch (threadIdx.x / 8) {
    case 0: sum = with_neighbour(value); break;
    case 1: sum = with_neighbour(value * 2); break;
    case 2: sum = with_neighbour(value * 3) + 1; break;
    default: sum = with_neighbour(value * 4) + 2; break;
    }
    out[threadIdx.x] = sum;
}

extern "C" __global__ void sync_on_both_sides(int* out) {
    __shared__ int tile[32];
    int value;
    if (threadIdx.x & 1) {
        tile[threadIdx.x] = threadIdx.x * 7;
        __syncwarp();
        value = tile[threadIdx.x ^ 1];
        out[32 + threadIdx.x] = 7;
    } else {
        tile[threadIdx.x] = threadIdx.x * 5 + 1000;
        __syncwarp();
        value = tile[threadIdx.x ^ 1] + 3;
    }
    out[threadIdx.x] = value;
}

/// After a shuffle, both sides continue as one warp, so the store has a full mask.
extern "C" __global__ void meet_again(int* out) {
    int value = threadIdx.x;
    if (threadIdx.x & 1)
        value = __shfl_xor_sync(~0u, value, 1) + 1;
    else
        value = __shfl_xor_sync(~0u, value, 1) * 2;
    out[threadIdx.x] = value + static_cast<int>(__activemask() == ~0u) * 1000;
}

extern "C" __global__ void early_return(int* out, int n) {
    const int i = threadIdx.x;
    if (i >= n) return;
    out[i] = __shfl_xor_sync(~0u, i, 1);
}

static __device__ __noinline__ void take(int* lock) {
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
}
static __device__ __noinline__ void drop(int* lock) {
    __threadfence();
    atomicExch(lock, 0);
}

extern "C" __global__ void spin_for_lock(int* out) {
    while (atomicCAS(&device_lock, 0, 1) != 0) {}
    __threadfence();
    out[0] += 1;
    __threadfence();
    atomicExch(&device_lock, 0);
    __syncwarp(); // reconverges all lanes
    if (threadIdx.x == 0) atomicAdd(out + 1, __popc(__ballot_sync(1, true)));
}

extern "C" __global__ void spin_in_calls(int* out) {
    take(&device_lock);
    out[0] += 1;
    drop(&device_lock);
    __syncthreads();
    atomicAdd(out + 1, 1);
}

extern "C" __global__ void lane_waits_for_lane(int* out, int waits, int sets) {
    __shared__ int flag;
    if (threadIdx.x == 0) flag = 0;
    __syncwarp();
    if (threadIdx.x == sets) {
        atomicExch(&flag, 1);
    } else if (threadIdx.x == waits) {
        while (atomicAdd(&flag, 0) == 0) {}
        out[0] = 1;
    }
}

extern "C" __global__ void wait_for_the_last_block(int* out) {
    if (blockIdx.x == gridDim.x - 1)
        atomicExch(&device_flag, 1);
    else if (threadIdx.x == 0)
        while (atomicAdd(&device_flag, 0) == 0) {}
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

static __device__ void all_blocks(int round) {
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&arrived, 1);
        while (atomicAdd(&arrived, 0) < round * static_cast<int>(gridDim.x)) {}
        __threadfence();
    }
    __syncthreads();
}

/// Passes numbers to the previous block, twice.
extern "C" __global__ void pass_around(int* out) {
    int* const from = out;
    int* const to = out + gridDim.x;
    if (threadIdx.x == 0) from[blockIdx.x] = blockIdx.x;
    for (int round = 1; round <= 4; round += 2) {
        all_blocks(round);
        const int value = *(volatile int*)&from[(blockIdx.x + 1) % gridDim.x];
        if (threadIdx.x == 0) to[blockIdx.x] = value;
        all_blocks(round + 1);
        if (threadIdx.x == 0) from[blockIdx.x] = to[blockIdx.x];
    }
}

/// Broadcasts the value of one lane. No other lane has a value.
extern "C" __global__ void give_from_one_lane(int* out, int from) {
    int value;
    if (threadIdx.x == from) value = atomicAdd(out + 32, 5) + 7;
    out[threadIdx.x] = __shfl_sync(~0u, value, from);
}

extern "C" __global__ void active_on_both_sides(int* out) {
    if (threadIdx.x % 3 == 0)
        out[threadIdx.x] = __popc(__activemask());
    else
        out[threadIdx.x] = 100 + __popc(__activemask());
}

extern "C" __global__ void wait_a_while_for_the_last_block(int* out) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == gridDim.x - 1) {
        atomicExch(&device_flag, 1);
    } else {
        const long long begin = clock64();
        while (atomicAdd(&device_flag, 0) == 0)
            if (clock64() - begin > 2000000000LL) return;
    }
    out[blockIdx.x] = 1;
}

// Loops that end, although each call inside them begins with the same registers.

static __device__ __noinline__ bool counted_to(int* counter, int end) { return atomicAdd(counter, 1) >= end; }

extern "C" __global__ void count_in_calls(int* out) {
    if (threadIdx.x != 0) return;
    while (!counted_to(out, 30000)) {}
    out[1] = 1;
}

static __device__ __noinline__ bool is_late(long long begin) { return clock64() - begin > 300000; }

extern "C" __global__ void wait_for_time_in_calls(int* out) {
    if (threadIdx.x != 0) return;
    const long long begin = clock64();
    while (atomicAdd(out, 0) == 0 && !is_late(begin)) {}
    out[1] = 1;
}

static __device__ __noinline__ bool has_tried_often(int* tries) { return ++*tries > 20000; }

extern "C" __global__ void give_up_after_many_tries(int* out) {
    if (threadIdx.x != 0) return;
    int tries = 0;
    while (atomicAdd(out, 0) == 0)
        if (has_tried_often(&tries)) break;
    out[1] = tries;
}

/// The first thread counts while it waits. The thread `other` waits for the count.
extern "C" __global__ void wait_for_a_heartbeat(int* out, int other) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    volatile int* const ended = out;
    if (thread == 0) {
        while (*ended == 0) atomicAdd(&arrived, 1);
    } else if (thread == other) {
        while (*(volatile int*)&arrived < 20000) {}
        *ended = 1;
    }
}

/// Every failed poll of the lock changes a register.
extern "C" __global__ void spin_and_count_on_both_sides(int* out) {
    int tries = 0;
    if (threadIdx.x & 1)
        while (atomicCAS(&device_lock, 0, 1) != 0) tries += 1;
    else
        while (atomicCAS(&device_lock, 0, 1) != 0) tries += 3;
    out[0] += 1;
    if (tries < 0) out[1] = tries;
    __threadfence();
    atomicExch(&device_lock, 0);
}

static __device__ __noinline__ int count_at_barrier(int holds) { return __syncthreads_count(holds); }

/// Each thread calls the function with the barrier after it had the lock, so the threads arrive one by one.
extern "C" __global__ void barrier_in_a_call_behind_a_lock(int* out) {
    while (atomicCAS(&device_lock, 0, 1) != 0) {}
    *(volatile int*)out += 1;
    __threadfence();
    atomicExch(&device_lock, 0);
    const int count = count_at_barrier(threadIdx.x % 3 == 0);
    out[1 + threadIdx.x] = *(volatile int*)out * 100 + count;
}

extern "C" __global__ void wait_with_fences(int* out) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == gridDim.x - 1)
        out[0] = 1;
    else
        while (out[0] == 0) __threadfence();
    out[1 + blockIdx.x] = 1;
}

/// Each thread holds the lock while it polls the flag.
extern "C" __global__ void look_under_a_lock(int* out) {
    if (threadIdx.x % 32 != 0) return;
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    const bool sets = thread + 32 >= gridDim.x * blockDim.x;
    for (bool done = false; !done;) {
        take(&device_lock);
        if (sets) *(volatile int*)&device_flag = 1;
        done = *(volatile int*)&device_flag != 0;
        drop(&device_lock);
    }
    out[thread / 32] = 1;
}
