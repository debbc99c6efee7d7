// Reverses one block of 64 numbers.
__global__ void staticReverse(int *d, int n)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  int tr = n-t-1;
  s[t] = d[t];
  __syncthreads();
  // Faulty version: // no barrier
  d[t] = s[tr];
}
