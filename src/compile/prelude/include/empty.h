// Stands in for headers whose contents the compiler or the prelude has already: cuda_runtime.h and its like.
#pragma once
