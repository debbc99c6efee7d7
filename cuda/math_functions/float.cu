// How far `value` is from `exact`, as a part of it; 0 where there is nothing to compare with.
__device__ float relative_error(float value, double exact) {
    return exact == 0.0 ? 0.0f : (float)fabs((value - exact) / exact);
}

// Each thread applies every function to one value of x: the accurate one, then the fast one.
__global__ void math_functions(float* xs,
                               float* sin_x, float* sin_fast, float* sin_error,
                               float* cos_x, float* cos_fast, float* cos_error,
                               float* exp_x, float* exp_fast, float* exp_error,
                               float* exp10_x, float* exp10_fast, float* exp10_error,
                               float* log_x, float* log_fast, float* log_error,
                               float* pow_x, float* pow_fast, float* pow_error,
                               float low, float high, float exponent, int samples) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < samples) {
        float x = low + (high - low) * i / (samples - 1);
        xs[i] = x;

        sin_x[i] = sinf(x);
        sin_fast[i] = __sinf(x);
        sin_error[i] = relative_error(sin_fast[i], sin((double)x));

        cos_x[i] = cosf(x);
        cos_fast[i] = __cosf(x);
        cos_error[i] = relative_error(cos_fast[i], cos((double)x));

        exp_x[i] = expf(x);
        exp_fast[i] = __expf(x);
        exp_error[i] = relative_error(exp_fast[i], exp((double)x));

        exp10_x[i] = exp10f(x);
        exp10_fast[i] = __exp10f(x);
        exp10_error[i] = relative_error(exp10_fast[i], exp10((double)x));

        log_x[i] = logf(x);
        log_fast[i] = __logf(x);
        log_error[i] = relative_error(log_fast[i], log((double)x));

        pow_x[i] = powf(x, exponent);
        pow_fast[i] = __powf(x, exponent);
        pow_error[i] = relative_error(pow_fast[i], pow((double)x, (double)exponent));
    }
}
