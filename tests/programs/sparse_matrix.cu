// A sparse matrix in row order (CSR). Its structure of device pointers is a kernel argument.
#include <cstdio>
#include <vector>

struct Csr {
    int rows;
    const int *begin, *column;
    const double* value;
};

__global__ void multiply(Csr matrix, const double* x, double* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= matrix.rows) return;
    double sum = 0;
    for (int k = matrix.begin[row]; k < matrix.begin[row + 1]; ++k) sum += matrix.value[k] * x[matrix.column[k]];
    y[row] = sum;
}

template<class T>
T* on_device(const std::vector<T>& values) {
    T* copy = nullptr;
    if (cudaMalloc(&copy, values.size() * sizeof(T)) != cudaSuccess) return nullptr;
    cudaMemcpy(copy, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
    return copy;
}

int main() {
    const int n = 200;
    std::vector<int> begin{0}, column;
    std::vector<double> value, x(n), y(n);
    for (int row = 0; row < n; ++row) {
        x[row] = row;
        for (int c = row - 1; c <= row + 1; ++c)
            if (c >= 0 && c < n) {
                column.push_back(c);
                value.push_back(c == row ? 2 : -1);
            }
        begin.push_back(static_cast<int>(column.size()));
    }
    int *d_begin = on_device(begin), *d_column = on_device(column);
    double *d_value = on_device(value), *d_x = on_device(x), *d_y = on_device(y);
    multiply<<<(n + 63) / 64, 64>>>({n, d_begin, d_column, d_value}, d_x, d_y);
    cudaMemcpy(y.data(), d_y, n * sizeof(double), cudaMemcpyDeviceToHost);
    printf("%g %g %g\n", y[0], y[100], y[199]);
    cudaFree(d_begin);
    cudaFree(d_column);
    for (double* p : {d_value, d_x, d_y}) cudaFree(p);
}
