#include <dlfcn.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <string>

#include "formats/formats.hpp"

namespace gyre {
namespace {

constexpr const char* object_name = "libgyre_formats.so";

/// The folder of the running program, with a slash at the end; empty where that is unknown.
std::string program_folder() {
  std::array<char, PATH_MAX> path{};
  const auto size = readlink("/proc/self/exe", path.data(), path.size());
  if (size <= 0) return {};
  const std::string program(path.data(), static_cast<std::size_t>(size));
  return program.substr(0, program.rfind('/') + 1);
}

void* open_object(std::string& problem) {
  const auto folder = program_folder();
  for (const auto& place :
       {folder + object_name, folder + "../lib/" + object_name, std::string(object_name)}) {
    // RTLD_NODELETE: buffers that it made may outlive any user of it.
    if (void* object = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)) return object;
    const char* message = dlerror();
    if (problem.empty() || access(place.c_str(), F_OK) == 0)
      problem = message ? message : "no reason given";
  }
  return nullptr;
}

}  // namespace

Result<const Formats*> load_formats() {
  std::string problem;
  void* object = open_object(problem);
  if (!object) return fail(Code::unsupported, "Arrow files need {}: {}", object_name, problem);
  using Entry = const Formats* (*)();
  const auto entry = reinterpret_cast<Entry>(dlsym(object, "gyre_formats"));
  if (!entry) return fail(Code::unsupported, "{} is of another version", object_name);
  return entry();
}

}  // namespace gyre
