#include "store/listing.hpp"

#include <algorithm>
#include <filesystem>

#include "store/glob.hpp"

namespace gyre {
namespace {

namespace fs = std::filesystem;

struct Entry {
  std::string name;
  bool is_folder = false;
};

std::string joined(std::string_view folder, std::string_view name) {
  std::string path(folder);
  if (!path.empty() && !path.ends_with('/')) path += '/';
  return path.append(name);
}

/// Of a folder that cannot be looked into there are none, but for the one that was asked for (`required`).
Result<std::vector<Entry>> entries(const std::string& folder, bool required) {
  std::vector<Entry> found;
  std::error_code error;
  fs::directory_iterator at(folder.empty() ? "." : folder, error);
  for (; !error && at != fs::directory_iterator(); at.increment(error)) {
    std::error_code unknown;
    const bool is_link = at->is_symlink(unknown);
    found.push_back({at->path().filename().string(), !is_link && at->is_directory(unknown)});
  }
  if (error && required)
    return fail(Code::io, "{}: {}", folder.empty() ? "." : folder, error.message());
  return found;
}

bool is_folder(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

bool exists(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error);
}

Result<void> add_below(const std::string& folder, bool required,
                       const std::function<bool(std::string_view)>& wanted,
                       std::vector<std::string>& out) {
  for (const auto& entry : GYRE_TRY(entries(folder, required))) {
    if (entry.name.starts_with('.') || entry.name.starts_with('_')) continue;
    const auto path = joined(folder, entry.name);
    if (entry.is_folder) {
      GYRE_TRY(add_below(path, false, wanted, out));
    } else if (wanted(entry.name) && !is_folder(path)) {
      out.push_back(path);
    }
  }
  return {};
}

/// Adds the files below `folder` that match the rest of a pattern.
void add_matches(const std::string& folder, std::string_view pattern,
                 std::vector<std::string>& out) {
  const auto slash = pattern.find('/');
  const auto name = pattern.substr(0, slash);
  const bool is_last = slash == std::string_view::npos;
  const auto rest = is_last ? std::string_view() : pattern.substr(slash + 1);
  if (name == "**" && !is_last) {
    add_matches(folder, rest, out);
    if (const auto found = entries(folder, false))
      for (const auto& entry : *found)
        if (entry.is_folder && !entry.name.starts_with('.'))
          add_matches(joined(folder, entry.name), pattern, out);
    return;
  }
  const auto visit = [&](std::string_view entry) {
    const auto path = joined(folder, entry);
    if (!is_last)
      add_matches(path, rest, out);
    else if (exists(path) && !is_folder(path))
      out.push_back(path);
  };
  if (!is_glob(name)) return visit(name);
  if (const auto found = entries(folder, false))
    for (const auto& entry : *found)
      if (glob_matches(name, entry.name)) visit(entry.name);
}

}  // namespace

Result<std::vector<std::string>> list_files(
    const std::string& location, const std::function<bool(std::string_view name)>& wanted) {
  std::vector<std::string> files;
  if (is_folder(location)) {
    GYRE_TRY(add_below(location, true, wanted, files));
    if (files.empty())
      return fail(Code::not_found, "{}: the folder holds no file of a known kind", location);
  } else if (is_glob(location) && !exists(location)) {
    for (const auto& pattern : GYRE_TRY(expand_braces(location))) {
      const bool from_root = pattern.starts_with('/');
      add_matches(from_root ? "/" : "", std::string_view(pattern).substr(from_root ? 1 : 0), files);
    }
    if (files.empty()) return fail(Code::not_found, "{}: no file matches", location);
  } else {
    files.push_back(location);
  }
  std::ranges::sort(files);
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

}  // namespace gyre
