// Returns the absolute error of `value` if |exact| is at most 1, otherwise the relative error.
__device__ float error_of(double value, double exact) {
    return fabs(value - exact) / fmax(1.0, fabs(exact));
}

// Each thread applies six functions, accurate and fast, to one x. Results of function r start at r * samples.
__global__ void math_functions(float* error, float* xs, float* accurate, float* fast, float low, float high,
                               float exponent, int samples) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < samples) {
        float x = low + (high - low) * i / (samples - 1);
        xs[i] = x;
        double wide_x = x;

        accurate[0 * samples + i] = sinf(x);
        accurate[1 * samples + i] = cosf(x);
        accurate[2 * samples + i] = expf(x);
        accurate[3 * samples + i] = exp10f(x);
        accurate[4 * samples + i] = logf(x);
        accurate[5 * samples + i] = powf(x, exponent);

        fast[0 * samples + i] = __sinf(x);
        fast[1 * samples + i] = __cosf(x);
        fast[2 * samples + i] = __expf(x);
        fast[3 * samples + i] = __exp10f(x);
        fast[4 * samples + i] = __logf(x);
        fast[5 * samples + i] = __powf(x, exponent);

        error[0 * samples + i] = error_of(fast[0 * samples + i], sin(wide_x));
        error[1 * samples + i] = error_of(fast[1 * samples + i], cos(wide_x));
        error[2 * samples + i] = error_of(fast[2 * samples + i], exp(wide_x));
        error[3 * samples + i] = error_of(fast[3 * samples + i], exp10(wide_x));
        error[4 * samples + i] = error_of(fast[4 * samples + i], log(wide_x));
        error[5 * samples + i] = error_of(fast[5 * samples + i], pow(wide_x, (double)exponent));
    }
}
