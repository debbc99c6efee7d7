// CUDA 13 removed the first call; no compiler knows the second.
int main() {
    cudaThreadSynchronize();
    cudaThreadExit();
    wait_for_tea();
}
