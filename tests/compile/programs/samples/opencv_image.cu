// kernels: image::rgba_to_grey
#include <opencv2/core/core.hpp>
#include <opencv2/highgui/highgui.hpp>
#include <opencv2/opencv.hpp>
#include <string>

using namespace cv;
using std::cout;
using namespace std;

cv::Mat imageRGBA;
cv::Mat imageGrey;
uchar4 *d_rgbaImage__;
unsigned char *d_greyImage__;

size_t numRows() { return imageRGBA.rows; }
size_t numCols() { return imageRGBA.cols; }

void preProcess(uchar4 **inputImage, unsigned char **greyImage, const std::string &filename) {
    cv::Mat image = cv::imread(filename.c_str(), CV_LOAD_IMAGE_COLOR);
    if (image.empty()) {
        std::cerr << "Couldn't open file: " << filename << std::endl;
        exit(1);
    }
    cv::cvtColor(image, imageRGBA, CV_BGR2RGBA);
}

namespace image {
__global__ void rgba_to_grey(const uchar4 *const rgbaImage, unsigned char *const greyImage, int numRows, int numCols) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= numCols || y >= numRows) return;
    uchar4 rgba = rgbaImage[y * numCols + x];
    greyImage[y * numCols + x] = .299f * rgba.x + .587f * rgba.y + .114f * rgba.z; // @line is in the PTX
}
} // namespace image

void your_rgba_to_greyscale(const uchar4 *const h_rgbaImage, uchar4 *const d_rgbaImage, unsigned char *const d_greyImage,
                            size_t numRows, size_t numCols) {
    const dim3 blockSize(16, 16, 1);
    const dim3 gridSize((numCols + 15) / 16, (numRows + 15) / 16, 1);
    image::rgba_to_grey<<<gridSize, blockSize>>>(d_rgbaImage, d_greyImage, numRows, numCols);
    cudaDeviceSynchronize();
}
