// Replaces headers whose contents the compiler or the prelude already provides, such as cuda_runtime.h.
#pragma once
