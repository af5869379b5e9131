#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "file/verify.hpp"

namespace gyre::detail {

/// Sorts what is found into faults and what could not be checked; nothing is told twice.
class Findings {
 public:
  explicit Findings(Verification& out) : out_(out) {}

  void add(Fault finding) {
    put(finding.code == Code::unsupported ? out_.unchecked : out_.faults, std::move(finding));
  }
  void add(std::vector<Fault> findings) {
    for (auto& finding : findings) add(std::move(finding));
  }
  void add(std::string where, std::string what) {
    add({Code::corrupt, std::move(where), std::move(what)});
  }

  /// Of the footer: what nobody knows there keeps everybody from reading the file.
  void add_fault(Fault fault) { put(out_.faults, std::move(fault)); }

  const std::vector<Fault>& faults() const { return out_.faults; }

 private:
  static void put(std::vector<Fault>& to, Fault finding) {
    // "segment 1: no root" says all that "column a: segment 1: no root" would.
    const auto is_told = [&](const Fault& other) {
      return (other.where == finding.where && other.what == finding.what) ||
             error_of(other).message == finding.what;
    };
    if (to.size() < Verification::max_findings && std::ranges::none_of(to, is_told))
      to.push_back(std::move(finding));
  }

  Verification& out_;
};

}  // namespace gyre::detail
