#include <fmt/core.h>

#include "cli/help.hpp"

namespace gyre::cli {
namespace {

bool is_option(const Options::Row& row) { return row.names[0].starts_with('-') && !row.hidden; }
bool takes_word(const Options::Row& row) { return !row.meta.empty() && !row.optional_value; }
bool is_file(const Options::Row& row) { return row.meta == "FILE" || row.meta == "FOLDER"; }

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string out;
  for (const auto& word : words) out.append(out.empty() ? "" : between).append(word);
  return out;
}

/// A text as it stands between single quotes of a shell.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'')
      out += "’";
    else
      out += c;
  }
  return out;
}

/// The same, without what means something to zsh.
std::string zsh_plain(std::string_view text) {
  std::string out;
  for (const char c : plain(text)) {
    if (c == '[' || c == ']' || c == ':') out += '\\';
    out += c;
  }
  return out;
}

std::string function_name(std::string_view program) {
  std::string out = "_";
  for (const char c : program) out += c == '-' ? '_' : c;
  return out;
}

std::string bash_cases(const Options& options) {
  std::string out = "      case $prev in\n", all;
  for (const auto& row : options.rows()) {
    if (!is_option(row)) continue;
    all.append(all.empty() ? "" : " ").append(joined(row.names, " "));
    if (!takes_word(row) || is_file(row)) continue;
    const auto reply = row.words.empty() ? std::string("COMPREPLY=()")
                                         : fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$cur\"))",
                                                       joined(row.words, " "));
    out += fmt::format("        {}) {}; return ;;\n", joined(row.names, "|"), reply);
  }
  return out + "      esac\n      words='" + all + "' ;;\n";
}

std::string bash_script(std::string_view program, std::span<const Completable> commands) {
  const auto function = function_name(program);
  std::string out = function +
                    "() {\n"
                    "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} "
                    "words='' command='' i\n"
                    "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
                    "    [[ ${COMP_WORDS[i]} == -* ]] || { command=${COMP_WORDS[i]}; break; }\n"
                    "  done\n"
                    "  case $command in\n";
  std::vector<std::string> names;
  for (const auto& command : commands) {
    out += fmt::format("    {})\n{}", command.word.empty() ? "*" : command.word,
                       bash_cases(*command.options));
    if (!command.word.empty()) names.push_back(command.word);
  }
  if (!names.empty())
    out += fmt::format("    '') words='{} --help --version --completion' ;;\n", joined(names, " "));
  out +=
      "  esac\n"
      "  if [[ $cur == -* || -z $command && " +
      std::string(names.empty() ? "-n ''" : "-z ''") +
      " ]]; then\n"
      "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
      "  else\n"
      "    COMPREPLY=($(compgen -f -- \"$cur\"))\n"
      "  fi\n"
      "}\n";
  return out + fmt::format("complete -o filenames -F {} {}\n", function, program);
}

std::string zsh_arguments(const Options& options) {
  std::string out = "_arguments -s";
  for (const auto& row : options.rows()) {
    if (!is_option(row)) continue;
    for (const auto& name : row.names) {
      std::string value;
      if (takes_word(row))
        value = fmt::format(":{}:{}", zsh_plain(row.meta),
                            !row.words.empty() ? fmt::format("({})", joined(row.words, " "))
                            : is_file(row)     ? "_files"
                                               : " ");
      out += fmt::format(" \\\n    '*{}[{}]{}'", name, zsh_plain(row.help), value);
    }
  }
  return out + " \\\n    '*:file:_files'\n";
}

std::string zsh_script(std::string_view program, std::span<const Completable> commands) {
  auto out = fmt::format("#compdef {}\n", program);
  if (commands.size() == 1 && commands[0].word.empty())
    return out + zsh_arguments(*commands[0].options);
  out += "local -a commands=(\n";
  for (const auto& command : commands)
    out += fmt::format("  '{}:{}'\n", command.word, zsh_plain(command.summary));
  out +=
      ")\nlocal i=2\nwhile ((i < CURRENT)) && [[ ${words[i]} == -* ]]; do ((i++)); done\n"
      "if ((i >= CURRENT)); then _describe command commands; return; fi\n"
      "local command=${words[i]}\nwords=(\"$words[1]\" "
      "\"${(@)words[i+1,-1]}\")\nCURRENT=$((CURRENT - i + 1))\n"
      "case $command in\n";
  for (const auto& command : commands)
    out += fmt::format("  {}) {}  ;;\n", command.word, zsh_arguments(*command.options));
  return out + "esac\n";
}

std::string fish_script(std::string_view program, std::span<const Completable> commands) {
  std::string out, names;
  for (const auto& command : commands) names.append(names.empty() ? "" : " ").append(command.word);
  for (const auto& command : commands) {
    std::string when;
    if (!command.word.empty()) {
      out +=
          fmt::format("complete -c {} -n 'not __fish_seen_subcommand_from {}' -f -a {} -d '{}'\n",
                      program, names, command.word, plain(command.summary));
      when = fmt::format(" -n '__fish_seen_subcommand_from {}'", command.word);
    }
    for (const auto& row : command.options->rows()) {
      if (!is_option(row)) continue;
      out += fmt::format("complete -c {}{}", program, when);
      for (const auto& name : row.names)
        out += name.starts_with("--") ? fmt::format(" -l {}", name.substr(2))
                                      : fmt::format(" -s {}", name.substr(1));
      if (takes_word(row)) out += is_file(row) ? " -r" : " -x";
      if (!row.words.empty()) out += fmt::format(" -a '{}'", joined(row.words, " "));
      out += fmt::format(" -d '{}'\n", plain(row.help));
    }
  }
  return out;
}

}  // namespace

std::string completion_script(std::string_view shell, std::string_view program,
                              std::span<const Completable> commands) {
  if (shell == "zsh") return zsh_script(program, commands);
  if (shell == "fish") return fish_script(program, commands);
  return bash_script(program, commands);
}

}  // namespace gyre::cli
