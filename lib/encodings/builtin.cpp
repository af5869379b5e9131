#include "encodings/builtin.hpp"

#include "encodings/alp.hpp"
#include "encodings/alprd.hpp"
#include "encodings/bitpacked.hpp"
#include "encodings/bitpacked_v2.hpp"
#include "encodings/boolean.hpp"
#include "encodings/bytebool.hpp"
#include "encodings/chunked.hpp"
#include "encodings/constant.hpp"
#include "encodings/datetimeparts.hpp"
#include "encodings/decimal.hpp"
#include "encodings/decimal_byte_parts.hpp"
#include "encodings/decimal_byte_parts_v2.hpp"
#include "encodings/delta.hpp"
#include "encodings/dict.hpp"
#include "encodings/ext.hpp"
#include "encodings/fixed_size_list.hpp"
#include "encodings/frame_of_reference.hpp"
#include "encodings/frame_of_reference_v2.hpp"
#include "encodings/fsst.hpp"
#include "encodings/list.hpp"
#include "encodings/listview.hpp"
#include "encodings/map.hpp"
#include "encodings/masked.hpp"
#include "encodings/null.hpp"
#include "encodings/onpair.hpp"
#include "encodings/parquet_variant.hpp"
#include "encodings/patched.hpp"
#include "encodings/pco.hpp"
#include "encodings/primitive.hpp"
#include "encodings/rle.hpp"
#include "encodings/runend.hpp"
#include "encodings/sequence.hpp"
#include "encodings/sparse.hpp"
#include "encodings/struct.hpp"
#include "encodings/varbin.hpp"
#include "encodings/varbinview.hpp"
#include "encodings/variant.hpp"
#include "encodings/zigzag.hpp"
#include "encodings/zstd.hpp"
#include "encodings/zstd_buffers.hpp"

namespace gyre {
namespace {

constexpr const Encoding* rows[] = {
    &alp_encoding,
    &alprd_encoding,
    &bitpacked_encoding,
    &bitpacked_v2_encoding,
    &boolean_encoding,
    &bytebool_encoding,
    &chunked_encoding,
    &constant_encoding,
    &datetimeparts_encoding,
    &decimal_byte_parts_encoding,
    &decimal_byte_parts_v2_encoding,
    &decimal_encoding,
    &delta_encoding,
    &dict_encoding,
    &ext_encoding,
    &fixed_size_list_encoding,
    &frame_of_reference_encoding,
    &frame_of_reference_v2_encoding,
    &fsst_encoding,
    &list_encoding,
    &listview_encoding,
    &map_encoding,
    &masked_encoding,
    &null_encoding,
    &onpair_encoding,
    &parquet_variant_encoding,
    &patched_encoding,
    &pco_encoding,
    &primitive_encoding,
    &rle_encoding,
    &runend_encoding,
    &sequence_encoding,
    &sparse_encoding,
    &struct_encoding,
    &varbin_encoding,
    &varbinview_encoding,
    &variant_encoding,
    &zigzag_encoding,
    &zstd_buffers_encoding,
    &zstd_encoding,
};

}  // namespace

std::span<const Encoding* const> builtin_encodings() { return rows; }

}  // namespace gyre
