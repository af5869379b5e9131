# Where things go, which build type, and what every target of this project is compiled with.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

find_program(GYRE_CCACHE ccache)
if(GYRE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${GYRE_CCACHE})
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${GYRE_CCACHE})
endif()

set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON) # the static modules also go into the formats shared object
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON) # for clang-tidy

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)

add_library(gyre_options INTERFACE)
target_compile_features(gyre_options INTERFACE cxx_std_23)
target_compile_options(
  gyre_options
  INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wconversion;-Wshadow>
    # ALP multiplies twice and must round twice: a fused multiply-add gives other bits.
    $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>)
if(GYRE_WERROR)
  target_compile_options(gyre_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Werror>)
endif()
