#include "file/edition.hpp"

#include <algorithm>

#include "encodings/builtin.hpp"
#include "support/catch.hpp"
#include "support/must.hpp"

namespace gyre {
namespace {

bool permits(const EncodingTable& encodings, std::string_view id) {
  return std::ranges::any_of(encodings.rows(), [&](const auto* row) { return row->id == id; });
}

EncodingTable permitted_by(std::string_view edition) {
  return permitted(EncodingTable(builtin_encodings()), test::must(parse_edition(edition)));
}

std::string refusal(const DType& root, std::string_view edition) {
  return test::refused(check_writable(root, test::must(parse_edition(edition)))).message;
}

const DType number = DType::primitive(PType::i64);
const DType nullable_struct = DType::structure({{"n", number}}, true);

}  // namespace

TEST_CASE("edition: is a release, or has the name of one of the reference's", "[file]") {
  CHECK(test::must(parse_edition("0.36.0")).oldest_reader == Release{36});
  CHECK(test::must(parse_edition("0.93")).oldest_reader == Release{93});
  CHECK(test::must(parse_edition("core2025.05.0")).oldest_reader == Release{36});
  CHECK(test::must(parse_edition("core2025.10.0")).oldest_reader == Release{54});
  CHECK(test::must(parse_edition("core2026.08.1")).oldest_reader == Release{84});
  CHECK(test::must(parse_edition("preview2026.08.0")).name == "preview2026.08.0");
  for (const auto* text : {"", "0.", "0.60.1", "0.60.0.0", "1.0.0", "60", "0.-60", "core2025.05",
                           "unstable2026.10.0", "0.35.0"})
    CHECK(test::refused(parse_edition(text)).code == Code::invalid_argument);
}

TEST_CASE("edition: permits the encodings that its readers know", "[file]") {
  for (const auto* edition : {"0.36.0", "0.60.0", "preview2026.08.0"}) {
    CHECK(permits(permitted_by(edition), "fastlanes.bitpacked"));
    CHECK(permits(permitted_by(edition), "vortex.fsst"));
    CHECK_FALSE(permits(permitted_by(edition), "fastlanes.delta"));  // none promises to read it
  }
  CHECK_FALSE(permits(permitted_by("0.36.0"), "vortex.sequence"));
  CHECK(permits(permitted_by("0.40.0"), "vortex.sequence"));
  CHECK_FALSE(permits(permitted_by("0.53.0"), "vortex.fixed_size_list"));
  CHECK(permits(permitted_by("core2025.10.0"), "vortex.fixed_size_list"));
}

TEST_CASE("edition: forms of arrays follow the release", "[file]") {
  const auto oldest = test::must(parse_edition("0.36.0")).forms();
  CHECK_FALSE(oldest.fsst_code_buffer);
  CHECK_FALSE(oldest.narrow_decimal_parts);
  CHECK_FALSE(oldest.f16_scalars);
  CHECK_FALSE(test::must(parse_edition("0.59.0")).forms().fsst_code_buffer);
  const auto usual = Edition{}.forms();
  CHECK((usual.fsst_code_buffer && usual.narrow_decimal_parts && usual.f16_scalars));
}

TEST_CASE("edition: a type that it lacks is refused by the name of its column", "[file]") {
  const auto root = DType::structure({{"a", DType::structure({{"b", nullable_struct}})}});
  CHECK(refusal(root, "0.36.0") ==
        "column a.b: a nullable struct needs release 0.50.0 or later, and this file is for 0.36.0; "
        "--edition 0.50.0 allows it");
  test::must(check_writable(root, test::must(parse_edition("0.50.0"))));

  const auto in_table = [](DType dtype) { return DType::structure({{"c", std::move(dtype)}}); };
  const auto list = DType::list(DType::fixed_size_list(number, 3));
  CHECK(refusal(in_table(list), "0.53.0").starts_with("column c: a list of fixed size needs"));
  CHECK(refusal(in_table(DType::decimal(39, 0)), "0.36.0").find("38 digits") != std::string::npos);
  CHECK(refusal(in_table(DType::map(DType::utf8(), nullable_struct, false)), "0.76.0")
            .starts_with("column c: a map needs release"));
  const auto uuid = DType::fixed_size_list(DType::primitive(PType::u8), 16);
  CHECK(refusal(in_table(DType::extension("vortex.uuid", uuid, {})), "0.60.0")
            .starts_with("column c: vortex.uuid needs"));
  CHECK(refusal(in_table(DType::variant()), "preview2026.08.0").starts_with("column c: variants"));
  CHECK(refusal(nullable_struct, "0.36.0").starts_with("column value: a nullable struct"));
  // Types nobody knows are written as they are stored.
  test::must(check_writable(in_table(DType::extension("my.own", number, {})), Edition{}));
}

}  // namespace gyre
