#!/usr/bin/env python3
"""Compares box_blur/running_sums with CuPy, PyTorch and NPP on a 3840x2160 float image, on an NVIDIA GPU.

Needs CuPy; PyTorch and NPP (libnppif of the CUDA Toolkit) are optional. All take turns in every round, so that GPU clocks
are comparable. The table has medians of CUDA events in milliseconds. The GPU spins until all launches are queued, so
that CPU launch costs do not count. Our kernel is first checked against sums in double precision. The others treat the
image's edge differently and are only timed.
"""
import ctypes
import pathlib
import statistics
import sys

import cupy
import numpy
from cupyx.scipy.ndimage import uniform_filter

WIDTH, HEIGHT, ROUNDS = 3840, 2160, 51
BLOCK_WIDTH, STRIP = 128, 24


class StreamContext(ctypes.Structure): # NppStreamContext
    _fields_ = [("stream", ctypes.c_void_p), ("device", ctypes.c_int), ("multiprocessors", ctypes.c_int),
                ("threads_per_multiprocessor", ctypes.c_int), ("threads_per_block", ctypes.c_int),
                ("shared_per_block", ctypes.c_size_t), ("major", ctypes.c_int), ("minor", ctypes.c_int),
                ("flags", ctypes.c_uint), ("reserved", ctypes.c_int)]


class Pair(ctypes.Structure): # NppiSize and NppiPoint
    _fields_ = [("x", ctypes.c_int), ("y", ctypes.c_int)]


def ours(out, image):
    source = (pathlib.Path(__file__).parent.parent / "cuda/box_blur/running_sums.cu").read_text()
    module = cupy.RawModule(code=source.replace("__global__", 'extern "C" __global__'),
                            options=(f"-DBLOCK_WIDTH={BLOCK_WIDTH}", f"-DSTRIP={STRIP}"))
    kernel = module.get_function("box_blur")
    size = numpy.int32(WIDTH), numpy.int32(HEIGHT)

    def run(radius):
        tile = (BLOCK_WIDTH - 2 * radius) // 4 * 4
        grid = -(-WIDTH // tile), -(-HEIGHT // STRIP)
        kernel(grid, (BLOCK_WIDTH,), (out, image, *size, numpy.int32(radius)))

    return run


def torch_blur(image, separable):
    try:
        import torch
    except ImportError:
        return None
    tensor = torch.as_tensor(image, device="cuda")[None, None]
    stream = torch.cuda.ExternalStream(cupy.cuda.get_current_stream().ptr)

    def run(radius):
        values = tensor
        with torch.cuda.stream(stream):
            for pad in [(0, radius), (radius, 0)] if separable else [(radius, radius)]:
                window = tuple(2 * length + 1 for length in pad)
                values = torch.nn.functional.avg_pool2d(values, window, stride=1, padding=pad, count_include_pad=False)

    return run


def npp_library():
    for name in ("libnppif.so", "libnppif.so.13", "libnppif.so.12"):
        try:
            return ctypes.CDLL(name)
        except OSError:
            pass
    return None


def npp_blur(out, image, advanced):
    """Returns NPP's blur. `advanced`: uses the functions for large windows, which need a buffer."""
    library = npp_library()
    if library is None:
        return None
    properties = cupy.cuda.runtime.getDeviceProperties(0)
    context = StreamContext(cupy.cuda.get_current_stream().ptr, 0, properties["multiProcessorCount"],
                            properties["maxThreadsPerMultiProcessor"], properties["maxThreadsPerBlock"],
                            properties["sharedMemPerBlock"], properties["major"], properties["minor"], 0, 0)
    size, step = Pair(WIDTH, HEIGHT), ctypes.c_int(WIDTH * 4)

    replicate = ctypes.c_int(2)
    scratch = None
    if advanced:
        scratch_bytes = ctypes.c_int(0)
        if library.nppiFilterBoxBorderAdvancedGetDeviceBufferSize(size, ctypes.c_int(1), ctypes.byref(scratch_bytes)) < 0:
            return None
        scratch = cupy.empty(scratch_bytes.value, dtype=cupy.uint8)

    def run(radius):
        common = (ctypes.c_void_p(image.data.ptr), step, size, Pair(0, 0), ctypes.c_void_p(out.data.ptr), step, size,
                  Pair(2 * radius + 1, 2 * radius + 1), Pair(radius, radius), replicate)
        if scratch is None:
            status = library.nppiFilterBoxBorder_32f_C1R_Ctx(*common, context)
        else:
            status = library.nppiFilterBoxBorderAdvanced_32f_C1R_Ctx(*common, ctypes.c_void_p(scratch.data.ptr), context)
        if status < 0:
            raise RuntimeError(f"NPP gave status {status}")

    return run


def expected(image, radius):
    padded = numpy.pad(image.get().astype(numpy.float64), ((radius + 1, radius), (radius + 1, radius)))
    sums = padded.cumsum(0).cumsum(1)
    window = 2 * radius + 1
    total = sums[window:, window:] - sums[:-window, window:] - sums[window:, :-window] + sums[:-window, :-window]

    def counts(length):
        at = numpy.arange(length)
        return numpy.minimum(length - 1, at + radius) - numpy.maximum(0, at - radius) + 1

    return total / (counts(HEIGHT)[:, None] * counts(WIDTH)[None])


SPIN = r"""
extern "C" __global__ void spin(long long nanoseconds) {
    long long begin, now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
    do asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    while (now - begin < nanoseconds);
}
"""
SPIN_MS = 2.0


def timed(work, spin):
    """Returns the milliseconds of the work queued by `work`, or None if the GPU was idle meanwhile."""
    start, end = cupy.cuda.Event(), cupy.cuda.Event()
    spin((1,), (1,), (numpy.int64(SPIN_MS * 1e6),))
    start.record()
    work()
    queued_late = start.done
    end.record()
    end.synchronize()
    return None if queued_late else cupy.cuda.get_elapsed_time(start, end)


def main():
    stream = cupy.cuda.Stream(non_blocking=True)
    with stream:
        image = cupy.random.random((HEIGHT, WIDTH), dtype=cupy.float32)
        out, other = cupy.empty_like(image), cupy.empty_like(image)
        blur = ours(out, image)
        peers = {
            "running_sums": blur,
            "CuPy uniform_filter": lambda radius: uniform_filter(image, 2 * radius + 1, output=other, mode="nearest"),
            "PyTorch avg_pool2d": torch_blur(image, False),
            "PyTorch in two passes": torch_blur(image, True),
            "NPP FilterBoxBorder": npp_blur(other, image, False),
            "NPP FilterBoxBorderAdvanced": npp_blur(other, image, True),
        }
        missing = [name for name, run in peers.items() if run is None]
        peers = {name: run for name, run in peers.items() if run is not None}
        spin = cupy.RawModule(code=SPIN).get_function("spin")
        copy = lambda: cupy.cuda.runtime.memcpyAsync(other.data.ptr, image.data.ptr, image.nbytes, 3, stream.ptr)

        name = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
        print(f"{name}, {WIDTH}x{HEIGHT} float, medians of {ROUNDS} rounds in ms; missing: {', '.join(missing) or 'none'}")
        print("radius | device copy | " + " | ".join(peers) + " | running_sums / copy | fastest other / running_sums")
        worst = 0.0
        for radius in range(1, 16):
            blur(radius)
            error = float(numpy.abs(out.get() - expected(image, radius)).max())
            if not error < 1e-5:
                sys.exit(f"compare_blur.py: running_sums is wrong by {error} at radius {radius}")
            times = {peer: [] for peer in ["copy", *peers]}
            for turn in range(ROUNDS + 5):
                sample = {"copy": timed(copy, spin)}
                sample.update({peer: timed(lambda: run(radius), spin) for peer, run in peers.items()})
                if turn >= 5:
                    for peer, value in sample.items():
                        if value is not None:
                            times[peer].append(value)
            few = [peer for peer, values in times.items() if len(values) < ROUNDS // 2]
            if few:
                sys.exit(f"compare_blur.py: the GPU did not spin long enough for {', '.join(few)}")
            median = {peer: statistics.median(values) for peer, values in times.items()}
            ratio = median["running_sums"] / median["copy"]
            lead = min(value for peer, value in median.items() if peer not in ("copy", "running_sums")) / median["running_sums"]
            worst = max(worst, ratio)
            print(f"{radius} | {median['copy']:.4f} | " + " | ".join(f"{median[peer]:.4f}" for peer in peers) +
                  f" | {ratio:.2f} | {lead:.1f}")
        print(f"slowest ratio to the copy: {worst:.2f}")


main()
