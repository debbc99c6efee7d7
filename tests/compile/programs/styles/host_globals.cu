// kernels: update
#include <GL/glew.h>
#include <GL/freeglut.h>
#include <cuda_gl_interop.h>
#include <mutex>
GLuint vbo;
struct cudaGraphicsResource *cuda_vbo_resource;
void *d_vbo_buffer = NULL;
float g_fAnim = 0.0;
int mouse_x, mouse_y;
const unsigned int mesh_width = 256;
const unsigned int mesh_height = 256;
std::mutex lock;
FILE *log_file = NULL;
dim3 default_block(8, 8, 1);
bool runTest(int argc, char **argv, char *ref_file);
void display();
static void (*callback)(int) = nullptr;

__global__ void update(float4 *pos, unsigned int width, unsigned int height, float time) {
    unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int y = blockIdx.y * blockDim.y + threadIdx.y;
    float u = x / (float)width * 2.0f - 1.0f;
    float v = y / (float)mesh_height * 2.0f - 1.0f;
    pos[y * width + x] = make_float4(u, sinf(u * 4.0f + time) * cosf(v * 4.0f + time) * 0.5f, v, 1.0f); // @line is in the PTX
}

void launch_kernel(float4 *pos, float time) {
    dim3 grid(mesh_width / default_block.x, mesh_height / default_block.y, 1);
    update<<<grid, default_block>>>(pos, mesh_width, mesh_height, time);
}
void display() {
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    cudaGraphicsMapResources(1, &cuda_vbo_resource, 0);
    std::lock_guard<std::mutex> guard(lock);
    launch_kernel((float4 *)d_vbo_buffer, g_fAnim);
}
