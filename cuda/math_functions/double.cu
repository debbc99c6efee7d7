// How far `value` is from `exact`, as a part of it; 0 where there is nothing to compare with.
__device__ float relative_error(float value, double exact) {
    return exact == 0.0 ? 0.0f : (float)fabs((value - exact) / exact);
}

// Each thread applies every function to one value of x: in double precision, then in single precision.
__global__ void math_functions(float* xs,
                               double* sin_x, float* sin_float, float* sin_error,
                               double* cos_x, float* cos_float, float* cos_error,
                               double* exp_x, float* exp_float, float* exp_error,
                               double* exp10_x, float* exp10_float, float* exp10_error,
                               double* log_x, float* log_float, float* log_error,
                               double* pow_x, float* pow_float, float* pow_error,
                               float low, float high, float exponent, int samples) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < samples) {
        float x = low + (high - low) * i / (samples - 1);
        xs[i] = x;

        sin_x[i] = sin((double)x);
        sin_float[i] = sinf(x);
        sin_error[i] = relative_error(sin_float[i], sin_x[i]);

        cos_x[i] = cos((double)x);
        cos_float[i] = cosf(x);
        cos_error[i] = relative_error(cos_float[i], cos_x[i]);

        exp_x[i] = exp((double)x);
        exp_float[i] = expf(x);
        exp_error[i] = relative_error(exp_float[i], exp_x[i]);

        exp10_x[i] = exp10((double)x);
        exp10_float[i] = exp10f(x);
        exp10_error[i] = relative_error(exp10_float[i], exp10_x[i]);

        log_x[i] = log((double)x);
        log_float[i] = logf(x);
        log_error[i] = relative_error(log_float[i], log_x[i]);

        pow_x[i] = pow((double)x, (double)exponent);
        pow_float[i] = powf(x, exponent);
        pow_error[i] = relative_error(pow_float[i], pow_x[i]);
    }
}
