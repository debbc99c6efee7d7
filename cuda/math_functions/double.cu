// Returns the absolute error of `value` if |exact| is at most 1, otherwise the relative error.
__device__ float error_of(double value, double exact) {
    return fabs(value - exact) / fmax(1.0, fabs(exact));
}

// Each thread applies six functions to one x, in double and in float. Results of function r start at r * samples.
__global__ void math_functions(float* error, float* xs, double* accurate, float* single, float low, float high,
                               float exponent, int samples) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < samples) {
        float x = low + (high - low) * i / (samples - 1);
        xs[i] = x;
        double wide_x = x;

        accurate[0 * samples + i] = sin(wide_x);
        accurate[1 * samples + i] = cos(wide_x);
        accurate[2 * samples + i] = exp(wide_x);
        accurate[3 * samples + i] = exp10(wide_x);
        accurate[4 * samples + i] = log(wide_x);
        accurate[5 * samples + i] = pow(wide_x, (double)exponent);

        single[0 * samples + i] = sinf(x);
        single[1 * samples + i] = cosf(x);
        single[2 * samples + i] = expf(x);
        single[3 * samples + i] = exp10f(x);
        single[4 * samples + i] = logf(x);
        single[5 * samples + i] = powf(x, exponent);

        for (int r = 0; r < 6; ++r)
            error[r * samples + i] = error_of(single[r * samples + i], accurate[r * samples + i]);
    }
}
