# Arrow C++ with Parquet, as target gyre::arrow_cpp: the system's packages if there are any, else the
# libraries that the Python package pyarrow carries.
#
#   GYRE_PYTHON        interpreter to ask for pyarrow
#   GyreArrow_FOUND    whether there is a target
#   GyreArrow_VERSION  which Arrow it is

if(TARGET gyre::arrow_cpp)
  return()
endif()

find_package(Arrow CONFIG QUIET)
if(Arrow_FOUND)
  find_package(Parquet CONFIG QUIET)
endif()
if(Arrow_FOUND AND Parquet_FOUND)
  add_library(gyre_arrow_cpp INTERFACE)
  if(TARGET Arrow::arrow_shared AND TARGET Parquet::parquet_shared)
    target_link_libraries(gyre_arrow_cpp INTERFACE Arrow::arrow_shared Parquet::parquet_shared)
  else()
    target_link_libraries(gyre_arrow_cpp INTERFACE Arrow::arrow_static Parquet::parquet_static)
  endif()
  set(GyreArrow_VERSION ${Arrow_VERSION})
  set(gyre_arrow_origin ${Arrow_DIR})
else()
  execute_process(
    COMMAND
      ${GYRE_PYTHON} -c
      "import pyarrow as a; print(a.get_include(), a.get_library_dirs()[0], a.__version__, sep=';', end='')"
    OUTPUT_VARIABLE gyre_pyarrow
    RESULT_VARIABLE gyre_pyarrow_failed
    ERROR_QUIET)
  if(NOT gyre_pyarrow_failed)
    list(GET gyre_pyarrow 0 gyre_pyarrow_include)
    list(GET gyre_pyarrow 1 gyre_pyarrow_library_dir)
    list(GET gyre_pyarrow 2 gyre_pyarrow_version)
    # A wheel has no libarrow.so, only the name with the version: libarrow.so.2300.
    file(GLOB gyre_libarrow ${gyre_pyarrow_library_dir}/libarrow.so.[0-9]*)
    file(GLOB gyre_libparquet ${gyre_pyarrow_library_dir}/libparquet.so.[0-9]*)
    if(EXISTS ${gyre_pyarrow_include}/parquet/arrow/reader.h AND gyre_libarrow AND gyre_libparquet)
      list(GET gyre_libarrow 0 gyre_libarrow)
      list(GET gyre_libparquet 0 gyre_libparquet)
      add_library(gyre_arrow_cpp INTERFACE)
      target_include_directories(gyre_arrow_cpp SYSTEM INTERFACE ${gyre_pyarrow_include})
      # By full path CMake also puts the folder into the rpath of the build tree.
      target_link_libraries(gyre_arrow_cpp INTERFACE ${gyre_libparquet} ${gyre_libarrow})
      set(GyreArrow_VERSION ${gyre_pyarrow_version})
      set(gyre_arrow_origin ${gyre_pyarrow_library_dir})
    endif()
  endif()
endif()

if(TARGET gyre_arrow_cpp)
  add_library(gyre::arrow_cpp ALIAS gyre_arrow_cpp)
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  GyreArrow REQUIRED_VARS gyre_arrow_origin VERSION_VAR GyreArrow_VERSION
  REASON_FAILURE_MESSAGE "neither an Arrow package nor pyarrow was found, run scripts/setup.sh")
