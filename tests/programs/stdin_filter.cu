// Reads words from standard input and counts letters on the device; exits with their number.
#include <cstdio>
#include <iostream>
#include <string>

__global__ void count(const char* text, int n, int* letters) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && text[i] >= 'a' && text[i] <= 'z') atomicAdd(&letters[text[i] - 'a'], 1);
}

int main(int argc, char** argv) {
    std::string all, word;
    while (std::cin >> word) all += word;
    for (int i = 1; i < argc; ++i) all += argv[i];
    char* text;
    int *letters, host[26];
    cudaMalloc(&text, all.size() + 1);
    cudaMalloc(&letters, sizeof(host));
    cudaMemset(letters, 0, sizeof(host));
    cudaMemcpy(text, all.data(), all.size(), cudaMemcpyHostToDevice);
    count<<<(unsigned(all.size()) + 63) / 64, 64>>>(text, int(all.size()), letters);
    cudaMemcpy(host, letters, sizeof(host), cudaMemcpyDeviceToHost);
    int sum = 0;
    for (int i = 0; i < 26; ++i) {
        if (host[i] != 0) std::cout << char('a' + i) << host[i] << ' ';
        sum += host[i];
    }
    std::cout << std::endl;
    cudaFree(text);
    cudaFree(letters);
    return sum % 100;
}
